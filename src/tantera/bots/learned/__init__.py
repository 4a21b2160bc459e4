"""A policy learned from self-play: how likely a good player is to make each move, from what that player can see."""
