"""What happens in the hall around the rounds: the clock, calls for a judge, what phones say. Pure, and in no chain."""
