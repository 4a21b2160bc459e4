"""How the tables came to be, step by step. What is released is never edited: a change is a new file in ``versions``."""
