"""`python -m wildwood`."""

from wildwood.cli import main

main()
