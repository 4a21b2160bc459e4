"""``python -m tantera``: the same as ``tantera``."""

from tantera.cli import main

if __name__ == "__main__":
    main()
