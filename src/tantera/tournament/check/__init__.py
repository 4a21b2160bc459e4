"""A second program for the law of a tournament, written from the text alone: it shares no code with the first."""
