"""Scenes of the clasico book: the game as people play it at home."""

from tests.builders import Dealt, Table
from tests.golden.hands import BLOCK_AC, BLOCK_BD, CAPICU, DOMINO_A, DOMINO_B, TIED_BLOCK
from tests.golden.scene import scene

THREE = Dealt(BLOCK_AC.racks[:3], asleep=BLOCK_AC.racks[3])


@scene("CL-fichas", "jsonl", "With the double-nine set everybody has ten tiles and fifteen sleep; nobody draws them.")
def fifty_five_tiles() -> Table:
    table = Table("clasico", set="double-nine")
    table.do("deal cl-nine")
    table.refused(f"{table.turn} +")
    return table.finish()


@scene("CL-nombres", "dgn", "The same tiles as several regions call them.", "names")
def what_tiles_are_called() -> Table:
    return Table("clasico").deal(BLOCK_AC, opener=1).play("00 >05 <06 >54 >40 <63 <33")


@scene("CL-jugadores", "dgn", "Three play, each alone; seven tiles sleep, and the fourth seat does not exist.")
def three_alone() -> Table:
    return Table("clasico", play="alone", players=3).deal(THREE, opener=1).finish()


@scene(
    "CL-objetivo",
    "dgn",
    "The winners of a hand score all tiles left, the partner's too; 1+3 are the first to pass 100.",
)
def first_to_a_hundred() -> Table:
    return Table("clasico").hands(DOMINO_A, DOMINO_A, CAPICU)


@scene(
    "CL-pensada", "dgn", "Everybody sees how long everybody took, and a forced turn takes as long as its player likes."
)
def thinking() -> Table:
    table = Table("clasico").deal(DOMINO_A, opener=1)
    return table.play("06", 3).play("<01", 12.5).play("<15", 20).play(">64 <56 >41", 0.4).play("-", 30)


@scene("CL-inicio", "jsonl", "Nobody draws and nobody agrees: the holder of 6-6 opens, with whatever tile.")
def double_six_opens() -> Table:
    table = Table("clasico")
    table.refused("draw anything")
    table.refused("opener 2")
    table.do("deal cl-first")
    return table


@scene(
    "CL-siguientes", "dgn", "Seat 2 opened the first hand; seat 3 opens the next, seat 4 the one after, with any tile."
)
def opening_moves_right() -> Table:
    table = Table("clasico", limit="300p").deal(BLOCK_AC, opener=2).play(BLOCK_AC.moves)
    table = table.agree().hands(TIED_BLOCK)
    return table.agree().deal(DOMINO_B).play("06")


@scene("CL-mezcla", "jsonl", "Who opened a hand shuffles for the next one.")
def who_opened_shuffles() -> Table:
    table = Table("clasico")
    for seed in ("cl-1", "cl-2"):
        table.do(f"deal {seed}")
        table.finish().agree()
    table.do("deal cl-3")
    return table


@scene(
    "CL-desarrollo",
    "dgn",
    "Tiles join on equal numbers and doubles lie across; who has none that fits passes.",
    "places",
)
def equal_numbers_join() -> Table:
    table = Table("clasico").deal(DOMINO_A, opener=1).play("06")
    for wrong in ("2 <33", "2 -", "3 <02", "2 +"):
        table.refused(wrong)
    return table.play("<01 <15 >64 <56 >41 - >16 <66")


@scene("CL-matar", "dgn", "Move 10 covers the last 6: the table shows that 6-6 is killed, and not whose it is.")
def killed_double() -> Table:
    return Table("clasico").hands(DOMINO_B)


@scene("CL-final", "dgn", "Dominó, a block for the lower pair, and a tied block that scores nothing and moves on.")
def how_hands_end() -> Table:
    table = Table("clasico", limit="300p").hands(DOMINO_A, BLOCK_BD, TIED_BLOCK)
    return table.agree().deal(BLOCK_AC).play("00")
