"""Run `python -m wildwood`."""

from wildwood.cli.program import main

main()
