"""``tantera dgn stats``, ``filter``, ``merge`` and ``archive``: many matches in one file."""
