"""``tantera serve``, ``backup`` and ``restore``."""
