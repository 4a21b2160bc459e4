"""``tantera tournament …``: the orders of TOURNAMENT.md for programs, and the same as commands for people."""

from tantera.cli.tournament.commands import tournament_app

__all__ = ["tournament_app"]
