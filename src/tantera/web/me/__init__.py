"""Somebody's own pages: their name, their devices, and how they are forgotten."""
