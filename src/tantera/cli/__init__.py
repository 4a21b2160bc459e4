"""The command line."""

from tantera.cli.app import main as main
