"""A policy network trained by self-play: how likely a good player makes each move, from what that player can see."""
