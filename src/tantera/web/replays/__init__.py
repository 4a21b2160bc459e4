"""Matches that are over, looked back at."""
