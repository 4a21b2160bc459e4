"""Lessons as pages, on the table that everybody plays on."""
