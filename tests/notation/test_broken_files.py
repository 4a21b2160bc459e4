"""Files that cannot be right: refused with line and column, what was found, what was expected, and the article."""

import pytest

from tantera.notation import DgnError, judge, read
from tests.notation.mutations import EXAMPLE

SJ = '[Book "san-juan"]\n#1 o1 0-0\n'
DEAL = "deal 1:00.04.12.16.25.35.46 2:01.05.13.22.26.36.55 3:02.06.14.23.33.44.56 4:03.11.15.24.34.45.66\n"
SJD = SJ + DEAL
UEH = '[Book "ueh"]\n#1 o4 0/0/0/0\n'
TG = '[Book "tarragona"]\n#1 o1 0-0\n'
CI = '[Book "competencia-individual"]\n#1 o1 0-0\n'
CL = '[Book "clasico"]\n#1 o4 0-0\n'

# text, line, column, a fragment of found, a fragment of expected, article
BROKEN = {
    # --- tags
    "no book": ('[Event "x"]\n#1 o1 0-0', 2, 1, "#1", "a tag [Book", ""),
    "nothing at all": ("", 1, 1, "the end of the text", "a tag [Book", ""),
    "text before the tags": ('hello\n[Book "san-juan"]', 1, 1, "hello", "a tag like", ""),
    "text after the tags": ('[Book "san-juan"]\nhello', 2, 1, "hello", "a hand like #1", ""),
    "a tag without quotes": ("[Book san-juan]", 1, 1, "[Book san-juan]", 'a tag like [Book "san-juan"]', ""),
    "a bracket left open": ('[Book "san-juan"\n', 1, 1, '[Book "san-juan"', "closed on the same line", ""),
    "a quote left open": ('[Book "san-juan]\n', 1, 1, '[Book "san-juan]', "closed on the same line", ""),
    "an odd escape": ('[Book "san\\juan"]', 1, 1, '[Book "san', "closed on the same line", ""),
    "two books": ('[Book "ueh"]\n [Book "ueh"]', 2, 2, '[Book "ueh"]', "one tag Book only", ""),
    "two results": ('[Book "ueh"]\n[Result "1"]\n[Result "1"]', 3, 1, "Result", "one tag Result only", ""),
    "an unknown book": ('[Event "x"]\n[Book "monopoly"]', 2, 1, "monopoly (no such book", "one of san-juan", ""),
    "a folder for a book": ('[Book "/"]', 1, 1, "/ (no such book", "the path of a rule-book file", ""),
    "a book with a NUL": ('[Book "a\0"]', 1, 1, "a\0 (no such book", "the path of a rule-book file", ""),
    "a limit that is none": ('[Book "ueh"]\n[Limit "many"]', 2, 1, "'many'", "200p, 12h, 40m", ""),
    "a limit by option that is none": ('[Book "ueh"]\n[Option "limit=0p"]', 2, 1, "'0p'", "200p, 12h, 40m", ""),
    "two limits": ('[Book "ueh"]\n[Limit "5h"]\n[Option "limit=5h"]', 3, 1, "limit=5h", "one limit", ""),
    "an option without a value": ('[Book "ueh"]\n[Option "players"]', 2, 1, "'players'", "key=value", ""),
    "an option without a key": ('[Book "ueh"]\n[Option "=3"]', 2, 1, "'=3'", "key=value", ""),
    "an option twice": ('[Book "ueh"]\n[Players "3"]\n[Option "players=3"]', 3, 1, "players=3", "players once", ""),
    "an unknown option": (
        '[Book "ueh"]\n[Option "players=3"]\n[Option "colour=red"]\n[Option "tiles=7"]',
        3,
        1,
        "options.colour: the unknown field 'colour'",
        "one of limit",
        "",
    ),
    "an option nobody has": ('[Book "ueh"]\n[Option "set=double-ten"]', 2, 1, "'double-ten'", "double-nine", ""),
    "an option of 5000 digits": (f'[Book "ueh"]\n[Option "tiles={"9" * 5000}"]', 2, 1, "'999", "a whole number", ""),
    "players that are no number": ('[Book "ueh"]\n[Players "٣"]', 2, 1, "'٣'", "a whole number", ""),
    "too many players": ('[Book "ueh"]\n[Players "5"]', 2, 1, "options.players: 5", "a whole number", ""),
    "three players in pairs": (
        '[Book "clasico"]\n[Players "3"]\n[Option "play=pairs"]',
        2,
        1,
        "players: 3",
        "4 where play is pairs",
        "",
    ),
    "two tags for a seat": ('[Book "ueh"]\n[Seat1 "A"]\n[Seat1 "B"]', 3, 1, "Seat1", "one tag Seat1 only", ""),
    "two events": ('[Event "x"]\n[Book "ueh"][Event "y"]', 2, 13, "Event", "one tag Event only", ""),
    "too many tiles for the players": (
        '[Book "ueh"]\n[Players "3"]\n[Option "tiles=10"]',
        3,
        1,
        "tiles: 10",
        "at most 9 for 3 players",
        "",
    ),
    "too many players for the tiles": (
        '[Book "clasico"]\n[Option "set=double-nine"]\n[Option "tiles=14"]\n[Players "4"]',
        3,
        1,
        "tiles: 14",
        "at most 13",
        "",
    ),
    "a result nobody can have": ('[Book "san-juan"]\n[Result "1"]', 2, 1, "Result '1'", "1+3, 2+4, = or *", ""),
    "a result too early": ('[Result "1+3"]\n[Book "san-juan"]', 1, 1, "Result '1+3'", "'*'", "SJ-final"),
    "the wrong winner": (
        '[Result "2+4"]\n[Limit "9p"]' + SJ + "= domino 1 +9",
        1,
        1,
        "Result '2+4'",
        "'1+3'",
        "SJ-final",
    ),
    # --- the head of a hand
    "more hands than a match has": ('[Book "ueh"]\n#10000 o1 0/0/0/0', 2, 1, "#10000", "#1 to #9999", ""),
    "a hand without a number": ('[Book "ueh"]\n#', 2, 1, "#", "a hand like #1", ""),
    "a hand without an opener": ('[Book "ueh"]\n#1 0/0/0/0', 2, 4, "0/0/0/0", "the opener, o1 to o4", ""),
    "an opener nobody is": ('[Book "ueh"]\n#1 o5 0/0/0/0', 2, 4, "o5", "the opener, o1 to o4", ""),
    "no score": ('[Book "ueh"]\n#1 o1', 2, 6, "the end of the text", "the score", ""),
    "a score that is none": ('[Book "ueh"]\n#1 o1 0:0', 2, 7, "0:0", "the score, 0-0 or 0/0/0/0", ""),
    "a score in other digits": ('[Book "ueh"]\n#1 o1 ٠-٠', 2, 7, "٠-٠", "the score", ""),
    "a score for pairs alone": ('[Book "ueh"]\n#1 o1 0-0', 2, 1, "#1 o1 0-0", "a score like 0/0/0/0", ""),
    "a score by seat in pairs": ('[Book "san-juan"]\n#1 o1 0/0', 2, 1, "#1 o1 0/0", "a score like 0-0", ""),
    "too few scores": ('[Book "ueh"]\n#1 o1 0/0/0', 2, 1, "0/0/0", "a score like 0/0/0/0", ""),
    "a file that begins in the middle": ('[Book "ueh"]\n#2 o1 0/0/0/0', 2, 1, "#2", "hand #1", ""),
    "a hand left out": (SJ + "= domino 1 +5\n#3 o1 5-0", 4, 1, "#3 o1 5-0", "hand #2", ""),
    "a score out of nowhere": ('[Book "san-juan"]\n#1 o1 0-20', 2, 1, "0-20", "the score 0-0", "SJ-final"),
    "a score that does not follow": (SJ + "= domino 1 +5\n#2 o1 0-5", 4, 1, "0-5", "the score 5-0", "SJ-final"),
    "an opener who does not open": (
        SJ + "= domino 1 +5\n#2 o2 5-0",
        4,
        1,
        "o2",
        "o1: that seat opens",
        "SJ-siguientes",
    ),
    "an opener who holds no double": (
        f'[Book "clasico"]\n#1 o1 0-0\n{DEAL}',
        2,
        1,
        "#1 o1",
        "o4: that seat opens",
        "CL-inicio",
    ),
    "an opener who is not there": (
        '[Book "ueh"]\n[Players "2"]\n#1 o3 0/0',
        3,
        1,
        "o3",
        "an opener among seats 1 2",
        "",
    ),
    "a hand after an unfinished one": (SJ + "#2 o1 0-0", 3, 1, "#2", "the result of hand 1 before it", ""),
    "a hand after the end": (
        '[Limit "9p"]' + SJ + "= domino 1 +9\n#2 o1 9-0",
        4,
        1,
        "#2",
        "the match is over",
        "SJ-final",
    ),
    # --- the deal
    "a deal of nothing": (SJ + "deal\n66", 4, 1, "66", "racks like 1:00.04.12", ""),
    "a rack of half tiles": (SJ + "deal 1:00.4", 3, 6, "1:00.4", "racks like", ""),
    "a rack for seat 5": (SJ + "deal 5:00", 3, 6, "5:00", "racks like", ""),
    "two racks for a seat": (SJ + "deal 1:00 1:01", 3, 11, "1:01", "one rack for seat 1", ""),
    "two deals": (SJD + DEAL, 4, 1, "deal", "one deal, before the first move", ""),
    "a deal after a move": (SJ + "66\n" + DEAL, 4, 1, "deal", "one deal, before the first move", ""),
    "a deal after a tile fell open": (SJ + "^2:64 " + DEAL, 3, 7, "deal", "one deal, before the first move", ""),
    "too few tiles": (SJ + "deal 1:00.01", 3, 1, "the deal of hand 1", "seat 1 has 2 tiles, expected 7", "SJ-inicio-2"),
    "a tile twice": (SJ + DEAL.replace("46", "00"), 3, 1, "the deal", "dealt twice", "SJ-inicio-2"),
    "a tile of another set": (
        SJ + DEAL.replace("46", "47"),
        3,
        1,
        "the deal",
        "is not in the double-six set",
        "SJ-inicio-2",
    ),
    "tiles asleep that are not": (
        SJ + DEAL[:-1] + " 0:??",
        3,
        1,
        "the deal",
        "1 tiles sleep, expected 0",
        "SJ-inicio-2",
    ),
    "five doubles in a rack": (
        UEH + "deal 4:66.11.22.33.44.01.02",
        3,
        1,
        "the deal of hand 1",
        "seat 4 has 5 doubles: the tiles are dealt again",
        "UEH-reparto",
    ),
    "a rack for nobody": (
        '[Book "ueh"]\n[Players "3"]\n#1 o1 0/0/0\ndeal 4:00',
        4,
        1,
        "a rack for seat 4",
        "racks of seats 1 2 3",
        "",
    ),
    # --- moves
    "a word that is no move": (SJD + "00 hello", 4, 4, "hello", "a move: 65, <54", ""),
    "a move in other digits": (SJD + "00 <٠٥", 4, 4, "<٠٥", "a move: 65, <54", ""),
    "a tile of three digits": (SJD + "005", 4, 1, "005", "a move: 65, <54", ""),
    "two doubles on one end": (SJD + "00 <00&<11", 4, 4, "<00&<11", "a move: 65, <54", ""),
    "two tiles that are no doubles": (SJD + "00 <05&>06", 4, 4, "<05&>06", "a move: 65, <54", ""),
    "a quote among the moves": (SJD + '00 "<05"', 4, 4, '"<05"', "a move: 65, <54", ""),
    "totals among the moves": (SJD + "00 (1-2)", 4, 4, "(1-2)", "a move: 65, <54", ""),
    "a brace left open": (SJD + "00{4.1", 4, 3, "{4.1", "closed on the same line", ""),
    "a clock without a move": (SJD + "{4.1} 00", 4, 1, "{4.1}", "one clock, right after a move", ""),
    "two clocks": (SJD + "00{4.1}{4.2}", 4, 8, "{4.2}", "one clock, right after a move", ""),
    "a clock that ran backwards": (SJD + "00{-4.1}", 4, 3, "{-4.1}", "seconds like {4.1}", ""),
    "a clock that is none": (SJD + "00{soon}", 4, 3, "{soon}", "seconds like {4.1}", ""),
    "a clock in other digits": (SJD + "00{٤}", 4, 3, "{٤}", "seconds like {4.1}", ""),
    "a tile that was played": (SJD + "00 <05 >06 <54 <40 >60", 4, 20, ">60", "you do not hold", "SJ-irreg-1"),
    "a tile somebody else has": (SJD + "66", 4, 1, "66", "00 or 04 or 12", "SJ-irreg-1"),
    "a tile that does not fit": (SJD + "46 >61", 4, 4, ">61", "you do not hold", "SJ-irreg-1"),
    "a tile on the wrong end": (SJD + "46 <63", 4, 4, "<63", "does not fit the 4 at that end", "SJ-irreg-1"),
    "a tile the wrong way round": (SJD + "46 >36", 4, 4, ">36", ">63: the number that touches first", "SJ-irreg-1"),
    "a bare tile in the middle": (SJD + "46 36", 4, 4, "36", "say on which end", "SJ-irreg-1"),
    "an opening on an end": (SJD + ">46", 4, 1, ">46", "the opening tile goes in the centre", "SJ-inicio-3"),
    "a pass with a tile that fits": (SJD + "46 -", 4, 4, "-", "nobody passes with a tile that fits", "SJ-pase"),
    "a draw where nobody draws": (SJD + "46 +11", 4, 4, "+11", "tiles are not drawn in this book", "SJ-flujo-2"),
    "two doubles where one is played": (SJD + "46 <44&>66", 4, 4, "<44&>66", "only one tile is played", "SJ-flujo-2"),
    "a move after the end": (
        '[Book "clasico"]\n[Option "tiles=1"]\n#1 o1 0-0\n66 <61',
        4,
        4,
        "<61",
        "the hand is over",
        "CL-desarrollo",
    ),
    "the left hand for the right": (TG + DEAL + "00 <01", 4, 4, "<01", ">01", "TG-9.2"),
    "drawing while a tile fits": (
        '[Book "ueh"]\n[Players "3"]\n#1 o1 0/0/0\ndeal 1:66.00.01.02.03.04.05 2:16.11.12.13.14.15.22\n66 +??',
        5,
        4,
        "+??",
        "only a player who cannot may draw",
        "UEH-robar",
    ),
    "a tile seen that nobody has": (SJD + "00 2!>66", 4, 4, "2!>66", "seat 2 does not hold", "SJ-irreg-1"),
    "a draw that was seen": (SJD + "00 2!+11", 4, 4, "2!+11", "a placement or a pass", ""),
    "a tile fell open that is elsewhere": (SJD + "00 ^2:66", 4, 4, "^2:66", "seat 2 does not hold", "SJ-irreg-1"),
    "an open tile of nobody": (SJD + "00 ^5:66", 4, 4, "^5:66", "a move: 65", ""),
    # --- records
    "an empty record": (SJD + "[]", 4, 1, "[]", "a record like [TG-14.8", ""),
    "a record of another book": (SJD + "[TG-14.8 seat=2]", 4, 1, "[TG-14.8", "of san-juan, ruling or at_time", ""),
    "a key nobody knows": (SJD + "[SJ-irreg-5 mood=bad]", 4, 1, "[SJ-irreg-5", "no key mood", ""),
    "a key twice": (SJD + "[SJ-irreg-5 turn=1 turn=2]", 4, 1, "[SJ-irreg-5", "every key once", ""),
    "a seat nobody has": (SJD + "[SJ-irreg-5 seat=9]", 4, 1, "[SJ-irreg-5", "seat=1 to seat=4", ""),
    "a turn that is no number": (SJD + "[SJ-irreg-5 turn=x]", 4, 1, "turn=x", "turn=a number", ""),
    "a tile that is none": (SJD + "[SJ-flujo-1 tile=x]", 4, 1, "tile=x", "tile=64", ""),
    "a confirmation that is none": (SJD + "[SJ-irreg-5 confirm=maybe]", 4, 1, "confirm=maybe", "confirm=yes or no", ""),
    "time called by somebody": (CI + "[at_time seat=2]", 3, 1, "[at_time seat=2]", "nobody in particular", ""),
    "time called twice": (CI + "[CI-3] [CI-3]", 3, 8, "[CI-3]", "time called once", "CI-3"),
    "time in a hand that the book stops": (SJD + "00 [at_time]", 4, 4, "[at_time]", "= time", "SJ-estructura"),
    "a deal after time": (
        '[Limit "9m"]' + CL + "= domino 1 +9\n#2 o1 9-0\n[at_time]\n" + DEAL,
        6,
        1,
        "the deal of hand 2",
        "no deal: time is over",
        "CL-objetivo",
    ),
    "a result after time": (
        '[Limit "9m"]' + CL + "= domino 1 +9\n#2 o1 9-0\n[at_time]\n= domino 1 +9",
        6,
        1,
        "= domino 1 +9",
        "time was over before the deal",
        "CL-objetivo",
    ),
    # --- results
    "a result that is none": (SJ + "= won 1", 3, 3, "won", "domino, block, void, lost, ruling or time", ""),
    "a result of nothing": (SJ + "=", 3, 2, "the end of the text", "domino, block", ""),
    "a dominó of a pair": (SJ + "= domino 1+3 +9", 3, 10, "1+3", "the seat that went out", ""),
    "points that are none": (SJ + "= domino 1 -9", 3, 12, "-9", "points like +41", ""),
    "ten million points": (SJ + "= domino 1 +10000000", 3, 12, "+10000000", "points like +41", ""),
    "a side that is none": (SJ + "= block 1+2 +9", 3, 9, "1+2", "a side: 1+3, 2+4 or a seat", ""),
    "totals that are none": (SJ + "= block 1+3 +9 (a-b)", 3, 16, "(a-b)", "totals like (67-59)", ""),
    "a ruling without words": (SJ + "= ruling", 3, 9, "the end of the text", "the ruling in quotes", ""),
    "an article of another book": (SJ + "= void TG-14.8", 3, 1, "= void TG-14.8", "an article of san-juan", ""),
    "something after a result": (SJ + "= domino 1 +9 00", 3, 15, "00", "the next hand, #n", ""),
    "a record after a result": (SJ + "= time [SJ-irreg-5]", 3, 8, "[SJ-irreg-5]", "the next hand, #n", ""),
    "a result in the middle": (SJD + "00\n= domino 1 +9", 5, 1, "= domino 1 +9", "seat 2 is to move", "SJ-flujo-1"),
    "a wrong count": (
        EXAMPLE.replace("[SJ-irreg-5 seat=3] ", "").replace("126", "125"),
        16,
        1,
        "+125",
        "+126 (67-59)",
        "SJ-conteo",
    ),
    "wrong totals": (
        EXAMPLE.replace("[SJ-irreg-5 seat=3] ", "").replace("67-59", "66-60"),
        16,
        1,
        "66-60",
        "67-59",
        "SJ-conteo",
    ),
    "the wrong side": (
        EXAMPLE.replace("[SJ-irreg-5 seat=3] ", "").replace("block 2+4", "block 1+3"),
        16,
        1,
        "1+3",
        "2+4",
        "SJ-conteo",
    ),
    "dominó for a block": (
        EXAMPLE.replace("[SJ-irreg-5 seat=3] ", "").replace("block 2+4", "domino 2"),
        16,
        1,
        "= domino 2 +126",
        "= block 2+4 +126",
        "SJ-conteo",
    ),
    "points that are not the totals": (SJ + "= block 1+3 +9 (4-6)", 3, 1, "+9", "+10 from those totals", "SJ-conteo"),
    "the higher pair wins": (SJ + "= block 1+3 +10 (6-4)", 3, 1, "(6-4)", "2+4 as the winner", "SJ-conteo"),
    "a tie that is won": (SJ + "= block 1+3 +10 (5-5)", 3, 1, "(5-5)", "block tie: the totals are equal", "SJ-conteo"),
    "a tie that is none": (SJ + "= block tie (4-6)", 3, 1, "(4-6)", "equal totals for a tie", "SJ-conteo"),
    "a tie where the mano wins": (UEH + "= block tie", 3, 1, "block tie", "a tied block is won here", "UEH-anotacion"),
    "the wrong one of the tied": (
        UEH + "= block 2 +20 (5/5/5/10)",
        3,
        1,
        "= block 2",
        "1 as the winner",
        "UEH-anotacion",
    ),
    "time where no minutes are counted": (CL + "[at_time]", 3, 1, "[at_time]", "a limit with minutes", "CL-objetivo"),
    "more points than a set has": (SJ + "= domino 1 +169", 3, 1, "+169", "at most +168", "SJ-conteo"),
    "no totals where each writes the own": (
        UEH + "= domino 1 +30",
        3,
        1,
        "+30",
        "what everybody had left",
        "UEH-anotacion",
    ),
    "a block without totals": (UEH + "= block 1 +30", 3, 1, "+30", "what everybody had left", "UEH-anotacion"),
    "too few totals": (UEH + "= block 4 +3 (1/2)", 3, 1, "(1/2)", "4 totals, one a seat", "UEH-anotacion"),
    "totals by seat for pairs": (SJ + "= block 1+3 +3 (1/2)", 3, 1, "(1/2)", "2 totals, one a pair", "SJ-conteo"),
    "a dash for somebody who is in": (
        UEH + "= domino 1 +3 (0/1/2/-)",
        3,
        1,
        "(0/1/2/-)",
        "a number for seat 4",
        "UEH-anotacion",
    ),
    "somebody who went out and has tiles": (
        UEH + "= domino 1 +6 (5/1/2/3)",
        3,
        1,
        "(5/1/2/3)",
        "0 for seat 1",
        "UEH-anotacion",
    ),
    "no totals after a hand that was played": (
        UEH + "= domino 1 +6 (0/1/2/3)\n#2 o1 0/1/2/3\n= domino 1 +6",
        5,
        1,
        "= domino 1 +6",
        "what everybody had left",
        "UEH-anotacion",
    ),
    "a block won by another match's side": (
        UEH + "= block 1+3 +3",
        3,
        1,
        "1+3",
        "a side of this match",
        "UEH-anotacion",
    ),
    "a hand lost by nobody": (
        SJ + '[SJ-jueces text="x"]\n= lost 2 +20 SJ-jueces',
        4,
        1,
        "= lost 2",
        "the side that lost",
        "SJ-conteo",
    ),
    "a lost hand without its record": (
        SJ + "= lost 1+3 +20 SJ-pase",
        3,
        1,
        "= lost 1+3 +20 SJ-pase",
        "a record of SJ-pase that ends the hand so",
        "SJ-pase",
    ),
    "a void hand without its record": (
        SJ + "[SJ-irreg-5 seat=1]\n= void SJ-irreg-2",
        4,
        1,
        "= void SJ-irreg-2",
        "a record of SJ-irreg-2 that ends the hand so",
        "SJ-irreg-2",
    ),
    "somebody goes out who is not there": (
        '[Book "ueh"]\n[Players "2"]\n#1 o1 0/0\n= domino 4 +1 (0/1)',
        4,
        1,
        "= domino 4",
        "a seat among 1 2",
        "UEH-anotacion",
    ),
    "time where the hand is finished": (CL + "66\n= time", 4, 1, "= time", "the book finishes it", "CL-objetivo"),
    # --- seeds and sizes
    "a seed that is no hex": (SJ + "seed xy ab", 3, 6, "xy", "the commitment in hex", ""),
    "a seed of half a byte": (SJ + "seed ab abc", 3, 9, "abc", "the server's seed in hex", ""),
    "two seeds": (SJ + "seed ab cd seed ab cd", 3, 12, "seed", "one seed a hand", ""),
    "a thousand and one things": (SJ + "- " * 1001, 3, 2001, "-", "at most 1000 items in a hand", ""),
    "half a character": (SJ + "; \ud800", 3, 3, "\ud800", "a text in UTF-8", ""),
    "windows lines": ((SJ + "66\nhello").replace("\n", "\r\n"), 4, 1, "hello", "a move: 65, <54", ""),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_file_that_cannot_be_right_is_refused_with_place_found_expected_and_article(name):
    text, line, column, found, expected, article = BROKEN[name]
    with pytest.raises(DgnError) as error:
        judge(read(text))
    said = error.value
    assert (said.where.line, said.where.column) == (line, column)
    assert found in said.found
    assert expected in said.expected
    assert said.article == article


@pytest.mark.parametrize("name", BROKEN)
def test_the_answer_is_one_line_that_names_the_file(name):
    with pytest.raises(DgnError) as error:
        judge(read(BROKEN[name][0]))
    said = str(error.value.in_file("final.dgn"))
    assert said.startswith(f"final.dgn:{error.value.where.line}:{error.value.where.column}: found ")
    assert said.isprintable()
    assert len(said) < 1000


def test_a_text_too_long_for_a_match_is_not_read():
    with pytest.raises(DgnError, match="at most 5000000"):
        read(" " * 5_000_001)
