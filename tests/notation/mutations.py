"""Valid files, and what can be done to them."""

import re
from random import Random

from tantera.notation import export, write
from tantera.rules import BOOKS, load_book, with_options
from tests.builders import ledger_of
from tests.play.tables import play_match, random_table

EXAMPLE = """\
[Event "Liga del Club Nautico"]
[Book "san-juan"]
[Date "2026-11-15"]
[Round "2"]
[Table "3"]
[Seat1 "Pons"]
[Seat2 "Vidal"]
[Seat3 "Mas"]
[Seat4 "Roca"]
[Limit "200p 40m"]
[Result "*"]

#1 o1 0-0
deal 1:00.04.12.16.25.35.46 2:01.05.13.22.26.36.55 3:02.06.14.23.33.44.56 4:03.11.15.24.34.45.66
00{4.1} <05 >06 <54{9.0} [SJ-irreg-5 seat=3] <40 >63 <02 >30 <21 <10
= block 2+4 +126 (67-59)
"""
"""The match of NOTATION.md."""

SHEETS = [
    EXAMPLE,
    '[Book "san-juan"]\n#1 o1 0-0\n= domino 3 +41\n#2 o3 41-0\n= block 2+4 +60 (40-20)\n'
    "#3 o2 41-60\n= block tie (30-30)\n#4 o2 41-60\n[SJ-pase seat=3]\n= lost 1+3 +20 SJ-pase\n"
    "#5 o1 41-80\n[SJ-irreg-2]\n= void SJ-irreg-2\n#6 o1 41-80\n= time\n",
    '[Book "ueh"]\n[Players "3"]\n#1 o2 0/0/0\n= domino 1 +19 (0/12/7)\n#2 o3 0/12/7\n= block 2 +30 (12/5/18)\n',
    '[Book "ueh"]\n[Limit "50p"]\n#1 o1 0/0/0/0\n= domino 1 +94 (0/60/24/10)\n'
    "#2 o2 0/24/24/10\n= domino 1 +90 (0/30/30/30)\n",
    '[Book "competencia-individual"]\n#1 o1 0-0\n[CI-3]\n= domino 1 +20\n#2 o2 20-0\n= ruling "so be it"\n',
    '[Book "tarragona"]\n[Limit "5h 20m"]\n#1 o4 0-0\n'
    '66 >62 <61 3!<64 ^3:55 [TG-14.7 seat=3 chose=continue] - = ruling "x"\n',
    '[Book "clasico"]\n[Option "set=double-nine"]\n[Option "tiles=7"]\n#1 o1 0-0\n'
    "deal 1:99.98.97.96.95.94.93\n99 >91 <92\n",
    '[Book "clasico"]\n[Option "play=alone"]\n[Players "2"]\n[Option "boneyard=one"]\n#1 o1 0/0\n'
    "deal 1:00.01.33.03.04.05.06 2:11.12.13.14.15.16.22 0:23.24.25.26.02.34.35.36.44.45.46.55.56.66\n00 +23 - <01\n",
]

ODD = [
    "\0",
    "\ufeff",
    "٣",
    "²",
    "\u2028",
    "\x85",
    "\r",
    "\x1c",
    "\ud800",
    "９",
    "𝟙",
    "\t",
    "\\",
    '"',
    "[",
    "]",
    "{",
    "}",
]
VOCABULARY = [
    *ODD,
    *[
        "#1 o1 0-0",
        "#2 o2 0-0",
        "#1 o4 0/0/0/0",
        "#9999",
        "o1",
        "o4",
        "o9",
        "0-0",
        "0/0/0/0",
        "0/0",
        "-5--5",
        "9999999-0",
    ],
    *[
        "deal",
        "1:00.04.12.16.25.35.46",
        "2:",
        "0:66",
        "1:??",
        "0:??.??",
        "1:99.98",
        "5:00",
        "seed",
        "ab",
        "abc",
        "1:x",
        "1:",
    ],
    *[
        "00",
        "66",
        "99",
        "06",
        "<05",
        ">50",
        "<99",
        "-",
        "+35",
        "+??",
        "<55&>33",
        "<11&<11",
        "{4.1}",
        "{9999999.999999999}",
    ],
    *[
        "^2:64",
        "^4:99",
        "1!>64",
        "4!-",
        "3!65",
        "2!+12",
        "= time",
        "= domino 1 +20",
        "= domino 4 +0",
        "= block 2+4 +60",
    ],
    *[
        "= block 1 +0 (0/0/0/0)",
        "= block tie",
        "= block tie (3-3)",
        "= block tie (1/1)",
        "(1/-/3/4)",
        "(-/-)",
        "(67-59)",
    ],
    *["= lost 1+3 +20 SJ-pase", "= lost 2 +1 CI-10", "= void SJ-irreg-2", '= ruling "x"', "= void UEH-turno", "="],
    *["[at_time]", "[CI-3]", "[SJ-irreg-5 seat=3]", "[ruling seat=1 points=2:+20]", "[TG-14.7 seat=4 turn=999]", "[x]"],
    *[
        '[Book "ueh"]',
        '[Book "clasico"]',
        '[Book "."]',
        '[Book "\0"]',
        '[Players "3"]',
        '[Players "٣"]',
        '[Limit "1m"]',
    ],
    *[
        '[Limit "0p"]',
        '[Option "players=2"]',
        '[Option "play=alone"]',
        '[Option "set=double-nine"]',
        '[Option "tiles=1"]',
    ],
    *[
        '[Option "=x"]',
        '[Option "tiles=' + "9" * 5000 + '"]',
        '[Option "limit=1h"]',
        '[Option "at_time=stop"]',
        "; note\n",
    ],
    *['[Option "at_time=extra_hands"]', '[Option "boneyard=one"]', '[Option "scoring=own_loss"]', '[Result "2+4"]'],
    *['[Option "tied_block=mano_wins"]', '[Option "level_at_end=ruling"]', '[Result "="]', '[Result "1"]', "9" * 5000],
]


def exported(seed: int) -> str:
    """The file of a match by chance, under any book with any options."""
    rng = Random(seed)
    book_id, options = random_table(rng, BOOKS[seed % len(BOOKS)])
    book = with_options(load_book(book_id), {"limit": rng.choice(["1h", "2h", "40p", "1m", "30p 2m"]), **options})
    _, events = play_match(book, seed, slow=rng.random() < 0.5, most=rng.randint(5, 150))
    return write(export(ledger_of(book, events)))


def tokens_of(text: str) -> list[str]:
    """A text in pieces that join to it again."""
    return re.findall(r'"(?:[^"\\\n]|\\.)*"|\s+|[\w.]+|.', text, re.DOTALL)


def mutated(text: str, rng: Random) -> str:
    """A text with some pieces deleted, doubled, exchanged, replaced, or broken up."""
    pieces = tokens_of(text)
    for _ in range(rng.choice([1, 1, 1, 2, 3, 6])):
        at, other = rng.randrange(len(pieces)), rng.randrange(len(pieces))
        match rng.randrange(9):
            case 0:
                del pieces[at : at + rng.choice([1, 1, 2, 5, 20])]
            case 1:
                pieces.insert(at, pieces[other])
            case 2:
                pieces[at], pieces[other] = pieces[other], pieces[at]
            case 3:
                pieces[at] = rng.choice(VOCABULARY)
            case 4:
                pieces.insert(at, " " + rng.choice(VOCABULARY) + " ")
            case 5:
                pieces[at] = re.sub(r"\d", lambda _: str(rng.randrange(10)), pieces[at])
            case 6:
                line = rng.choice(text.splitlines() or [""])
                pieces.insert(at, f"\n{line}\n")
            case 7:
                pieces[at] = "".join(rng.sample(pieces[at], len(pieces[at])))
            case _:
                whole = "".join(pieces)
                place = rng.randrange(len(whole) + 1)
                pieces = tokens_of(whole[:place] + rng.choice([*ODD, chr(rng.randrange(32, 127))]) + whole[place + 1 :])
        pieces = pieces or [" "]
    return "".join(pieces)
