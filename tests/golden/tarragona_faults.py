"""Scenes of Tarragona's article 14: faults that cannot happen at a table run by the program."""

from tests.builders import Table
from tests.golden.hands import BLOCK_AC, BLOCK_BD, DOMINO_A
from tests.golden.scene import scene


@scene("TG-14.2", "dgn", "Seats 1, 2 and 4 try to open the hand of seat 3, and cannot.")
def opening_out_of_turn() -> Table:
    table = Table("tarragona", opener=3).deal(BLOCK_AC)
    for wrong in ("1 06", "2 45", "4 05"):
        table.refused(wrong)
    return table.play("00")


@scene("TG-14.3", "dgn", "The opening tile has no place but the centre.", "places")
def far_from_the_centre() -> Table:
    table = Table("tarragona", opener=1).deal(BLOCK_AC)
    table.refused("1 <00")
    table.refused("1 >00")
    return table.play("00")


@scene("TG-14.4", "dgn", "The table itself lays a double across, and a mixed tile high to the partner.", "places")
def across_or_in_line() -> Table:
    table = Table("tarragona", opener=1).hands(BLOCK_AC)
    return table.agree().deal(BLOCK_BD).play("34")


@scene("TG-14.7", "dgn", "A tile on the wrong one of two equal ends is refused; places are the table's own.", "places")
def wrong_place() -> Table:
    table = Table("tarragona", opener=1).deal(BLOCK_AC).play("00")
    table.refused("2 <05")
    return table.play(">05 <06 >54 >40 <63 >02")


@scene("TG-14.9", "dgn", "Whatever is played, nobody is shown a tile of somebody else before the hand is over.")
def no_tile_shown() -> Table:
    return Table("tarragona", opener=1).hands(BLOCK_AC)


@scene("TG-14.10", "dgn", "A tile that does not fit goes back before it lies.")
def does_not_fit() -> Table:
    table = Table("tarragona", opener=1).deal(BLOCK_AC).play("00 >05")
    table.refused("3 >02")
    table.refused("3 <14")
    table.refused("3 <66")
    return table.play("<06")


@scene("TG-14.11", "dgn", "A pass with a tile that fits is refused, before the opening as well.")
def false_pass() -> Table:
    table = Table("tarragona", opener=1).deal(BLOCK_AC)
    table.refused("1 -")
    table.play("00 >05")
    table.refused("3 -")
    return table.play("<06")


@scene("TG-14.12", "jsonl", "Nothing to play, or one tile and one place: the table plays it in the same moment.")
def forced_turns() -> Table:
    return Table("tarragona", opener=1).deal(DOMINO_A).play(DOMINO_A.moves, every=10)
