"""What players at the terminal tripped over once."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

import pytest

from tantera.notation import judge, read
from tantera.notation.document import OpeningTurn
from tantera.tiles import Tile
from tests.cli.test_commands import LIGA, tantera
from tests.cli.warm import PROGRAM

KEYS = "1\n<\np\n\n"


def test_a_number_is_the_label_of_a_tile_before_it_is_the_name_of_one(tmp_path: Path):
    nine = ("--option", "set=double-nine", "--option", "first_opener=agreed", "--seed", "1")
    done = tantera("play", *nine, stdin="1\n10\n", cwd=tmp_path)
    assert "sales con el 7-2" in done.stdout, "7-2 is the tenth tile of that rack, and 1-0 is in it too"


EQUAL_ENDS = """[Book "san-juan"]
[You "1"]
#1 o4 0-0
deal 1:12.00.22.33.44.55.66 2:01.13.02.03.04.05.06 3:14.15.16.23.24.25.26 4:11.34.35.36.45.46.56
11
"""


@pytest.mark.parametrize(
    ("answer", "placed"), [("1\n<", "<12"), ("1\nderecha", ">12"), ("1\n1\n>", ">12"), ("1>", ">12")]
)
def test_which_of_two_equal_ends_is_asked_too_and_a_number_does_not_tell(answer: str, placed: str, tmp_path: Path):
    (tmp_path / "m.dgn").write_text(EQUAL_ENDS)
    done = tantera("play", "--resume", "m.dgn", "--seat", "1", stdin=f"{answer}\n", cwd=tmp_path)
    assert done.stdout.count("¿En qué punta?") == answer.count("\n")
    assert f"11 {placed}" in (tmp_path / "m.dgn").read_text("utf-8")


def test_the_score_stands_by_the_names_of_the_players(tmp_path: Path):
    done = tantera("play", "--seed", "7", "--book", "san-juan", stdin="", cwd=tmp_path)
    assert "Tú + Mas 0 · Vidal + Roca 0" in done.stdout
    assert "1+3" not in done.stdout


def test_you_is_no_name_in_a_file(tmp_path: Path):
    tantera("play", "--seed", "7", "--save", "m.dgn", stdin="1\n", cwd=tmp_path, LOGNAME="marta.pons")
    assert read((tmp_path / "m.dgn").read_text("utf-8")).tag("Seat1") == "Marta Pons"
    assert "Marta Pons" in tantera("replay", "m.dgn", cwd=tmp_path).stdout


def test_a_hint_is_what_the_bots_would_play_and_orders_nothing(tmp_path: Path):
    (tmp_path / "m.dgn").write_text(EQUAL_ENDS)
    done = tantera("play", "--resume", "m.dgn", "--seat", "1", "--bot", "greedy", stdin="pista\n", cwd=tmp_path)
    assert "los bots jugarían: 1-2" in done.stdout.replace("2-1", "1-2")
    assert read((tmp_path / "m.dgn").read_text("utf-8")).hands[0].items[-1] == OpeningTurn(Tile.parse("11"))


def test_a_move_is_taken_back_with_what_came_after_it(tmp_path: Path):
    (tmp_path / "m.dgn").write_text(EQUAL_ENDS)
    words = ("play", "--resume", "m.dgn", "--seat", "1")
    done = tantera(*words, stdin="u\n1>\ndeshacer\n1<\n", cwd=tmp_path)
    assert "en esta mano no hay jugada tuya que deshacer" in done.stdout
    assert "deshecho: te toca otra vez" in done.stdout
    text = (tmp_path / "m.dgn").read_text("utf-8")
    assert "11 <12" in text
    assert ">12" not in text


def test_resume_alone_goes_on_with_the_last_match(tmp_path: Path):
    none = tantera("play", "--resume", cwd=tmp_path)
    assert (none.returncode, "ninguna partida a medias" in none.stderr) == (2, True)
    tantera("play", "--seed", "7", "--name", "Marta", stdin="1\n", cwd=tmp_path)
    again = tantera("play", "--resume", "--tile-names", "es-sena", stdin="", cwd=tmp_path)
    assert "Marta" in again.stdout


def test_where_the_locale_has_no_such_signs_tiles_are_drawn_with_plain_ones(tmp_path: Path):
    plain = os.environ | {"PYTHONIOENCODING": "ascii", "XDG_DATA_HOME": str(tmp_path)}
    done = subprocess.run([*PROGRAM, "play", "--seed", "7"], input="1\n", capture_output=True, text=True, env=plain)
    assert re.search(r" \d\|\d ", done.stdout)
    assert "###" in done.stdout
    assert "??" not in done.stdout


def test_a_player_called_like_another_one_keeps_the_own_seat(tmp_path: Path):
    tantera("play", "--seat", "3", "--name", "Pons", "--seed", "7", "--save", "m.dgn", stdin="", cwd=tmp_path)
    document = read((tmp_path / "m.dgn").read_text("utf-8"))
    assert (document.tag("You"), document.tag("Seat3")) == ("3", "Pons")


def test_a_finished_match_is_written_where_the_player_asked_for_a_file(tmp_path: Path):
    words = ("--book", "tarragona", "--limit", "2h", "--seed", "3", "--save", "fin.dgn")
    assert "la partida\n" in tantera("play", *words, stdin=KEYS * 300, cwd=tmp_path).stdout
    assert judge(read((tmp_path / "fin.dgn").read_text("utf-8"))).match.ended_by == "hands"


def test_a_finished_match_that_nobody_named_a_file_for_is_kept_in_the_users_own_folder(tmp_path: Path):
    words = ("play", "--book", "san-juan", "--limit", "1h", "--seed", "3")
    here = tmp_path / "here"
    here.mkdir()
    shown = tantera(*words, stdin=KEYS * 300, cwd=here, XDG_DATA_HOME=str(tmp_path)).stdout
    (kept,) = (tmp_path / "tantera" / "matches").iterdir()
    assert f"La partida queda guardada en {kept}\n" in shown
    assert judge(read(kept.read_text("utf-8"))).match.ended_by == "hands"
    assert not list(here.iterdir())


@pytest.mark.parametrize(
    "words",
    [
        ("play", "--save", "nowhere/m.dgn"),
        ("replay", str(LIGA), "--svg", str(LIGA)),
        ("layout", str(LIGA), "--svg", "nowhere/a.svg"),
        ("replay", str(LIGA), "--tile-names", "fr"),
    ],
)
def test_what_cannot_be_written_or_said_is_one_sentence_and_status_2(words, tmp_path: Path):
    done = tantera(*words, cwd=tmp_path)
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 1
    assert ": se encontró " in done.stderr


def test_a_hand_with_unknown_tiles_cannot_be_played_on(tmp_path: Path):
    file = tmp_path / "real.dgn"
    file.write_text('[Book "clasico"]\n#1 o1 0-0\n66 >65\n')
    done = tantera("play", "--resume", str(file), cwd=tmp_path)
    assert done.returncode == 2
    assert "fichas desconocidas" in done.stderr


@pytest.mark.article("TG-6.2", "TG-12")
def test_who_keeps_the_sheet_is_remembered_when_the_match_goes_on(tmp_path: Path):
    tantera("play", "--book", "tarragona", "--seed", "5", "--save", "m.dgn", stdin="1\n", cwd=tmp_path)
    first = read((tmp_path / "m.dgn").read_text("utf-8"))
    tantera("play", "--resume", "m.dgn", stdin="1\n", cwd=tmp_path)
    again = read((tmp_path / "m.dgn").read_text("utf-8"))
    assert first.tag("Scorer") is not None
    assert (first.tag("Scorer"), first.tag("Counter")) == (again.tag("Scorer"), again.tag("Counter"))


@pytest.mark.article("CL-nombres")
def test_the_names_of_a_region_can_be_chosen():
    assert "Vidal pone el quina-blanco" in tantera("replay", str(LIGA), "--tile-names", "es-sena").stdout
    assert "Vidal pone el cinco-blanca" in tantera("replay", str(LIGA), "--tile-names", "es").stdout


def test_a_hand_of_which_only_the_result_is_known_is_told_without_another_ones_chain():
    shown = tantera("replay", str(LIGA)).stdout
    assert shown.count("───  0│6") == 1
    assert all(f"Mano {number}" in shown for number in range(1, 6))


def test_a_match_by_a_clubs_book_can_be_replayed_from_any_folder(tmp_path: Path):
    source = Path(__file__).parents[2] / "src" / "tantera" / "rules" / "books" / "clasico.toml"
    (tmp_path / "club.toml").write_text(source.read_text("utf-8"), "utf-8")
    (tmp_path / "saved").mkdir()
    tantera("play", "--book", "club.toml", "--seed", "7", "--save", "saved/m.dgn", stdin="1\n", cwd=tmp_path)
    done = tantera("replay", str(tmp_path / "saved" / "m.dgn"), "--json", cwd=tmp_path.parent)
    assert done.returncode == 0, done.stderr


# --- the bots of a match --------------------------------------------------------------------------------------------


def bots_of(file: Path) -> str | None:
    return read(file.read_text("utf-8")).tag("Bots")


def test_a_match_goes_on_against_the_bots_it_was_played_with(tmp_path: Path):
    file = tmp_path / "m.dgn"
    tantera("play", "--level", "1", "--seed", "7", "--save", "m.dgn", stdin="1\n", cwd=tmp_path)
    assert bots_of(file) == "level-1"
    assert judge(read(file.read_text("utf-8"))).match.hand is not None
    tantera("play", "--resume", "m.dgn", stdin="1\n", cwd=tmp_path)
    assert bots_of(file) == "level-1"
    tantera("play", "--resume", "m.dgn", "--level", "2", stdin="1\n", cwd=tmp_path)
    assert bots_of(file) == "level-2"
    tantera("play", "--resume", "m.dgn", "--bot", "greedy", stdin="1\n", cwd=tmp_path)
    assert bots_of(file) == "greedy"


def test_a_match_that_does_not_name_its_bots_goes_on_against_level_3(tmp_path: Path):
    file = tmp_path / "m.dgn"
    tantera("play", "--seed", "7", "--save", "m.dgn", stdin="1\n", cwd=tmp_path)
    file.write_text(file.read_text("utf-8").replace('[Bots "level-3"]\n', ""), "utf-8")
    tantera("play", "--resume", "m.dgn", stdin="1\n", cwd=tmp_path)
    assert bots_of(file) == "level-3"


def test_a_person_may_play_against_a_style_and_against_a_bot_of_ones_own(tmp_path: Path):
    (tmp_path / "mine.py").write_text("def first(view):\n    return view.options[0]\n")
    for file, bot in (("m.dgn", "intuition,nodes=1000"), ("own.dgn", "mine.py:first")):
        done = tantera("play", "--bot", bot, "--seed", "7", "--save", file, stdin="1\n", cwd=tmp_path)
        assert (done.returncode, done.stderr) == (0, "")
        assert bots_of(tmp_path / file) == bot


def test_code_from_a_file_runs_only_where_the_player_asks_for_it(tmp_path: Path):
    (tmp_path / "mine.py").write_text("def first(view):\n    return view.options[0]\n")
    own = ("--bot", "mine.py:first")
    tantera("play", *own, "--seed", "7", "--save", "m.dgn", stdin="1\n", cwd=tmp_path)
    done = tantera("play", "--resume", "m.dgn", stdin="1\n", cwd=tmp_path)
    assert done.returncode == 2
    assert "(mine.py:first)" in done.stderr
    assert "--bot" in done.stderr
    assert tantera("play", "--resume", "m.dgn", *own, stdin="1\n", cwd=tmp_path).returncode == 0


@pytest.mark.parametrize("code", ["1 / 0", "view.options[0].nothing", "None"])
def test_a_bot_of_ones_own_that_fails_leaves_a_saved_match_and_one_sentence(tmp_path: Path, code: str):
    (tmp_path / "mine.py").write_text(f"def bad(view):\n    return {code}\n")
    done = tantera("play", "--bot", "mine.py:bad", "--seed", "7", stdin="1\n" * 9, cwd=tmp_path)
    assert done.returncode == 2
    assert done.stderr.startswith("mine.py:bad")
    assert len(done.stderr.splitlines()) == 1
    assert list(tmp_path.rglob("*.dgn"))
