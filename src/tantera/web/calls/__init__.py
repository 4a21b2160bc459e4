"""Calling somebody who is away: Web Push, by the push service of their own browser and no other."""
