"""The entry points of `wildwood`, `wildwood_all` and `python -m wildwood`.

Importing the program takes half a second. Until then there is nothing to clean up, and a signal
ends the process at once: not by an exception, of which Python would print a traceback.
"""

try:
    import signal
except KeyboardInterrupt:
    raise SystemExit(1) from None


def main() -> None:
    """Run the program `wildwood`."""
    _end_at_once_on_interruption()
    from wildwood.cli import program

    program.main()


def main_all() -> None:
    """Run the program `wildwood_all`."""
    _end_at_once_on_interruption()
    from wildwood.cli import program

    program.main_all()


def _end_at_once_on_interruption() -> None:
    """Let SIGINT end the process, unless the caller ignores it, as SIGTERM and SIGHUP do."""
    if signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.SIG_DFL)


if __name__ == "__main__":
    main()
