"""Rule books and replays: what is read, not played."""
