"""docs/players.md and docs/arbiters.md say what the program does: the same in three languages, in the screens' words,
and with commands that run as they stand there."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from tantera.cli import said
from tantera.cli.app import app
from tantera.notation import judge, read
from tantera.referee import FREE_RULING
from tantera.rules import load_book
from tantera.sheet import look_up
from tests.cli.test_commands import tantera
from tests.cli.window import Window
from tests.guides import DOCS, Part, parts_of
from tests.notation.test_verify import a_match
from tests.web.processes import served

PLAYERS = parts_of("players.md", es="Para jugadores", ca="Per a jugadors", en="For players")
ARBITERS = parts_of("arbiters.md", es="Para árbitros", ca="Per a àrbitres", en="For arbiters")
PAGES = {"players": PLAYERS, "arbiters": ARBITERS}
PARTS = [pytest.param(part, id=f"{page}-{lang}") for page, parts in PAGES.items() for lang, part in parts.items()]


@pytest.mark.parametrize("page", PAGES)
def test_three_languages_tell_the_same_chapters_and_the_same_commands(page: str) -> None:
    es, ca, en = PAGES[page].values()
    assert len(es.chapters) == len(ca.chapters) == len(en.chapters) >= 8
    assert es.commands == ca.commands == en.commands
    assert len(es.cited) == len(ca.cited) == len(en.cited)
    assert es.options == ca.options == en.options


@pytest.mark.parametrize("part", PARTS)
def test_every_button_and_word_in_it_is_called_so(part: Part) -> None:
    assert len(part.cited) > 20
    assert part.unsaid == []


@pytest.mark.parametrize("part", PARTS)
def test_every_link_in_it_leads_to_a_page_and_a_heading(part: Part) -> None:
    for page, heading in re.findall(r"\]\(([\w.-]*\.md)?(?:#([\w-]+))?\)", part.text):
        text = (DOCS / (page or part.page)).read_text("utf-8")
        headings = {
            re.sub(r"[^\w -]", "", one.lower()).replace(" ", "-") for one in re.findall("^#+ (.*)$", text, re.M)
        }
        assert not heading or heading in headings, f"{page}#{heading}"


def told_by(*words: str) -> str:
    """What a command that asks nothing says."""
    done = CliRunner().invoke(app, words, env={"TANTERA_LANG": "es"})
    assert done.exit_code == 0, f"{words}: {done.output}"
    return done.output


# --- the commands, in the order of the page --------------------------------------------------------------------------


def test_the_players_commands_run_in_their_order(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("partida.dgn").write_text(a_match("clasico"), "utf-8")
    for command in PLAYERS["es"].commands:
        words = shlex.split(command)[1:]
        if words[0] == "serve":
            with served(tmp_path / "data", "--no-qr") as server:
                server.until_said("Ctrl-C")
                assert server.stop()[0] == 0
        elif words[0] == "play":
            done = tantera(*words, stdin="1\n<\nh\nt\n? TG-9.2\nq\n")
            assert done.returncode == 0, f"{command}: {done.stderr}"
        else:
            assert told_by(*words)
    assert judge(read(Path("martes.dgn").read_text("utf-8"))).match.book.id == "tarragona"


def test_a_bare_play_in_a_real_terminal_welcomes_and_understands_the_words_of_the_table(tmp_path: Path) -> None:
    with Window("play", folder=tmp_path, TANTERA_LANG="es") as window:
        for question, answer in (("Idioma", ""), ("Reglas, del 1 al", ""), ("Nivel, del 1 al 5", "1")):
            window.until(question)
            window.type(answer)
        for word in ("ayuda", "tantera", "reglas", "salir"):
            window.until("Te toca")
            window.type(word)
        window.until("Para seguir")


@pytest.mark.parametrize("part", PLAYERS.values(), ids=list(PLAYERS))
def test_every_word_that_the_page_lets_somebody_type_is_understood(part: Part) -> None:
    listed = re.findall(r"^\| (`.*?) \|", part.text, re.MULTILINE)
    words = {word for row in listed for word in re.findall(r"`([^\d\W]\w*|\?)`", row)}
    assert len(words) >= 10
    in_turn = said.PASS | said.DRAW | said.DOUBLES | said.HINT | said.UNDO
    assert words <= in_turn | said.SHEET | said.RULE | said.HELP | said.LEAVE


def test_the_arbiters_commands_run_in_their_order(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first one begins a sheet with a block and a phone; the second goes on and puts the first hand right."""
    monkeypatch.chdir(tmp_path)
    first = ("Pons", "3 41", "c", "3", "30", "45", "i móvil", "1", "Roca", "1", "2 25", "h", "q")
    second = ("e 1", "2", "3 51", "e Roca", "Roure", "u", "r", "t", "? TG-9.2", "q")
    answers = iter((first, second))
    told_so_far = []
    for command in ARBITERS["es"].commands:
        words = shlex.split(command)[1:]
        if words[0] == "sheet" and "--print" not in words:
            done = tantera(*words, stdin="\n".join((*next(answers), "")))
            assert done.returncode == 0, f"{command}: {done.stderr}"
        else:
            told_so_far.append(told_by(*words))
    told = json.loads(next(one for one in told_so_far if one.startswith("{")))
    assert told["score"] == {"1+3": 126, "2+4": 25}
    assert told["names"]["4"] == "Roure"
    assert told["hands"][2]["infractions"][0]["decisions"] == [{"choice": "continue", "who": 1}]
    assert Path("acta.pdf").read_bytes().startswith(b"%PDF")
    assert Path("pared.pdf").read_bytes().startswith(b"%PDF")


@pytest.mark.parametrize("part", ARBITERS.values(), ids=list(ARBITERS))
def test_the_words_of_the_table_that_the_page_tries_find_an_infraction(part: Part) -> None:
    tried = re.findall(r"`i (\w+)`", part.text)
    assert len(tried) >= 6
    for word in tried:
        found = look_up(load_book("tarragona"), word, part.lang)
        assert found[0].article != FREE_RULING, word


# --- what +N leaves out ----------------------------------------------------------------------------------------------


def sheet(folder: Path, tags: str, *lines: str) -> dict[str, Any]:
    """What `replay --json` tells of a sheet."""
    names = "".join(f'[Seat{n} "{name}"]\n' for n, name in enumerate(("Pons", "Vidal", "Mas", "Roca"), start=1))
    file = folder / "mesa.dgn"
    file.write_text(f"{tags}\n{names}\n" + "\n".join(lines) + "\n", "utf-8")
    return dict(json.loads(told_by("replay", str(file), "--json")))


def test_a_bonus_is_not_in_the_points_of_its_hand(tmp_path: Path) -> None:
    book = DOCS.parent / "examples" / "books" / "cafe-del-sol.toml"
    (tmp_path / "cafe.toml").write_text(book.read_text("utf-8"), "utf-8")
    told = sheet(tmp_path, '[Book "cafe.toml"]', "#1 o1 0/0/0/0", "[bonus seat=3 kind=capicua]", "= domino 3 +41")
    assert (told["hands"][0]["points"], told["score"]["3"]) == (41, 66)


def test_a_bonus_that_the_result_tells_is_not_in_it_either(tmp_path: Path) -> None:
    told = sheet(tmp_path, '[Book "puerto-rico-500"]', "#1 o1 0-0", "= domino 3 +41", "#2 o3 141-0")
    assert (told["hands"][0]["points"], told["score"]["1+3"]) == (41, 141)


def test_points_of_a_sanction_are_not_in_the_points_of_the_hand_that_goes_on(tmp_path: Path) -> None:
    told = sheet(tmp_path, '[Book "san-juan"]', "#1 o1 0-0", "[SJ-irreg-4 seat=2]", "= domino 3 +41")
    assert (told["hands"][0]["points"], told["score"]) == (41, {"1+3": 41, "2+4": -20})


def test_the_factor_of_a_re_entry_is_not_in_the_points_of_the_hand(tmp_path: Path) -> None:
    lines = ("#1 o1 0/0/0/0", "= domino 1 +71 (0/51/10/10)", "#2 o2 0/10/10/10", "= domino 1 +20 (0/10/5/5)")
    told = sheet(tmp_path, '[Book "ueh"]\n[Limit "50p"]', *lines)
    assert told["re_entries"]["2"] == 1
    assert (told["hands"][1]["points"], told["score"]) == (20, {"1": 0, "2": 30, "3": 15, "4": 15})


def test_what_is_taken_off_the_difference_is_in_no_points_of_the_table(tmp_path: Path) -> None:
    lines = ("#1 o1 0-0", "[CI-10 seat=2 chose=accept]", "= domino 3 +41")
    told = sheet(tmp_path, '[Book "competencia-individual"]', *lines)
    assert (told["hands"][0]["points"], told["score"]) == (41, {"1+3": 41, "2+4": 0})
    assert told["difference_penalties"] == {"2": -30}


def test_what_raises_the_whole_hand_after_a_block_is_in_its_points(tmp_path: Path) -> None:
    book = DOCS.parent / "examples" / "books" / "liga-del-nueve.toml"
    (tmp_path / "nueve.toml").write_text(book.read_text("utf-8"), "utf-8")
    lines = ("#1 o1 0-0", "= block tie (38-38)", "#2 o1 0-0", "= domino 3 +4")  # the prize is 2
    told = sheet(tmp_path, '[Book "nueve.toml"]', *lines)
    assert (told["hands"][1]["points"], told["score"]["1+3"]) == (4, 4)


def test_what_a_block_left_for_the_next_hand_is_in_the_points_of_that_hand(tmp_path: Path) -> None:
    told = sheet(tmp_path, '[Book "brasil-7"]', "#1 o1 0-0", "= block tie", "#2 o3 0-0", "= domino 3 +2")
    assert (told["hands"][1]["points"], told["score"]["1+3"]) == (2, 2)  # a plain win is worth 1
