"""Who plays whom, at which table and why: pure functions of a field."""
