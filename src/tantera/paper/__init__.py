"""Papers of a tournament: what hangs on the wall, lies on the tables and is signed."""
