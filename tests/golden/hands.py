"""Hands worked out by hand: deals, lines of play and what is left.

Every book accepts them: the opener holds 6-6, nobody more than four doubles, and where both ends are equal the tile
goes to the player's right (TG-9.2). A, B, C, D are the players from the opener on.
"""

from tests.builders import Dealt

_BLOCK = "00 >05 <06 >54 >40 <63 >02 <30 >21 >10"
"""All seven blanks in ten moves: A 00 40 21, B 05 63 10, C 06 02, D 54 30. 126 pips are left."""

BLOCK_AC = Dealt(
    (
        "00.04.12.66.11.13.22",  # left 66 11 13 22: 22
        "05.36.01.16.25.44.56",  # left 16 25 44 56: 33
        "06.02.14.15.23.24.33",  # left 14 15 23 24 33: 28
        "45.03.26.34.35.46.55",  # left 26 34 35 46 55: 43
    ),
    _BLOCK,
)
"""A+C 50, B+D 76: the opener's pair wins 126. Alone: A, with 22; the others write 33 + 28 + 43 = 104."""

BLOCK_BD = Dealt(
    (
        "66.00.04.12.34.35.55",  # left 66 34 35 55: 37
        "05.36.01.11.13.22.23",  # left 11 13 22 23: 15
        "06.02.56.46.44.26.25",  # left 56 46 44 26 25: 44
        "45.03.14.15.16.24.33",  # left 14 15 16 24 33: 30
    ),
    _BLOCK,
)
"""A+C 81, B+D 45: the other pair wins 126. Alone: B, with 15; the others write 37 + 44 + 30 = 111."""

TIED_BLOCK = Dealt(
    (
        "66.00.04.12.11.24.25",  # left 66 11 24 25: 27
        "05.36.01.13.26.44.56",  # left 13 26 44 56: 31
        "06.02.15.16.23.35.46",  # left 15 16 23 35 46: 36
        "45.03.14.22.33.34.55",  # left 14 22 33 34 55: 32
    ),
    _BLOCK,
)
"""A+C 63, B+D 63."""

DOMINO_A = Dealt(
    (
        "66.56.06.36.11.13.12",
        "33.22.24.01.04.14.35",  # left 22 24 04 35: 22
        "25.44.02.23.15.45.34",  # left 25 44 02 23 45: 31
        "46.26.55.05.03.00.16",  # left 55 05 03 00: 18
    ),
    "06 <01 <15 >64 <56 >41 - >16 <66 - - >62 >21 - - - >11 - - - <63 <33 <34 - >13",
)
"""A goes out. 71 pips are left, A's partner has 31 of them."""

DOMINO_B = Dealt(
    (
        "06.34.26.15.66.33.00",  # left 66 00: 12
        "04.14.44.24.02.12.46",
        "35.16.05.03.55.25.13",  # left 03 55 13: 17
        "22.36.23.56.01.11.45",  # left 01 11: 3
    ),
    "06 <02 <25 <56 <62 <21 <16 <63 <33 >64 <35 <54 <43 >40 >05 <32 >51 >14 - <22 - <24 - - - <44",
)
"""B goes out. 32 pips are left. Move 10 covers the last 6: from then on A's 6-6 is killed."""

CAPICU = Dealt(
    (
        "15.23.12.34.66.45.46",
        "24.02.11.22.04.13.33",  # left 02 22 33: 12
        "16.55.03.26.35.05.25",  # left 35 25: 15
        "01.00.56.44.06.14.36",  # left 00 06 36: 15
    ),
    "46 <42 >61 >10 <23 <31 >03 <14 >34 <40 <05 <56 <66 - <62 >44 <21 <11 - - <15 - <55 - >45",
)
"""A goes out with 5-4 between a 5 and a 4: it fits both ends. 42 pips are left."""

TIED_WITH_MANO = Dealt(
    (
        "66.00.04.12.11.24.26",  # left 66 11 24 26: 28
        "05.36.01.22.35.44.56",  # left 22 35 44 56: 31
        "06.02.13.14.15.16.33",  # left 13 14 15 16 33: 28
        "45.03.23.25.34.46.55",  # left 23 25 34 46 55: 39
    ),
    _BLOCK,
)
"""Alone: A and C tied with 28."""

TIED_WITHOUT_MANO = Dealt(
    (
        "66.00.04.12.33.16.25",  # left 66 33 16 25: 32
        "05.36.01.11.23.26.46",  # left 11 23 26 46: 25
        "06.02.34.35.44.55.56",  # left 34 35 44 55 56: 44
        "45.03.13.14.15.22.24",  # left 13 14 15 22 24: 25
    ),
    _BLOCK,
)
"""Alone: B and D tied with 25, and A has 32."""

DRAWING = Dealt(
    (
        "13.36.26.66.16.46.00",  # left 26 66 46 00: 30
        "12.04.45.44.55.34.05",  # left 04 45 44 55 34 05 and 06: 49
        "01.03.24.33.22.23.56",  # left 03 24 33 23 56 and 25: 38
    ),
    "13 <12 <22 >36 +02 <20 <01 >61 +06 - +25 - - - -",
    asleep="02.06.25.35.14.15.11",
)
"""Three players. B draws 0-2 and plays it; both ends are 1 when B draws 0-6 and C 2-5 in vain; then all three pass
without drawing, and the hand is blocked although 1-4, 1-5 and 1-1 sleep."""

TWO_DOUBLES = Dealt(
    ("45.66.16.26.36.01.02", "44.55.14.25.03.12.13", "46.56.24.15.33.22.00", "34.35.04.05.06.11.23"),
    "45 <44&>55",
)
"""B has the doubles of both ends when A opens with 4-5."""
