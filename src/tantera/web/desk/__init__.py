"""The director's desk: a screen for each question of the day."""
