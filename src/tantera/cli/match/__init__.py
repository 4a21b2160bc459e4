"""A match at the terminal: ``tantera play`` and ``replay``."""
