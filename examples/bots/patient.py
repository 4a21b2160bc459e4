"""A bot in twenty lines: it keeps its doubles' suits open and never helps the next player. See docs/bots.md.

Try it: ``tantera arena examples/bots/patient.py:patient counter --deals 500``
"""

from tantera.bots import suits_lacking
from tantera.play import MoveOrder, PlaceTile, View
from tantera.tiles import ends_after


def patient(view: View) -> MoveOrder:
    """The option after which I can go on and the next player, from what it has shown, cannot."""
    next_player = view.seat % len(view.names) + 1
    lacking = suits_lacking(view)[next_player]

    def worth(option: MoveOrder) -> int:
        if not isinstance(option, PlaceTile):
            return 0
        ends = ends_after(view.chain, option.tile, option.end)
        mine = sum(tile is not None and any(map(tile.has, ends)) for tile in view.mine)
        return option.tile.pips + 2 * mine + 10 * len(lacking.intersection(ends))

    return max(view.plays, key=worth)
