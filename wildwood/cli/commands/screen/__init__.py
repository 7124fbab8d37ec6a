"""The commands of `wildwood screen`, which need the extra `language`."""

from wildwood.cli.commands.screen.group import screen

__all__ = ["screen"]
