"""Scenes of Tarragona's referee, articles 15 to 18: faltas graves, muy graves, and the technical sanction."""

from tests.golden.referee_tarragona import FORCED
from tests.golden.sheets import sheet
from tests.referee.papers import hand

BOOK = "tarragona"

two_kinds_of_three = sheet(
    "TG-15.1",
    "Three of one leve and three of another make two graves that are not the same: nothing is proposed.",
    BOOK,
    "00 " + "[TG-14.6 seat=2 chose=continue] " * 3 + ">05 " + "[TG-14.8 seat=2 chose=continue] " * 3 + "<06",
)
getting_up = sheet(
    "TG-15.2",
    "Seat 3 gets up in mid-hand; seat 4 goes on: a yellow card.",
    BOOK,
    "00 >05 [TG-15.2 seat=3 chose=continue] <06",
)
another_tile = sheet(
    "TG-15.3",
    "Seat 3 takes 0-6, which fits, and plays another; seat 4 annuls, and 1+3, who had opened, lose the opening.",
    BOOK,
    "00 >05 [TG-15.3 seat=3 tile=06 chose=annul] = void TG-15.3",
)
talking = sheet(
    "TG-15.4",
    "Seat 4 talks to its partner; seat 1 annuls, and seat 1, who had opened, opens again.",
    BOOK,
    "00 >05 [TG-15.4 seat=4 chose=annul] = void TG-15.4",
)
same_grave_twice = sheet(
    "TG-15.5",
    "The same grave a second time: the referee is asked whether it becomes muy grave.",
    BOOK,
    "00 [TG-15.4 seat=2 chose=continue] >05 [TG-15.4 seat=2]",
)
confirmed = sheet(
    "TG-16.1",
    "The referee confirms it: red, and 2+4 lose the match.",
    BOOK,
    '00 [TG-15.4 seat=2 chose=continue] >05 [TG-15.4 seat=2 confirm=yes by="árbitro"] = lost 2+4 +300 TG-15.4',
    result="1+3",
)
arguing = sheet(
    "TG-16.2",
    "Seat 2 argues aloud: red; 1+3 have 40 and are raised to 300.",
    BOOK,
    "#1 o1 0-0 = domino 1 +40",
    hand("56 [TG-16.2 seat=2] = lost 2+4 +260 TG-16.2", 2, 2, "40-0"),
    result="1+3",
)
disrupting = sheet(
    "TG-16.3",
    "A match over 12 hands has no points to raise anybody to: 2+4 lose it with +0.",
    BOOK,
    "00 [TG-16.3 seat=2] = lost 2+4 +0 TG-16.3",
    limit="12h",
    result="1+3",
)
not_accepting = sheet(
    "TG-16.4",
    "Seat 1 does not accept the annulment that seat 2 chose: red, and the match is lost.",
    BOOK,
    "00 >05 [TG-14.8 seat=1 chose=annul] = void TG-14.8",
    "#2 o2 0-0 [TG-16.4 seat=1] = lost 1+3 +300 TG-16.4",
    result="2+4",
)
attacking = sheet(
    "TG-16.5",
    "Seat 4 insults the referee: red, with the limit at 100 points or 5 hands.",
    BOOK,
    "00 >05 <06 [TG-16.5 seat=4] = lost 2+4 +100 TG-16.5",
    limit="100p 5h",
    result="1+3",
)
leaving = sheet(
    "TG-16.6",
    "Seat 3 walks out between two hands: red; 2+4 are raised from 90 to 300.",
    BOOK,
    "#1 o1 0-0 = domino 2 +90",
    "#2 o2 0-90 [TG-16.6 seat=3] = lost 1+3 +210 TG-16.6",
    result="2+4",
)
technical_sanction = sheet(
    "TG-18.1",
    "Every leve asks for the technical sanction: here seat 1, on the right of seat 4, has to decide.",
    BOOK,
    "00 >05 [TG-14.8 seat=4]",
)
opening_lost_or_kept = sheet(
    "TG-18.2",
    "Annulled against the side that opened, the opening moves right; against the other side, the same player opens.",
    BOOK,
    "00 >05 [TG-14.8 seat=3 chose=annul] = void TG-14.8",
    hand("05 [TG-14.8 seat=3 chose=annul] = void TG-14.8", 2, 2),
    hand("56", 3, 2),
)
rebuilding = sheet(
    "TG-18.3",
    "Thinking with one tile, found out when the carro has grown: seat 4 may have it rebuilt, too.",
    BOOK,
    f"{FORCED} 06 <01 <15 >64 <56 [TG-14.12 seat=3 turn=3]",
)
blue_cards = sheet(
    "TG-18.4",
    "A blue card whatever was decided; the second one brings a yellow.",
    BOOK,
    "00 [TG-14.1 seat=2 chose=continue] >05 [TG-14.6 seat=2 chose=annul] = void TG-14.6",
)
yellow_cards = sheet(
    "TG-18.5",
    "A yellow with every grave; the referee does not make the second same one a red, and the hand goes on.",
    BOOK,
    '00 [TG-15.2 seat=3 chose=continue] >05 [TG-15.2 seat=3 confirm=no by="árbitro" chose=continue] <06',
)
raised_to_the_limit = sheet(
    "TG-18.6",
    "120-180 and a red for seat 4: 1+3 are raised by 180 to the limit, 2+4 keep their 180.",
    BOOK,
    "#1 o1 0-0 = domino 1 +120",
    "#2 o2 120-0 = domino 2 +90",
    "#3 o3 120-90 = domino 2 +90",
    "#4 o4 120-180 [TG-16.5 seat=4] = lost 2+4 +180 TG-16.5",
    result="1+3",
)
