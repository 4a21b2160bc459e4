"""Tantera in the browser: live tables, rule books, replays. Handlers parse, call one pure function, append, answer."""
