"""The rule books of this server, and what they are called."""
