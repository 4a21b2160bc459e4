"""Scenes of Tarragona's referee, articles 13 and 14: incorrecciones and faltas leves."""

from tests.golden.hands import DOMINO_A
from tests.golden.sheets import sheet
from tests.referee.papers import BLOCK, DEAL

BOOK = "tarragona"

FORCED = "#1 o1 0-0 deal " + " ".join(f"{seat}:{rack}" for seat, rack in enumerate(DOMINO_A.racks, start=1))
"""DOMINO_A from seat 1 on: after 06 <01 seat 3 has one tile and one place."""

comments = sheet(
    "TG-7.9",
    "Seats 2 and 4 comment on the hand for more than 30 seconds: a warning each (TG-13.6).",
    BOOK,
    f"{BLOCK} [TG-13.6 seat=2] [TG-13.6 seat=4] = block 1+3 +126 (50-76)",
    variant="referee",
)

tiles_laid_flat = sheet(
    "TG-8.6",
    "The referee lets seat 2 lay the tiles flat, which is recorded; seat 3 rearranges its own and is warned.",
    BOOK,
    '[TG-8.6 seat=2 by="árbitro"] 00 >05 [TG-13.2 seat=3] <06',
    variant="referee",
)

taking_early = sheet(
    "TG-13.1",
    "Seat 2 takes tiles ahead of turn, before the deal is done: a warning, at turn 0.",
    BOOK,
    f"#1 o1 0-0 [TG-13.1 seat=2] {DEAL} 00",
)
touching = sheet("TG-13.2", "Seat 3 touches its tiles: a warning.", BOOK, "00 >05 [TG-13.2 seat=3] <06")
rolling = sheet("TG-13.3", "Seat 4 rolls a tile while thinking: a warning.", BOOK, "00 >05 <06 [TG-13.3 seat=4] >54")
hands_on_table = sheet("TG-13.4", "Seat 1's hands hide the tiles: a warning.", BOOK, "00 >05 [TG-13.4 seat=1] <06")
fiddling = sheet("TG-13.5", "Seat 2 straightens the carro: a warning.", BOOK, "00 >05 <06 [TG-13.5 seat=2] >54")
talking_on = sheet(
    "TG-13.6",
    "Seat 1 talks about the hand for more than 30 seconds: a warning, before the count is written.",
    BOOK,
    f"{BLOCK} [TG-13.6 seat=1] = block 1+3 +126 (50-76)",
)
three_times = sheet(
    "TG-13.7",
    "The third time seat 2 touches its tiles brings a blue card and no decision; rolling a tile once does not count.",
    BOOK,
    "00 [TG-13.2 seat=2] [TG-13.3 seat=2] >05 [TG-13.2 seat=2] <06 [TG-13.2 seat=2] >54",
)
six_times = sheet(
    "TG-17",
    "The third and the sixth same incorrección bring a blue card each, and two blue bring a yellow.",
    BOOK,
    "00 " + "[TG-13.4 seat=2] " * 3 + ">05 <06 " + "[TG-13.4 seat=2] " * 3 + ">54",
)

phone = sheet(
    "TG-14.1",
    "Seat 2's phone rings, seat 3 annuls: 1+3 had opened, so seat 1 opens again; the card stays.",
    BOOK,
    "00 >05 [TG-14.1 seat=2 chose=annul] = void TG-14.1",
    "#2 o1 0-0",
)
wrong_opener = sheet(
    "TG-14.2",
    "Seat 2 opens the hand of seat 1, seat 3 lets it go on: 5-6 is taken back and seat 1 opens.",
    BOOK,
    "2!56 [TG-14.2 seat=2 chose=continue] 00",
    variant="referee",
)
off_centre = sheet(
    "TG-14.3",
    "Seat 1 opens far from the centre, seat 2 annuls: 1+3 had opened and lose the opening to seat 2.",
    BOOK,
    "00 [TG-14.3 seat=1 chose=annul] = void TG-14.3",
    "#2 o2 0-0",
    variant="referee",
)
wrong_way_round = sheet(
    "TG-14.4",
    "Seat 1 opens with the low number to its partner; seat 2 lets it go on.",
    BOOK,
    "04 [TG-14.4 seat=1 chose=continue] >44",
    variant="referee",
)
laid_otherwise = sheet(
    "TG-14.5",
    "Seat 1 lays its first tile otherwise than it does: the blue card comes at once, seat 2 has not yet decided.",
    BOOK,
    "00 [TG-14.5 seat=1]",
)
banged = sheet(
    "TG-14.6", "Seat 3 bangs a tile; seat 4 goes on.", BOOK, "00 >05 <06 [TG-14.6 seat=3 chose=continue] >54"
)
wrong_end = sheet(
    "TG-14.7",
    "Seat 2 plays 0-5 on its left although both ends are 0; seat 3 goes on, and it stays where it lies.",
    BOOK,
    "00 2!<05 [TG-14.7 seat=2 chose=continue] >06",
    variant="referee",
)
gestures = sheet(
    "TG-14.8",
    "The opener makes signs, seat 2 annuls: the opening is lost to seat 2.",
    BOOK,
    "00 >05 [TG-14.8 seat=1 chose=annul] = void TG-14.8",
)
tile_shown = sheet(
    "TG-14.9",
    "Seat 3 drops 3-3 and everybody sees it: it lies open, nobody has to play it, the hand goes on.",
    BOOK,
    "00 >05 ^3:33 [TG-14.9 seat=3 chose=continue] <06",
    variant="referee",
)
does_not_fit = sheet(
    "TG-14.10",
    "1-4 does not fit and lies there until seat 4 decides to go on: it is taken back and seat 3 plays another.",
    BOOK,
    "00 >05 3!>14 [TG-14.10 seat=3 chose=continue] <06",
    variant="referee",
)
does_not_fit_found_late = sheet(
    "TG-14.10",
    "Seat 4 has played on 1-4 before anybody noticed: going on, it stays where it lies.",
    BOOK,
    "00 >05 3!>14 >45 [TG-14.10 seat=3 chose=continue] <04",
    variant="late",
)
void_already = sheet(
    "TG-18.2",
    "Seat 1's gesture has annulled the hand and cost the opening; seat 2's in the same hand brings its card only.",
    BOOK,
    "00 >05 [TG-14.8 seat=1 chose=annul] [TG-14.8 seat=2] = void TG-14.8",
    variant="void",
)
false_pass = sheet(
    "TG-14.11",
    "Seat 3 passed with 0-6; found out a turn later, seat 4 goes on and the pass stands.",
    BOOK,
    "00 >05 3!- >54 [TG-14.11 seat=3 turn=3 chose=continue] >40",
    variant="referee",
)
thinking = sheet(
    "TG-14.12",
    "Seat 3 thought in turn 3 with one tile and one place; seat 4 has the chain rebuilt to that moment.",
    BOOK,
    f"{FORCED} 06 <01 <15 >64 <56 [TG-14.12 seat=3 turn=3 chose=rebuild] <15 >64",
    variant="referee",
)
third_phone_call = sheet(
    "TG-14.13",
    "The same leve for the third time: its blue and the yellow of the grave, with one decision.",
    BOOK,
    "00 [TG-14.1 seat=2 chose=continue] >05 [TG-14.1 seat=2 chose=continue] <06 [TG-14.1 seat=2]",
)
