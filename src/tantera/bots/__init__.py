"""Players of our own: `View` in, command out."""

from tantera.bots.simple import BOTS, Bot, counter, highest, random_bot

__all__ = ["BOTS", "Bot", "counter", "highest", "random_bot"]
