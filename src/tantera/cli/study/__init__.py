"""``tantera solve``, ``simulate`` and ``arena``."""
