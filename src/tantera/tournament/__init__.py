"""The tournament: orders, events, draws, standings; pure, and told in words."""
