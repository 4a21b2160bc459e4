"""What players at the terminal tripped over once."""

from __future__ import annotations

from pathlib import Path

import pytest

from tantera.notation import judge, read
from tests.cli.test_commands import LIGA, tantera

KEYS = "1\n<\np\n"


def test_a_number_is_the_label_of_a_tile_before_it_is_the_name_of_one(tmp_path: Path):
    nine = ("--option", "set=double-nine", "--option", "first_opener=agreed", "--seed", "1")
    done = tantera("play", *nine, stdin="1\n10\n", cwd=tmp_path)
    assert "sales con el 7-2" in done.stdout, "7-2 is the tenth tile of that rack, and 1-0 is in it too"


def test_a_player_called_like_another_one_keeps_the_own_seat(tmp_path: Path):
    tantera("play", "--seat", "3", "--name", "Pons", "--seed", "7", "--save", "m.dgn", stdin="", cwd=tmp_path)
    document = read((tmp_path / "m.dgn").read_text("utf-8"))
    assert (document.tag("You"), document.tag("Seat3")) == ("3", "Pons")


def test_a_finished_match_is_written_where_the_player_asked_for_a_file(tmp_path: Path):
    words = ("--book", "tarragona", "--limit", "2h", "--seed", "3", "--save", "fin.dgn")
    assert "Gana la partida" in tantera("play", *words, stdin=KEYS * 300, cwd=tmp_path).stdout
    assert judge(read((tmp_path / "fin.dgn").read_text("utf-8"))).match.ended_by == "hands"


def test_a_finished_match_leaves_no_file_behind_that_nobody_asked_for(tmp_path: Path):
    tantera("play", "--book", "san-juan", "--limit", "1h", "--seed", "3", stdin=KEYS * 300, cwd=tmp_path)
    assert not list(tmp_path.iterdir())


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
    assert ": found " in done.stderr


def test_a_hand_with_unknown_tiles_cannot_be_played_on(tmp_path: Path):
    file = tmp_path / "real.dgn"
    file.write_text('[Book "clasico"]\n#1 o1 0-0\n66 >65\n')
    done = tantera("play", "--resume", str(file), cwd=tmp_path)
    assert done.returncode == 2
    assert "unknown tiles" in done.stderr


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
