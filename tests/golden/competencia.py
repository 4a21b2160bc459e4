"""Scenes of the competencia-individual book: 100 points or 25 minutes, move clocks, open tiles."""

from tests.builders import Dealt, Table
from tests.golden.hands import BLOCK_AC, BLOCK_BD, CAPICU, DOMINO_A, DOMINO_B, TIED_BLOCK
from tests.golden.scene import scene

BOOK = "competencia-individual"

OPEN_TILES = Dealt(
    ("00.04.12.66.11.13.22", "05.36.01.16.25.44.46", "06.02.14.15.23.24.33", "45.03.26.34.35.56.55"),
)
"""As BLOCK_AC, but D has 5-6 and B 4-6: after 00 >05 <06 D's 5-6 fits both ends, 6 and 5."""


@scene("CI-3", "jsonl", "Time is called with the tiles lifted: that hand and one more are played, then all four sign.")
def time_with_tiles_lifted() -> Table:
    table = Table(BOOK, opener=1).wait(24 * 60 + 55).hands(TIED_BLOCK, DOMINO_B)
    table.refused("deal one-more")
    table.do("sign 1", "sign 2", "sign 3", "sign 4")
    return table


@scene("CI-3", "jsonl", "Time is called before the tiles are lifted: two more hands.", variant="not-lifted")
def time_between_hands() -> Table:
    table = Table(BOOK, opener=1).hands(TIED_BLOCK)
    table.wait(25 * 60)
    return table.agree().hands(DOMINO_A, CAPICU)


@scene("CI-4", "dgn", "1+3 reach 113 against 71 and win the point; for the difference 100 count.")
def one_hundred_points() -> Table:
    return Table(BOOK, opener=1).hands(DOMINO_A, DOMINO_A, CAPICU)


@scene("CI-mano", "dgn", "Dominó: all 32 pips left to the pair that went out. A block: all 126 to the lower pair.")
def how_hands_score() -> Table:
    table = Table(BOOK, opener=1).hands(DOMINO_B).agree().deal(BLOCK_AC).play("00")
    table.refused("1 <06")
    return table.play(">05 <06 >54 >40 <63 >02 <30 >21 >10")


@scene(
    "CI-5", "jsonl", "The highest tile opens; the player on the left makes the sopa; shuffling again means taking last."
)
def draw_sopa_and_taking() -> Table:
    table = Table(BOOK)
    table.do("draw draw-390", "deal ci-1")
    table.finish().agree()
    table.do(f"again {table.match.opener}", "deal ci-2")
    return table


@scene(
    "CI-9",
    "jsonl",
    "20 seconds, 60 where a block is possible; then the first legal tile in the order lifted is played.",
)
def move_clock() -> Table:
    table = Table(BOOK, opener=1).deal(BLOCK_AC)
    table.wait(19.9).wait(0.1)  # 00, the first tile of the rack
    table.play("00 >05 <06 >54 >40 <63 >02 <30 >21")
    table.wait(59.9).wait(0.1)  # 01 on the left: the first place of the first tile that fits
    return table


@scene("CI-11", "dgn", "Open tiles are played as soon as they fit, and 5-6 between a 6 and a 5 goes on the 6.")
def open_tiles_must_be_played() -> Table:
    table = Table(BOOK, opener=1).deal(OPEN_TILES).expose(4, "56").expose(4, "26").play("00 >05 <06")
    for wrong in ("4 >45", "4 >56", "4 -"):
        table.refused(wrong)
    return table.play("<65 -")


@scene(
    "CI-12",
    "dgn",
    "The piano: 1-5, touched first, fits and is played; 3-4 does not, stays open and is played once it fits.",
)
def piano() -> Table:
    table = Table(BOOK, opener=1).deal(BLOCK_AC).play("00 >05").expose(3, "15").play(">51 <03")
    return table.expose(4, "34").play(">12 >25 <33 <34")


@scene("CI-16", "dgn", "A tied block: nothing for anybody, and the opening moves on to seat 3.")
def tied_block() -> Table:
    return Table(BOOK, opener=2).hands(TIED_BLOCK).agree().deal(BLOCK_BD).play("00")
