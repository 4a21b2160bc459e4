"""``tantera review``, ``solve``, ``simulate`` and ``arena``."""
