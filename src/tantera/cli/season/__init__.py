"""``tantera season …`` and ``tantera rating``: tournaments in a row."""
