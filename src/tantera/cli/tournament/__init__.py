"""``tantera tournament …``: the orders of TOURNAMENT.md for programs, and the same as commands for people."""
