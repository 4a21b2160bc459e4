"""Scenes of the individual competition's referee, and the one of UEH."""

from tests.golden.hands import DOMINO_A
from tests.golden.sheets import sheet
from tests.referee.papers import hand

BOOK = "competencia-individual"

TILES = "deal " + " ".join(f"{seat}:{rack}" for seat, rack in enumerate(DOMINO_A.racks, start=1))
"""DOMINO_A from seat 1 on."""

TO_THE_LAST = DOMINO_A.moves.removesuffix(" >13")
"""Seat 1 holds 1-3 alone, and it fits. Left: seat 2 22, seat 3 31, seat 4 18."""

phone = sheet("CI-6", "Seat 2's phone rings: recorded, and nothing is written about it.", BOOK, "00 [CI-6 seat=2] >05")

signs = sheet(
    "CI-7",
    "Seat 4 makes signs: recorded; nothing follows but what the director rules, here a warning in words.",
    BOOK,
    '00 >05 [CI-7 seat=4] [CI-18 seat=4 by="Director" text="aviso"] <06',
)

slow_move = sheet(
    "CI-9",
    "At a real table a move of 41 seconds is for the director, who takes 5 points off 2+4.",
    BOOK,
    '00 >05{41} [CI-9 seat=2] [CI-18 seat=2 by="Director" text="41 s" points=2:-5] <06',
    variant="referee",
)

false_pass_accepted = sheet(
    "CI-10",
    "Seat 3 passed with 0-6; 2+4 accept that 30 come off seat 3's own difference, and the hand goes on.",
    BOOK,
    "00 >05 3!- >54 [CI-10 seat=3 turn=3 chose=accept] >40",
)

false_pass_for_the_opening = sheet(
    "CI-10",
    "2+4 want the opening instead: the hand is void, no 30, and seat 4, on the offender's right, opens.",
    BOOK,
    "00 >05 3!- >54 [CI-10 seat=3 turn=3 chose=opening] = void CI-10",
    hand("45", 2, 4),
    variant="opening",
)

false_pass_rebuilt = sheet(
    "CI-10",
    "2+4 want the hand rebuilt: seat 3 is in turn again, as before its false pass.",
    BOOK,
    "00 >05 3!- >54 >40 [CI-10 seat=3 turn=3 chose=rebuild] <06 >54",
    variant="rebuild",
)

opening_out_of_turn = sheet(
    "CI-11",
    "Seat 3 opens out of turn; 1-5 stays open, seat 4 lets it go on, and between a 1 and a 5 it goes on the 5.",
    BOOK,
    "3!15 [CI-11 seat=3 chose=continue] 12 >25 >51",
    variant="referee",
)

new_sopa = sheet(
    "CI-11",
    "Seat 3 opens out of turn and seat 4 wants a new sopa: the hand is void and seat 1 opens again.",
    BOOK,
    "3!15 [CI-11 seat=3 chose=annul] = void CI-11",
    hand("00", 2, 1),
    variant="annul",
)

piano = sheet(
    "CI-12",
    "The piano: 1-5, touched first, fits and must be played; 3-4, touched by seat 4, does not, and stays open.",
    BOOK,
    "00 >05 [CI-12 seat=3 tile=15] >51 [CI-12 seat=4 tile=34] <03",
    variant="referee",
)

cachirul = sheet(
    "CI-13",
    "1-4 does not fit; seat 4 has not played, so it is taken back, stays open, and seat 3 plays another.",
    BOOK,
    "00 >05 3!>14 [CI-13 seat=3] >51",
)

cachirul_found_late = sheet(
    "CI-13",
    "Seat 4 has played on the cachirul: the director has to rule, does, and the hand goes on as it lies.",
    BOOK,
    '00 >05 3!>14 >45 [CI-13 seat=3] [CI-18 seat=3 by="Director" text="it stands" points=1:-10] <04',
    variant="late",
)

cachirul_noticed_by_its_pair = sheet(
    "CI-13",
    "Seat 4 has played on the other end when seat 3's own pair notices: 1-4 is withdrawn, 0-3 stands, seat 1 plays.",
    BOOK,
    "00 >05 3!>14 <03 [CI-13 seat=3 noticed=own] <31",
    variant="own",
)

last_tile_passed = sheet(
    "CI-14",
    "Seat 1 passes with 1-3, which fits, and seat 2 plays on: seat 1 wins the hand, 22 + 31 + 18 less the 4-2.",
    BOOK,
    f"#1 o1 0-0 {TILES} {TO_THE_LAST} 1!- <42 [CI-14 seat=1] = domino 1 +65",
)

playing_alone = sheet(
    "CI-15",
    "Seat 1 pauses while everybody else passes and only the double is missing: no sanction.",
    BOOK,
    f"#1 o1 0-0 {TILES} {TO_THE_LAST} [CI-15 seat=1] >13 = domino 1 +71",
)

alone_and_passing = sheet(
    "CI-15",
    "Seat 1 alone holds blanks, passes falsely among three true passes, and the hand goes on.",
    BOOK,
    "#1 o1 0-0 deal 1:00.01.02.03.04.05.06 2:11.12.13.14.15.16.22 3:23.24.25.26.33.34.35 4:36.44.45.46.55.56.66 "
    "00 - - - 1!- [CI-15 seat=1] - - - >01",
    variant="pass",
)

judges_only = sheet(
    "CI-17",
    "It is a judge who sanctions: seat 4 passed falsely, 30 off its own difference.",
    BOOK,
    '00 >05 <06 4!- [CI-10 seat=4 chose=accept by="juez de mesa"] <66',
)

director = sheet(
    "CI-18",
    "The director decides what is not written, with points for 2+4.",
    BOOK,
    '00 >05 [CI-18 by="Director" text="the lamp fell on the table" points=2:+10] <06',
)

suspended = sheet(
    "CI-19",
    "Seat 3 puts the tournament at risk and is suspended.",
    BOOK,
    "00 >05 [CI-19 seat=3]",
)

stalling = sheet(
    "UEH-obligada",
    "Seat 3 stalls with one option only: recorded, and nothing is written about it.",
    "ueh",
    f"#1 o1 0/0/0/0 {TILES} 06 <01 [UEH-obligada seat=3] <15",
    variant="referee",
)
