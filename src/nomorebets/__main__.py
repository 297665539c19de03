"""``python -m nomorebets``."""

from nomorebets.cli import main

main()
