"""A match at the terminal: a real process, and for Ctrl-C a real terminal."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tantera.notation import judge, read
from tests.cli.test_commands import tantera
from tests.cli.window import Window

ENTER = "\n"


def saved(folder: Path) -> Path:
    (file,) = folder.rglob("*.dgn")
    return file


@pytest.mark.parametrize("book", ["san-juan", "tarragona", "ueh", "competencia-individual", "clasico"])
def test_a_whole_match_of_every_book_is_played_by_taking_the_first_tile_or_passing(book: str, tmp_path: Path):
    limit = ["--limit", "60p"] if book != "ueh" else ["--limit", "40p"]
    done = tantera("play", "--book", book, "--seed", "3", *limit, stdin="1\n<\np\n\n" * 1500, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert re.search("Gana la partida|ganáis la partida|ganan la partida", done.stdout)
    assert "Tantera" in done.stdout


@pytest.mark.article("JM-elegir")
def test_who_won_sees_the_tiles_before_being_asked_which_of_the_two_opens(tmp_path: Path):
    done = tantera("play", "--book", "jamaica-six-love", "--seed", "11", stdin="\n1\n>\n<\np\n" * 40, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    before, asked, _ = done.stdout.partition("Tu pareja ganó la última mano")
    assert asked
    table = before[before.rindex("Mano ") :]
    assert "la mesa está vacía" in table
    assert "sales tú" not in table.splitlines()[0]
    assert len(re.findall(r"\d│\d", table)) == 7


def test_the_end_of_the_input_saves_a_match_that_replays_and_goes_on(tmp_path: Path):
    done = tantera("play", "--book", "tarragona", "--seed", "5", stdin="1\n1\n1\n", cwd=tmp_path)
    assert done.returncode == 0
    file = saved(tmp_path)
    assert f"--resume {file}" in done.stdout
    before = judge(read(file.read_text("utf-8")))
    assert tantera("replay", str(file), "--json").returncode == 0
    again = tantera("play", "--resume", str(file), stdin="\n1\n", cwd=tmp_path)
    assert again.returncode == 0, again.stderr
    after = judge(read(file.read_text("utf-8")))
    assert after.document.hands[0].items[: len(before.document.hands[0].items)] == before.document.hands[0].items
    assert after.ledger.version > before.ledger.version


def test_a_refused_move_names_its_article_and_the_question_mark_shows_it(tmp_path: Path):
    done = tantera("play", "--book", "clasico", "--seed", "7", stdin="p\n?\nzz\nt\nh\n? CL-matar\n", cwd=tmp_path)
    assert "con ficha no se pasa  CL-desarrollo" in done.stdout
    assert "CL-desarrollo  En su turno cada jugador pone" in done.stdout
    assert "«zz» no se entiende" in done.stdout
    assert "CL-matar  Es frecuente que un jugador tire" in done.stdout
    assert "\n   Cómo lo leemos: También se dice ahorcado." in done.stdout


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("--book", "parchis"), "expected one of san-juan"),
        (("--book", "ueh", "--option", "players=3", "--seat", "4"), "--seat: found 4, expected 1 to 3"),
        (("--bot", "deep-blue"), "--bot: found 'deep-blue', expected one of random"),
        (("--option", "players"), "--option: found 'players', expected key=value"),
        (("--option", "playerz=3"), "players perhaps"),
        (("--limit", "many"), "expected 200p, 12h, 40m"),
        (("--lang", "fr"), "--lang: se encontró 'fr', se esperaba es, ca o en"),
    ],
)
def test_a_wrong_word_on_the_command_line_is_one_sentence_and_status_2(words, complaint, tmp_path: Path):
    done = tantera("play", "--lang", "en", *words, cwd=tmp_path)
    assert done.returncode == 2
    assert complaint in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (
            ("play", "--save", "nowhere/m.dgn", "--lang", "ca"),
            "--save: s'ha trobat nowhere/m.dgn, s'esperava un fitxer",
        ),
        (("play", "--bot", "deep-blue", "--lang", "es"), "--bot: se encontró 'deep-blue', se esperaba uno de estos"),
        (("play", "--option", "players", "--lang", "es"), "--option: se encontró 'players', se esperaba clave=valor"),
        (("play", "--option", "foo=1", "--lang", "es"), "se encontró el campo desconocido 'foo'"),
        (("play", "--seat", "9", "--lang", "es"), "--seat: se encontró 9, se esperaba de 1 a 4"),
        (("play", "--tile-names", "xx", "--lang", "ca"), "--tile-names: s'ha trobat 'xx', s'esperava un d'aquests"),
        (("solve", "ends=6:9 turn=2 1:00", "--lang", "es"), "position:1:10: se encontró turn=2"),
        (("solve", "ends=6:4 turn=1 1:46 2:22 3:33", "--lang", "ca"), "s'ha trobat 3 faristols, s'esperava quatre"),
    ],
)
def test_who_asks_for_a_language_is_answered_in_it(words, complaint, tmp_path: Path):
    done = tantera(*words, cwd=tmp_path)
    assert done.returncode == 2
    assert complaint in done.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="no pseudo-terminals there")
@pytest.mark.parametrize("leaving", ["SIGINT", "SIGTERM", "SIGHUP"])
def test_leaving_a_real_terminal_by_ctrl_c_or_by_closing_it_saves_the_match(leaving: str, tmp_path: Path):
    with Window("play", "--seed", "7", folder=tmp_path) as window:
        window.until("Te toca")
        window.send(getattr(signal, leaving))
        assert window.end() == 0
        assert "Guardada en" in window.text
    assert judge(read(saved(tmp_path).read_text("utf-8"))).match.hand is not None


def test_a_killed_process_loses_no_move_of_a_match_that_has_a_file(tmp_path: Path):
    file = tmp_path / "mesa.dgn"
    program = [sys.executable, "-c", "from tantera.cli import main; main()", "play", "--seed", "7", "--save", str(file)]
    process = subprocess.Popen(program, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=tmp_path)
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write("1<\n")
    process.stdin.flush()
    shown = ""
    while shown.count("Te toca") < 2:
        letter = process.stdout.read(1)
        assert letter, shown
        shown += letter
    process.kill()
    process.wait(30)
    process.stdin.close()
    process.stdout.close()
    hand = judge(read(file.read_text("utf-8"))).match.hand
    assert hand is not None
    assert (hand.turn, hand.racks[0].bit_count()) == (1, 6)


RACKS = "1:00.04.12.16.25.35.46 2:01.05.13.22.26.36.55 3:02.06.14.23.33.44.56 4:03.11.15.24.34.45.66"


def test_the_first_hand_is_played_with_tiles_that_were_chosen_and_says_so(tmp_path: Path):
    words = ("play", "--book", "san-juan", "--seed", "5", "--lang", "en", "--racks", f"turn=1 {RACKS}")
    done = tantera(*words, stdin="1\n", cwd=tmp_path)
    assert "with tiles that were chosen" in done.stdout
    text = saved(tmp_path).read_text("utf-8")
    assert '[Known "1"]' in text
    assert f"#1 o1 0-0\ndeal {RACKS}\n" in text
    again = tantera("play", "--resume", str(saved(tmp_path)), stdin="<\n", cwd=tmp_path)
    assert again.returncode == 0
    assert "seed" not in saved(tmp_path).read_text("utf-8").split("#1")[1]


def test_a_match_that_was_left_before_its_deal_still_has_the_tiles_that_were_chosen(tmp_path: Path):
    words = ("play", "--book", "tarragona", "--seed", "5", "--racks", f"turn=1 {RACKS}")
    tantera(*words, cwd=tmp_path)  # who keeps the sheet is asked before the deal, and nobody answers
    assert f'[Racks "turn=1 {RACKS}"]' in saved(tmp_path).read_text("utf-8")
    tantera("play", "--resume", str(saved(tmp_path)), stdin="\n\n", cwd=tmp_path)
    text = saved(tmp_path).read_text("utf-8")
    assert f"deal {RACKS}\n" in text
    assert '[Known "1"]' in text
    assert "[Racks" not in text


@pytest.mark.parametrize(
    ("racks", "told"),
    [
        ("1:00.04", "--racks: seat 1 has 2 tiles, expected 7"),
        (f"{RACKS[:-3]} turn=1", "--racks:1:70: found 6 tiles at seat 4 and 7 at seat 1"),
        (f"ends=6:4 turn=1 {RACKS}", "--racks: found tiles on the table"),
        (f"turn=1 {RACKS}", "--racks: found turn=1, expected turn=4: that seat has the highest double"),
    ],
)
def test_tiles_that_nobody_can_have_been_dealt_are_refused(racks: str, told: str, tmp_path: Path):
    done = tantera("play", "--book", "ueh", "--lang", "en", "--racks", racks, cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert told in done.stderr
    assert not list(tmp_path.rglob("*.dgn"))


def test_a_tile_that_equal_ends_both_take_is_asked_about(tmp_path: Path):
    """Seat 4 opens with 6-6: then both ends are six, and the number of the end says nothing."""
    words = ("play", "--book", "venezuela-75", "--seed", "5", "--lang", "en", "--racks", RACKS)
    done = tantera(*words, stdin="46\n6\n>\n", cwd=tmp_path)
    assert "Which end? 6 on the left (<) or 6 on the right (>)" in done.stdout
    assert "found 6; expected left, right, or Enter to go back" in done.stdout
    assert re.search(r"^66[^\n]* >64", saved(tmp_path).read_text("utf-8"), re.MULTILINE)


def test_a_position_in_the_middle_of_a_hand_is_played_on_from_the_hand_so_far(tmp_path: Path):
    file = tmp_path / "problem.dgn"
    file.write_text(f'[Book "san-juan"]\n[Known "1"]\n#1 o1 0-0\ndeal {RACKS}\n00 <05 >06 <54\n', "utf-8")
    done = tantera("play", "--resume", str(file), "--bot", "greedy", stdin="1\n", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    text = file.read_text("utf-8")
    assert "\n00 <05 >06 <54 <40" in text
    assert '[Known "1"]' in text
