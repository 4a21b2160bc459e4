"""Tournaments in a row: the table of a season, and ratings."""
