"""Tournaments of this server: each between its file and the browsers, who is what there, how things are called."""
