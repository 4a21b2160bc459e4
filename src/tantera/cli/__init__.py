"""The command line."""

from tantera.cli.app import main

__all__ = ["main"]
