"""Scenes of the San Juan book: pairs, 200 points or 40 minutes."""

from tests.builders import Table
from tests.golden.hands import BLOCK_AC, BLOCK_BD, CAPICU, DOMINO_A, TIED_BLOCK
from tests.golden.scene import scene


@scene("SJ-estructura", "jsonl", "At 40:00 the match ends with the score as it stands; the hand in progress is lost.")
def forty_minutes() -> Table:
    table = Table("san-juan", opener=1).hands(BLOCK_AC)  # 126-0 after nine seconds
    table.agree().deal(TIED_BLOCK).play("00 >05 <06", every=780)
    table.refused("time")
    table.wait(40 * 60 - table.now / 1000)
    table.refused("deal again")
    return table


@scene("SJ-inicio-1", "jsonl", "Everybody draws a tile: 6-2 and 5-3 have the same sum, and 6-2 opens.")
def draw_for_the_opening() -> Table:
    table = Table("san-juan")
    table.refused("deal too-early")
    table.do("draw draw-390")  # 35 24 26 03
    table.refused("draw draw-391")
    table.refused("seat 1")
    return table


@scene("SJ-inicio-2", "jsonl", "The opener takes first, then to the right; for the next hand the losing pair shuffles.")
def taking_and_shuffling() -> Table:
    table = Table("san-juan", opener=3)
    table.do("deal sj-1")
    table.finish().agree()
    table.do("deal sj-2")
    return table


@scene("SJ-inicio-3", "dgn", "An opening double lies across; a mixed tile upright, low number to the opener.", "places")
def opening_tiles() -> Table:
    table = Table("san-juan", opener=1).hands(BLOCK_BD)
    table.agree().deal(DOMINO_A)
    table.refused("2 <06")
    return table.play("06 <01")


@scene("SJ-flujo-1", "dgn", "The turn moves to the right; a tile that lies open is shown to all and may be kept.")
def turn_and_open_tile() -> Table:
    table = Table("san-juan", opener=2).deal(BLOCK_AC)
    table.refused("1 45")
    table.play("00")
    table.refused("4 <06")
    table.play(">05 <06").expose(1, "35")
    return table.play(">54 >40")


@scene("SJ-flujo-2", "dgn", "Who has no tile that fits says paso; who has one may not, and no other tile is accepted.")
def passing() -> Table:
    table = Table("san-juan", opener=1).deal(DOMINO_A)
    table.play("06")
    table.refused("2 -")
    table.play("<01 <15 >64 <56 >41")
    table.refused("3 <25")
    table.refused("3 +")
    return table.play("- >16 <66 - - >62 >21 - - - >11 -")


@scene("SJ-domino", "dgn", "Seat 1 goes out: 1+3 score all 71 pips left, the partner's 31 among them.")
def domino() -> Table:
    return Table("san-juan", opener=1).hands(DOMINO_A)


@scene(
    "SJ-tranque", "dgn", "A block for the lower pair, then a tied one: nobody scores and the same player opens again."
)
def tied_block() -> Table:
    table = Table("san-juan", opener=1).hands(BLOCK_BD, TIED_BLOCK)
    return table.agree().deal(BLOCK_AC).play("00")


@scene("SJ-siguientes", "dgn", "Who laid the last tile opens: after dominó, and after a block that the other pair won.")
def last_tile_opens() -> Table:
    table = Table("san-juan", opener=1).hands(DOMINO_A, BLOCK_AC)
    return table.agree().deal(TIED_BLOCK).play("00")


@scene("SJ-final", "dgn", "1+3 pass 200 points in the second hand and win the match.")
def two_hundred_points() -> Table:
    table = Table("san-juan", opener=1).hands(BLOCK_AC, BLOCK_BD)
    table.refused("deal one-more")
    return table


@scene("SJ-conteo", "jsonl", "All tiles are laid open, and no hand is dealt before both pairs agree with the count.")
def count() -> Table:
    table = Table("san-juan", opener=1).hands(BLOCK_BD)
    table.refused("deal too-early")
    table.do("agree 3")
    table.refused("agree 1")
    table.refused("deal too-early")
    table.do("agree 2", "deal sj-3")
    return table


@scene("SJ-adicionales", "dgn", "Seat 1 goes out with a tile that fits both ends: 42 pips, and nothing for the capicú.")
def no_bonus() -> Table:
    return Table("san-juan", opener=1).hands(CAPICU)
