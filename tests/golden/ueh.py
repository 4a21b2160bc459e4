"""Scenes of the UEH book: everybody alone, points are bad, re-entries over 300."""

from tests.builders import Table
from tests.golden.hands import BLOCK_AC, BLOCK_BD, DOMINO_A, DRAWING, TIED_WITH_MANO, TIED_WITHOUT_MANO, TWO_DOUBLES
from tests.golden.scene import scene


@scene(
    "UEH-objetivo", "dgn", "Everybody writes points for themselves, and points are bad; the match goes on below 300."
)
def points_are_bad() -> Table:
    return Table("ueh").hands(DOMINO_A, BLOCK_AC, BLOCK_BD)


@scene("UEH-reparto", "jsonl", "Seat 4 and then seat 2 are dealt five doubles: the tiles are dealt again, twice.")
def dealt_again() -> Table:
    table = Table("ueh")
    table.do("deal deal-1676")
    return table


@scene("UEH-salida", "dgn", "Seat 3 holds 6-6 and opens with another tile; the next hand is opened by seat 4.")
def double_six_opens() -> Table:
    table = Table("ueh").deal(BLOCK_AC, opener=3)
    table.refused("1 06")
    table.play(BLOCK_AC.moves).agree().deal(DOMINO_A)
    table.refused("3 33")
    return table.play("06")


@scene("UEH-turno", "dgn", "To the right, on either end, or a pass; nobody passes with a tile that fits.")
def turns() -> Table:
    table = Table("ueh").deal(DOMINO_A, opener=1).play("06")
    table.refused("3 <02")
    table.refused("2 >04")
    table.refused("2 -")
    return table.play("<01 <15 >64 <56 >41 - >16 <66 - - >62")


@scene(
    "UEH-robar", "dgn", "Three players: who cannot play may draw one tile; three passes without a draw block the hand."
)
def drawing() -> Table:
    table = Table("ueh", players=3).deal(DRAWING, opener=1).play("13 <12 <22")
    table.refused("1 +")
    return table.play(">36 +02 <20 <01 >61 +06 - +25 - - - -")


@scene("UEH-dobles", "dgn", "Two doubles in one turn: not in the first hand, but in the second.")
def two_doubles() -> Table:
    table = Table("ueh").deal(TWO_DOUBLES, opener=1).play("45")
    table.refused("2 <44&>55")
    table.finish().agree().deal(TWO_DOUBLES).play("45")
    table.refused("3 <55&>44")
    return table.play("<44&>55")


@scene("UEH-obligada", "jsonl", "A turn with one option only is played at once; a choice takes its ten seconds.")
def forced_turns() -> Table:
    return Table("ueh").deal(DOMINO_A, opener=1).play(DOMINO_A.moves, every=10)


@scene("UEH-final", "dgn", "Tied blocks: the mano wins; where the mano is not tied, the first tied from the mano on.")
def tied_blocks() -> Table:
    return Table("ueh").hands(TIED_WITH_MANO, TIED_WITHOUT_MANO)


@scene("UEH-anotacion", "dgn", "Seat 1 goes out and writes nothing; the others write the 22, 31 and 18 in their racks.")
def own_pips() -> Table:
    return Table("ueh").hands(DOMINO_A)


@scene(
    "UEH-reenganche",
    "dgn",
    "Exactly 300 is not over; seat 4 re-enters, counts double, re-enters, counts fourfold, is out.",
)
def re_entries() -> str:
    """Only results: 300 points are many hands. Worked out by hand; the score before each hand is the proof."""
    return """
        [Book "ueh"] [Result "*"]
        #1  o1 0/0/0/0       = domino 1 +110 (0/20/30/60)
        #2  o2 0/20/30/60    = domino 1 +110 (0/20/30/60)
        #3  o3 0/40/60/120   = domino 1 +110 (0/20/30/60)
        #4  o4 0/60/90/180   = domino 1 +110 (0/20/30/60)
        #5  o1 0/80/120/240  = domino 1 +110 (0/20/30/60)
        #6  o2 0/100/150/300 = domino 1 +35 (0/10/20/5)    ; 305: back to 170, the highest of the others
        #7  o3 0/110/170/170 = domino 1 +80 (0/10/10/60)   ; 60 counts 120
        #8  o4 0/120/180/290 = domino 1 +16 (0/5/5/6)      ; 302: back to 185
        #9  o1 0/125/185/185 = domino 1 +55 (0/10/20/25)   ; 25 counts 100
        #10 o2 0/135/205/285 = domino 1 +24 (0/10/10/4)    ; 301: out
        #11 o3 0/145/215/301 = domino 1 +70 (0/30/40/-)
    """


@scene("UEH-ganador", "jsonl", "Four players are thrown out one after the other, by 20 points; the last one wins.")
def last_one_in() -> Table:
    table = Table("ueh", limit="20p").hands(BLOCK_AC, BLOCK_AC, BLOCK_AC)
    while table.match.winner is None:
        table.agree().do(f"deal {len(table.match.seats)}-left")
        table.finish()
    return table
