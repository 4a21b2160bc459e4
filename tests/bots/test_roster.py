"""Bots by their names: who there is, who may sit down with people, and that each can play whole hands."""

from __future__ import annotations

import subprocess
import sys
from itertools import islice
from pathlib import Path
from random import Random

import pytest

from tantera.bots import LEVELS, ROSTER, make, names
from tantera.bots.arena.players import seated
from tantera.bots.arena.report import ladder_names
from tantera.bots.learned.reading import codes_of
from tantera.bots.roster import BotError, Thinker, entry_of
from tantera.bots.style import BEST, FORESIGHT
from tantera.play import Match, Phase, legal_moves
from tantera.rules import BOOKS, load_book, with_options
from tantera.solver.encode import encode
from tantera.solver.minimax import solve
from tests.bots.hands import in_turn
from tests.play.tables import random_table
from tests.solver.every_deal import dealt_from, line_of_play, moved

KNOWN = (*ROSTER, *(f"level-{number}" for number in LEVELS))
QUICK = (
    "random",
    "greedy",
    "doubles-first",
    "counter",
    "intuition",
    "foresight",
    "level-1",
    "level-2",
    "level-3",
    "level-4",
)


def played_out(name: str, match: Match) -> Match:
    """The rest of a hand, everybody by the same bot."""
    player = make(name, 5)
    while match.phase is Phase.PLAYING and match.hand is not None:
        command = player(in_turn(match))
        assert command in legal_moves(match.hand)
        match = moved(match, command)
    return match


@pytest.mark.parametrize("book_id", BOOKS)
@pytest.mark.parametrize("name", QUICK)
def test_a_quick_bot_plays_whole_hands_of_every_book(name: str, book_id: str):
    for seed in range(3):
        match = played_out(name, dealt_from(load_book(book_id), seed, seed + 1))
        assert match.lines[0].how in ("domino", "block")


@pytest.mark.parametrize("book_id", BOOKS)
@pytest.mark.parametrize("name", [name for name in KNOWN if name not in QUICK])
def test_a_bot_that_thinks_plays_the_second_half_of_a_hand_of_every_book(name: str, book_id: str):
    match = next(islice(line_of_play(load_book(book_id), 8, 2), 14, None))
    assert played_out(name, match).lines[0].how in ("domino", "block")


def test_everybody_may_sit_down_with_people_but_the_cheat():
    assert set(KNOWN) == set(names())
    with pytest.raises(BotError, match="found 'cheat'"):
        make("cheat", 1)
    assert [name for name in names() if name.startswith("level")] == [f"level-{number}" for number in range(1, 6)]
    assert [entry_of(name) for name in KNOWN] == [*ROSTER.values(), *LEVELS.values()]


@pytest.mark.parametrize("name", ["bonzo", "", "level-0", "level-6", "level-", "level-²", "Level-1", "highest"])
def test_nobody_else_is_on_the_roster(name: str):
    with pytest.raises(BotError, match=f"bot: found '{name}', expected one of random, .*level-5"):
        entry_of(name)


def test_level_four_plays_by_foresight_which_is_on_the_ladder_after_intuition():
    level, entry = entry_of("level-4"), entry_of("foresight")
    assert isinstance(level, Thinker)
    assert isinstance(entry, Thinker)
    assert level.style == entry.style == FORESIGHT
    places = [*ladder_names(())]
    assert places.index("intuition") < places.index("foresight") < places.index("best")


def test_a_thinker_may_be_asked_for_in_another_style():
    changed = entry_of("best,trust=0.5,worlds=16")
    assert isinstance(changed, Thinker)
    assert changed.style == BEST._replace(trust=0.5, worlds=16)
    assert isinstance(changed.style.worlds, int)


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ("worlds=many", "a whole number, 0 to 10000"),
        ("worlds=1.5", "a whole number, 0 to 10000"),
        ("worlds=900000000", "a whole number, 0 to 10000"),
        ("nodes=-1", "a whole number, 0 to 1000000000"),
        ("trust", "a number, 0 to 10.0"),
        ("trust=nan", "a number, 0 to 10.0"),
        ("wisdom=3", "a number for one of worlds, "),
        ("", "a number for one of worlds, "),
    ],
)
def test_a_style_is_made_of_numbers_within_reason_for_what_it_has(change: str, expected: str):
    with pytest.raises(BotError, match=f"bot: found '{change}', expected {expected}"):
        entry_of(f"pimc-8,{change}")


def test_a_bot_that_does_not_think_has_no_style():
    with pytest.raises(BotError, match="found 'greedy' in another style, expected a bot that thinks"):
        entry_of("greedy,worlds=3")


OWN = """
def last(view):
    return view.options[-1]

wise = 3
"""


def test_a_bot_of_ones_own_is_a_function_in_a_file(tmp_path: Path):
    file = tmp_path / "own.py"
    file.write_text(OWN)
    match = dealt_from(load_book("san-juan"), 1)
    assert make(f"{file}:last", 1)(in_turn(match)) == in_turn(match).options[-1]
    for function, found in (("wise", "int"), ("wiser", "nothing")):
        with pytest.raises(BotError, match=f"found {found} by the name {function}, expected a function"):
            make(f"{file}:{function}", 1)
    with pytest.raises(BotError, match="found no file"):
        make(f"{tmp_path}/none.py:last", 1)
    file.with_name("broken.py").write_text("1 / 0")
    with pytest.raises(BotError, match="found ZeroDivisionError"):
        make(f"{tmp_path}/broken.py:last", 1)


def test_a_name_and_a_seed_make_the_same_bot_again():
    views = [in_turn(match) for match in line_of_play(load_book("san-juan"), 4)]
    for name in ("random", "level-1"):
        one, other, another = make(name, 3), make(name, 3), make(name, 4)
        assert [*map(one, views)] == [*map(other, views)]
        assert [*map(one, views)] != [*map(another, views)]


def test_a_simple_bot_needs_no_machine_code():
    program = (
        "import sys, tantera.bots as bots\n"
        "bots.make('counter', 1), bots.make('level-1', 1), bots.names()\n"
        "from tantera.bots.arena.players import seated\n"
        "seated('counter', 1), seated('level-1', 1)\n"
        "sys.exit(int('numba' in sys.modules))"
    )
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0


COLD = """
import sys
from tantera.bots import make, warm_up
from tantera.rules import load_book, with_options
from tests.bots.test_roster import played_out
from tests.solver.every_deal import dealt_from

book = with_options(load_book("ueh"), {"players": int(sys.argv[1])})
warm_up("best", book)
before = set(sys.modules)
played_out("best,worlds=4,tries=8,nodes=20000", dealt_from(book, 1, 3))
print(sorted(name for name in set(sys.modules) - before if "kernels" in name or "learned" in name))
"""


@pytest.mark.parametrize("players", ["2", "4"])
def test_after_its_warm_up_a_bot_has_nothing_left_to_compile(players: str):
    """Not even for its first ending: a person's clock may be running."""
    done = subprocess.run([sys.executable, "-c", COLD, players], capture_output=True, text=True, timeout=300)
    assert (done.stdout, done.returncode) == ("[]\n", 0), done.stderr


# --- the cheat --------------------------------------------------------------------------------------------------------


def test_the_cheat_plays_what_is_best_with_all_racks_open():
    cheat, choices = seated("cheat", 1), 0
    for seed in range(12):
        for match in islice(line_of_play(load_book("tarragona"), seed), 10, 24):
            assert match.hand is not None
            codes, position = codes_of(in_turn(match)), encode(match.hand)
            values = dict(solve(position).moves)
            best = max(values.values()) if position.turn % 2 == 0 else min(values.values())
            answer = cheat.choose(match)
            assert best in [values[code] for code, command in codes.items() if command == answer]
            choices += len(set(values.values())) > 1
    assert choices > 10


def test_the_cheat_has_an_answer_at_every_table():
    chance, cheat = Random(6), seated("cheat", 1)
    for number in range(60):
        book_id, options = random_table(chance)
        for match in islice(line_of_play(with_options(load_book(book_id), options), number, 2), 9, 30, 3):
            assert match.hand is not None
            assert cheat.choose(match) in legal_moves(match.hand)
