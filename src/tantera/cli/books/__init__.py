"""``tantera rules …``."""
