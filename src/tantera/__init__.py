"""Tantera: the table, the referee and the tournament director for dominoes."""

__version__ = "0.1.0"
