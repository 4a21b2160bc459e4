"""How the server is doing: for people who look, for monitors, and in the log."""
