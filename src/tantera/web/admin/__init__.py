"""What the administrator sees and does: the club's own books, tables, sessions, the network of the hall."""
