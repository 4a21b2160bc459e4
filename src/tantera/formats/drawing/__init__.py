"""What several formats draw by: who is there, who has met whom, what must not be broken."""
