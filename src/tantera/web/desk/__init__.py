"""The director's desk, the phones at the tables, the screens on the wall: a tournament in the browser."""
