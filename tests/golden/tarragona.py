"""Scenes of the Tarragona book: pairs, an agreed limit, racks lifted in stages."""

from tests.builders import Table
from tests.golden.hands import BLOCK_AC, BLOCK_BD, DOMINO_A, DOMINO_B, TIED_BLOCK
from tests.golden.scene import scene

NAMES = ("Pons", "Vidal", "Mas", "Roca")
DRAW = "draw draw-958"
"""33 24 03 23: Vidal wins, 4-2 before 3-3; of the opponents Pons drew higher than Mas."""


@scene("TG-6.1", "dgn", "Agreed: 300 points, two hands or 30 minutes. The two hands come first and 1+3 are ahead.")
def agreed_limit() -> Table:
    return Table("tarragona", opener=1, limit="300p 2h 30m").hands(BLOCK_AC, TIED_BLOCK)


@scene("TG-6.2", "jsonl", "The home pair 1+3 names who keeps the sheet, 2+4 who counts; both stay so after the draw.")
def scorer_and_counter() -> Table:
    table = Table("tarragona", names=NAMES)
    table.refused("scorer 2")
    table.refused("counter 1")
    table.do("scorer 1", "counter 4", DRAW, "seat 1", "deal tg-1")
    table.refused("scorer 4")
    return table


@scene(
    "TG-6.3", "jsonl", "4-2 beats 3-3: same sum, higher suit. Its player opens and takes the seat of choice, seat 4."
)
def highest_sum_then_suit() -> Table:
    table = Table("tarragona", names=NAMES)
    table.refused("seat 4")
    table.do(DRAW)
    table.refused("deal too-early")
    table.refused("seat 5")
    table.do("seat 4")
    return table


@scene(
    "TG-6.4", "jsonl", "Vidal's partner Roca sits opposite, Pons, who drew the higher, on the right, Mas on the left."
)
def seats_by_the_draw() -> Table:
    table = Table("tarragona", names=NAMES)
    table.do(DRAW, "seat 1")
    return table


@scene("TG-6.5", "jsonl", "Seat 3 opens and is No. 1, seat 4 No. 2, seat 1 No. 3, seat 2 No. 4 in all that follows.")
def numbers_from_the_opener() -> Table:
    table = Table("tarragona", opener=3)
    table.do("deal tg-2")
    return table.play("25 <24")


@scene("TG-7.9", "jsonl", "After the hand everybody sees how long partners may comment on it: 30 seconds.")
def thirty_seconds() -> Table:
    table = Table("tarragona", opener=1).hands(BLOCK_AC)
    table.agree().deal(BLOCK_BD)
    return table


@scene("TG-8.1", "jsonl", "For the second hand all tiles are turned face down: what lay open is gone from every view.")
def face_down() -> Table:
    table = Table("tarragona", opener=1).hands(BLOCK_AC)
    table.agree().do("deal tg-3")
    return table


@scene("TG-8.2", "jsonl", "Seat 3 opens, so seat 2, on the left, is the first to shuffle.")
def number_four_shuffles() -> Table:
    table = Table("tarragona", opener=3)
    table.do("deal tg-4")
    return table


@scene("TG-8.3", "jsonl", "After No. 4 the opener shuffles again, and nobody else does.")
def opener_shuffles_again() -> Table:
    table = Table("tarragona", opener=1)
    table.refused("again 1")
    table.do("deal tg-5")
    return table


@scene("TG-8.4", "jsonl", "No. 2, 3 and 4 take seven tiles each; the opener is left the last seven.")
def order_of_taking() -> Table:
    table = Table("tarragona", opener=2)
    table.do("deal tg-6")
    return table


@scene("TG-8.5", "jsonl", "Everybody has seven tiles, and only No. 1 and No. 2 see theirs.")
def two_lift() -> Table:
    return Table("tarragona", opener=1).deal(BLOCK_AC)


@scene("TG-8.6", "jsonl", "Tiles stay in the order lifted while others leave the rack.")
def order_lifted() -> Table:
    return Table("tarragona", opener=1).deal(BLOCK_AC).play("00 >05 <06 >54 >40 <63 >02 <30")


@scene(
    "TG-8.7",
    "dgn",
    "An opening double lies across the opener's line, a mixed tile along it, high to the partner.",
    "places",
)
def opening_tiles() -> Table:
    table = Table("tarragona", opener=1).hands(BLOCK_AC)
    table.agree().deal(DOMINO_A)
    table.refused("2 >06")
    return table.play("06 <01")


@scene("TG-8.8", "jsonl", "No. 3 lifts when the opening tile is down, and not before.")
def number_three_lifts() -> Table:
    return Table("tarragona", opener=1).deal(BLOCK_AC).play("00")


@scene("TG-8.9", "jsonl", "No. 4 lifts when No. 2 has played; in the second hand, when No. 2 has passed.")
def number_four_lifts() -> Table:
    table = Table("tarragona", opener=1).deal(BLOCK_AC).play(BLOCK_AC.moves)
    return table.agree().deal(DOMINO_A).play("66 -")


@scene("TG-8.10", "dgn", "Then No. 3, 4, 1 and so on: nobody plays before the turn comes round.")
def in_order() -> Table:
    table = Table("tarragona", opener=4).deal(BLOCK_AC).play("00")
    for early in ("2 <06", "3 <03"):
        table.refused(early)
    table.play(">05")
    table.refused("3 >54")
    table.refused("4 <04")
    return table.play("<06 >54 >40 <63")


@scene("TG-9.1", "dgn", "Three mixed tiles, a turn, three mixed tiles, a turn, and back past the centre.", "places")
def the_carro() -> Table:
    return Table("tarragona", opener=1).hands(DOMINO_B)


@scene(
    "TG-9.2",
    "dgn",
    "With equal ends a tile goes to the player's right, or to the nearest end of a line in sight.",
    "places",
)
def equal_ends() -> Table:
    table = Table("tarragona", opener=1).deal(BLOCK_AC).play("00")
    table.refused("2 <05")
    table.play(BLOCK_AC.moves.removeprefix("00 ")).agree()
    table.deal(DOMINO_B).play("06 <02 <25 <56")
    table.refused("2 >26")
    return table.play("<62 <21 <16 <63")


@scene("TG-9.3", "dgn", "Who has no tile that fits passes, and who has one does not.")
def passing() -> Table:
    table = Table("tarragona", opener=1).deal(DOMINO_A).play("06")
    table.refused("2 -")
    return table.play("<01 <15 >64 <56 >41 - >16 <66 - -")


@scene("TG-10", "dgn", "Dominó: all 71 pips. A block: all 126 to the lower pair. A tied block: nothing.")
def how_hands_score() -> Table:
    return Table("tarragona", opener=1).hands(DOMINO_A, BLOCK_AC, TIED_BLOCK)


@scene("TG-11", "dgn", "The opening moves one seat to the right, whoever won, and after a tied block too.")
def opening_moves_right() -> Table:
    table = Table("tarragona", opener=3).hands(BLOCK_AC, TIED_BLOCK, BLOCK_BD)
    return table.agree().deal(DOMINO_B).play("06")


@scene("TG-12", "jsonl", "1+3 pass 300; the scorer and the counter sign the sheet, and nobody else.")
def signatures() -> Table:
    table = Table("tarragona", opener=1)
    table.do("scorer 3", "counter 4")
    table.sheet(250, 100, opener=1)
    table.refused("sign 3")
    table.hands(BLOCK_AC)
    table.refused("deal one-more")
    table.refused("sign 1")
    table.do("sign 3")
    table.refused("sign 3")
    table.do("sign 4")
    return table
