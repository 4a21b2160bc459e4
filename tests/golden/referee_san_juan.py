"""Scenes of San Juan's referee: irregularities recorded at a real table and what follows from them."""

from tests.golden.sheets import sheet
from tests.referee.papers import BLOCK, hand

BOOK = "san-juan"

rearranged = sheet(
    "SJ-flujo-1",
    "Seat 4 rearranges 5-5: it lies open to all, and seat 4 plays 5-4 instead all the same.",
    BOOK,
    "00 >05 <06 [SJ-flujo-1 seat=4 tile=55] >54",
    variant="referee",
)

touched = sheet(
    "SJ-flujo-1",
    "Seat 3 touches 1-5 and then 0-6 in turn: 1-5 fits and must be played. Seat 1 touches 1-3 out of turn: it is seen.",
    BOOK,
    "00 >05 [SJ-flujo-1 seat=3 tile=15.06 touched=yes] >51 [SJ-flujo-1 seat=1 tile=13 touched=yes] <03",
    variant="touched",
)

false_block = sheet(
    "SJ-tranque-falso",
    "Seat 3 turns up its tiles believing in a block: all 148 pips not played go to 2+4, and the hand is over.",
    BOOK,
    "00 >05 <06 >54 [SJ-tranque-falso seat=3] = lost 1+3 +148 SJ-tranque-falso",
)

misplaced_at_once = sheet(
    "SJ-irreg-1",
    "0-6 laid on a 5 is moved to the 0; 3-4 fits neither 6 nor 5 and goes back to the rack.",
    BOOK,
    "00 >05 3!>06 [SJ-irreg-1 seat=3] <06 4!<34 [SJ-irreg-1 seat=4] >54",
)

misplaced_found_late = sheet(
    "SJ-irreg-2",
    "Found after others have played: seat 3 did it, 20 for 2+4; then nobody knows who did it, and the hand is void.",
    BOOK,
    "00 >05 3!>14 >45 [SJ-irreg-2 seat=3] = lost 1+3 +20 SJ-irreg-2",
    hand("45 <40 2!>16 >60 [SJ-irreg-2] = void SJ-irreg-2", 2, 4, "0-20"),
    "#3 o4 0-20",
)

breaking_the_hand = sheet(
    "SJ-irreg-3",
    "Seat 2 breaks the hand and is warned; seat 4 has a warning of its own; seat 2 again: 20 off 2+4.",
    BOOK,
    f"{BLOCK} [SJ-irreg-3 seat=2] = block 1+3 +126 (50-76)",
    "#2 o2 126-0 [SJ-irreg-3 seat=4] [SJ-irreg-3 seat=2] = domino 3 +30",
)

ahead_of_turn = sheet(
    "SJ-irreg-4",
    "Seat 3 plays before seat 2 has: 20 off 1+3, and 0-6 goes back to the rack until its turn.",
    BOOK,
    "00 3!>06 [SJ-irreg-4 seat=3] >05 <06",
)

gestures = sheet(
    "SJ-irreg-5",
    "Seat 3 comments on the hand: 20 off 1+3, who win 126 with it all the same.",
    BOOK,
    "00 >05 <06 >54 [SJ-irreg-5 seat=3] >40 <63 >02 <30 >21 >10 = block 1+3 +126 (50-76)",
)

arguing = sheet(
    "SJ-irreg-6",
    "Seat 2 pushes a judge and is expelled: 2+4 forfeit the match, and the score stays as it was.",
    BOOK,
    "#1 o1 0-0 = domino 2 +35",
    hand("56 [SJ-irreg-6 seat=2] = lost 2+4 +0 SJ-irreg-6", 2, 2, "0-35"),
    result="1+3",
)

walking_out = sheet(
    "SJ-irreg-7",
    "Seat 3 leaves in anger: expelled, and 1+3 forfeit.",
    BOOK,
    "00 >05 [SJ-irreg-7 seat=3] = lost 1+3 +0 SJ-irreg-7",
    result="2+4",
)

marking = sheet(
    "SJ-irreg-8",
    "Before the opening, seat 4 is seen to mark a tile: expelled, and 2+4 forfeit.",
    BOOK,
    "[SJ-irreg-8 seat=4] = lost 2+4 +0 SJ-irreg-8",
    result="1+3",
)

false_pass = sheet(
    "SJ-pase",
    "Seat 3 passed in turn 3 with 0-6 in the rack; found two turns later the hand ends, with 20 for 2+4.",
    BOOK,
    "00 >05 3!- >54 >40 [SJ-pase seat=3 turn=3] = lost 1+3 +20 SJ-pase",
    "#2 o1 0-20",
)

false_pass_with_tiles = sheet(
    "SJ-pase",
    "With the option remaining_plus_20 the 150 pips left count too: 170 for 2+4.",
    BOOK,
    "00 >05 3!- >54 >40 [SJ-pase seat=3 turn=3] = lost 1+3 +170 SJ-pase",
    option="false_pass_award=remaining_plus_20",
    variant="remaining",
)

judges = sheet(
    "SJ-jueces",
    "What is not written: the judges end the hand and give 15 points to 1+3.",
    BOOK,
    '00 >05 [SJ-jueces by="Harold Vicente" text="a tile lay on the floor" points=1:+15] = ruling "not counted"',
)
