"""Walks of somebody who never saw a terminal, each in a real one: what was seen when it was first tried, and now."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tantera.cli.match.screen import articles_in_words, book_in_words, keys_in_words
from tantera.rules import BOOKS as BUILT_IN
from tantera.rules import load_book
from tests.cli.test_commands import tantera
from tests.cli.window import Window

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="no pseudo-terminals there")

TURN, AGREE, WHICH = "Te toca: ", "Pulsa Intro", "otra ficha "
BOOKS = Path(__file__).parents[2] / "examples" / "books"


def a_hand(window: Window) -> None:
    """The first hand to its end, by Enter where a turn is forced, else by the first tile."""
    while (seen := window.until("(obligada)", TURN, WHICH, AGREE)) != AGREE:
        if seen == "(obligada)":
            window.until(TURN)
            window.type("")
        else:
            window.type("1" if seen == TURN else "<")


def test_a_bare_play_asks_what_it_needs_and_a_first_hand_costs_few_keys(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    """Then: a table of a book that nobody had chosen, with a line of keys. Now: three questions, each answered by
    Enter; the table and the count at the end."""
    with Window("play", folder=tmp_path) as window:
        window.until("Idioma: 1 español · 2 català · 3 English [español] ")
        window.type("")
        window.until("¿Con qué reglas?")
        window.until("1 Clásico: a 100 puntos, por parejas")
        window.until(f"Reglas, del 1 al {len(BUILT_IN)} [1]: ")
        window.type("")
        window.until("1 amable")
        window.until("Nivel, del 1 al 5 [3]: ")
        window.type("")
        window.until("Clásico: a 100 puntos")
        a_hand(window)
        over = window.text[window.text.rindex("Mano 1") :]
        assert "quedan" in over
        assert "Tú + Mas" in over
        assert "Vidal + Roca" in over
        assert over.count("= ") >= 3, "the racks and the two pairs"
        keys = window.keys
        window.type("salir")
        assert window.end() == 0
    with capsys.disabled():
        print(f"\n   first hand: {keys} keystrokes from `play` to the count, {keys - 3} of them in the hand")
    assert keys <= 3 + 3 * 14, "three for the welcome, at most three for each of a dozen turns"


@pytest.mark.parametrize(
    ("machine", "greeting", "turn"),
    [("ca_ES.UTF-8", "Llengua: ", "Amb quines regles?"), ("en_GB.UTF-8", "Language: ", "Which rules?")],
)
def test_the_welcome_speaks_the_language_of_the_machine(machine: str, greeting: str, turn: str, tmp_path: Path):
    """Then: Spanish whatever the machine was set to, and errors in English. Now: LANG, for everything."""
    with Window("play", folder=tmp_path, LANG=machine) as window:
        window.until(greeting)
        window.type("")
        window.until(turn)
        window.type("q")
        assert window.end() == 0
    assert not list(tmp_path.iterdir()), "nothing has begun, nothing is saved"


def test_the_welcome_takes_words_and_rubbish_and_changes_the_language(tmp_path: Path):
    """Then: there was none. Now: digits and words, and what is not understood is said and asked again."""
    with Window("play", folder=tmp_path) as window:
        window.until("[español] ")
        window.type("klingon")
        window.until("«klingon» no se entiende; se esperaba 1 - 3, o Intro")
        window.until("[español] ")
        window.type("english")
        window.until(f"Rules, 1 to {len(BUILT_IN)} [1]: ")
        window.type("99")
        window.until(f"expected 1 - {len(BUILT_IN)}")
        window.type("tarragona")
        window.until("Level, 1 to 5 [3]: ")
        window.type("kind")
        window.until("Tarragona: to 300 points")
        window.type("exit")
        assert window.end() == 0


def test_the_words_of_players_are_understood_in_three_languages(tmp_path: Path):
    """Then: `ayuda`, `salir`, `tantera`, `pasar` were «no se entiende». Now: at every question."""
    with Window("play", "--seed", "7", folder=tmp_path) as window:
        for word, answer in (
            ("ayuda", "Clásico: a 100 puntos"),
            ("ajuda", "Clásico: a 100 puntos"),
            ("HELP", "quién sale después"),
            ("tantera", "total"),
            ("reglas", "CL-matar"),
            ("pasar", "con ficha no se pasa"),
        ):
            window.until(TURN)
            window.type(word)
            window.until(answer)
        window.until(TURN)
        window.type("?")
        window.until("CL-desarrollo  En su turno cada jugador")
        window.until(TURN)
        window.type("sortir")
        window.until("Guardada en")
        assert window.end() == 0


def test_help_and_the_question_mark_speak_of_the_book_in_play(tmp_path: Path):
    """Then: one text for all books, with keys that this one has no use for. Now: its options and its articles."""
    shown = {}
    for book in ("clasico", "ueh"):
        done = tantera("play", "--book", book, "--seed", "7", stdin="1\nh\n?\n?TG-9.2\n", cwd=tmp_path)
        shown[book] = done.stdout
    assert "d los dos dobles" in shown["ueh"]
    assert "d los dos dobles" not in shown["clasico"]
    assert "UEH-reenganche" in shown["ueh"]
    assert "CL-final  Dominó y cierre" in shown["clasico"]
    assert "«TG-9.2» no está; los artículos de este reglamento:" in shown["clasico"]


TWO_ENDS = """[Book "clasico"]
[Option "first_opener=agreed"]
[You "1"]
[Bots "counter"]
#1 o2 0-0
deal 1:46.00.22.33.44.55.66 2:12.01.02.03.04.05.06 3:16.11.13.14.15.23.25 4:24.26.34.35.36.45.56
12 <16 >24
"""
"""It is the turn of seat 1, whose 6-4 goes on both ends."""


@pytest.mark.parametrize(("answer", "mark"), [("izquierda", "◂"), ("4", "▸"), (">", "▸"), ("esquerra", "◂")])
def test_the_question_about_the_end_explains_itself_takes_digits_and_words_and_has_a_way_back(
    tmp_path: Path, answer: str, mark: str
):
    """Then: «¿Por qué punta, < (6) o > (4)?» took these two signs only, for ever. Now: numbers, words, and back."""
    (tmp_path / "puntas.dgn").write_text(TWO_ENDS, "utf-8")
    with Window("play", "--resume", "puntas.dgn", folder=tmp_path) as window:
        window.until(TURN)
        window.type("1")
        window.until("¿En qué punta? 6 a la izquierda (<) o 4 a la derecha (>); Intro: otra ficha ")
        window.type("arriba")
        window.until("«arriba» no se entiende; se esperaba ")
        window.until(WHICH)
        window.type("")
        window.until(TURN)  # back at the tiles, and nothing has been played
        assert "pones" not in window.text
        window.type("1")
        window.until(WHICH)
        window.type(answer)
        window.until(f"{mark} pones el 6-4")
        window.type("salir")
        assert window.end() == 0


def test_forced_turns_are_marked(tmp_path: Path):
    """Then: a turn that the table played went by without a word why. Now: «(obligada)»."""
    with Window("play", "--book", "tarragona", "--seed", "5", folder=tmp_path) as window:
        window.until("lleva la tantera?")
        window.type("1")
        window.until("pones el 5-1 (obligada)")
        window.until(TURN)
        window.type("salir")
        assert window.end() == 0


def test_the_clock_counts_down_while_the_player_thinks_and_then_the_table_plays(tmp_path: Path):
    """Then: the seconds stood still as they were when the question was asked. Now: they run, beside what is typed."""
    book = (BOOKS / "cafe-del-sol.toml").read_text("utf-8")
    book = re.sub("(move|block)_seconds = .*", r"\1_seconds = 3", book)
    (tmp_path / "prisa.toml").write_text(book, "utf-8")
    with Window("play", "--book", "prisa.toml", "--seed", "2", folder=tmp_path) as window:
        window.until("Te toca (  3 s): ", "Te toca (  2 s): ")
        window.press(b"4")  # half an answer: it stays where it is
        window.until("Te toca (  1 s): ")
        window.until("se te acabó el tiempo: juega la mesa")
        window.until("Te toca (")
        window.type("")
        window.ctrl_c()
        window.until("Guardada en")
        assert window.end() == 0


@pytest.mark.parametrize(("columns", "tiles"), [(40, "double-six"), (40, "double-nine"), (80, "double-nine")])
def test_everything_fits_in_a_narrow_window_double_nine_included(columns: int, tiles: str, tmp_path: Path):
    """Then: racks of ten and the players around the table ran over the edge. Now: no line is longer than the window."""
    with Window("play", "--option", f"set={tiles}", "--seed", "7", folder=tmp_path, columns=columns) as window:
        a_hand(window)
        window.type("salir")
        assert window.end() == 0
        lines = [line for line in window.text.split("\n") if "Para seguir" not in line and "Guardada" not in line]
    too_long = [line for line in lines if len(line.rstrip()) > columns and not line.startswith(("Te toca", "¿"))]
    assert too_long == []


def test_nothing_but_enter_or_yes_agrees_signs_or_begins_another_match(tmp_path: Path):
    """Then: «no» agreed with the count, signed the sheet, and any seat that there was not was one's own; a number that
    no tile had was «escribe un número». Now: each is said not to be understood, and asked again."""
    flags = ("--book", "tarragona", "--seed", "5", "--limit", "1h")
    with Window("play", *flags, folder=tmp_path) as window:
        window.until("lleva la tantera?")
        window.type("7")
        window.until("«7» no se entiende; se esperaba 1 / 3, o Intro")
        window.type("tú")
        window.until(TURN)
        window.type("8")
        window.until("ninguna ficha lleva el número 8")
        while (seen := window.until(TURN, WHICH, AGREE)) != AGREE:
            window.type("<" if seen == WHICH else "1")
        for wrong in ("no", "9"):
            window.type(wrong)
            window.until(f"«{wrong}» no se entiende: pulsa Intro")
            window.until("Pulsa Intro para firmar la tantera")
        window.type("")
        window.until("Firman: ")
        window.until("¿Otra partida? s/N ")
        window.type("quizás")
        window.until("«quizás» no se entiende; se esperaba s, n o Intro")
        window.type("n")
        assert window.end() == 0


@pytest.mark.article("TG-10")
def test_a_block_ends_with_the_table_every_rack_and_both_pairs_totals(tmp_path: Path):
    """Then: «cerrado», a figure, and the next hand. Now: the table, who blocked it, what each pair has left and why."""
    words = ("--book", "tarragona", "--limit", "1h", "--seed", "5")
    shown = tantera("play", *words, stdin="1\n<\np\n\n" * 99, cwd=tmp_path, XDG_DATA_HOME=str(tmp_path)).stdout
    over = shown[shown.index("Tú y Mas os apuntáis 74") :]
    assert "1│0   0│5" in over, "the table as it lay"
    for line in (
        r"Roca +6│0   2│2   4│4   2│1   = 21\n",
        r"Tranque, Mas tranca a cincos\n",
        r"Tú \+ Mas +18 \+ 16 = 34 +\+74 +74\n",
        r"Vidal \+ Roca +19 \+ 21 = 40 +— +0\n",
        r"74 = 34 \+ 40: todos los puntos que quedan\n",
    ):
        assert re.search(line, over), line


# --- the first compile ----------------------------------------------------------------------------------------------


def test_the_first_compile_is_announced_before_it_starts(tmp_path: Path):
    """Then: level 5 sat silent for a minute the first time. Now: it says so, and then begins."""
    program = (
        "import sys; sys.argv = ['tantera', 'play', '--level', '5', '--seed', '7']\n"
        "from tantera.cli.match.session import MatchSession\n"
        "MatchSession.wake_bots = lambda self: sys.exit(7)\n"  # where the compiling would begin
        "from tantera.cli import main\n"
        "main()"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, cwd=tmp_path, input="", timeout=120
    )
    assert done.returncode == 7
    assert done.stdout.splitlines()[-1].startswith("Los bots se preparan; la primera vez")
    assert "se preparan" not in tantera("play", "--level", "1", "--seed", "7", cwd=tmp_path).stdout


def test_a_finished_hand_is_told_with_its_bonuses(tmp_path: Path):
    """Then: a capicúa was in the score and nowhere else. Now: in words with its article, and in the count."""
    shutil.copy(BOOKS / "cafe-del-sol.toml", tmp_path)
    words = ("--book", "cafe-del-sol.toml", "--limit", "1h", "--seed", "2")
    shown = tantera("play", *words, stdin="1\n<\np\n\n" * 300, cwd=tmp_path).stdout
    told = shown[shown.index("¡Dominó! Domina Vidal") :]
    assert "\nCapicúa: +25 a Vidal (CS-premios)\n" in told
    assert re.search(r"quedan +mano +premios +total\n", told)
    assert re.search(r"Vidal +0 +\+20 +\+25 +45\n", told)
    assert "20 = 6 + 4 + 10: los puntos de los contrarios" in told


@pytest.mark.parametrize("lang", ["es", "ca", "en"])
def test_every_book_that_comes_along_can_be_told_at_the_table(lang: str):
    """What help and ? say is made of the book's own options, bonuses and articles, whichever they are."""
    for name in BUILT_IN:
        book = load_book(name)
        first, *others = book_in_words(book, lang)
        assert book.name.text(lang) in first
        told = "\n".join([*others, *keys_in_words(book, lang), *articles_in_words(book, lang)])
        assert "None" not in told
        assert ("(obligada)" in told or "(forced)" in told) == (book.options.false_thinking == "forbidden")
        assert all(len(line) < 160 for line in told.splitlines()), told


@pytest.mark.parametrize(
    ("book", "told"),
    [
        ("jamaica-six-love", "puntos que se pierden cuando ganan los otros: los de todos"),
        ("brasil-7", "puntos por dominar con un doble: 2"),
        ("dominicano-200", "quién gana el tranque: quien cerró o el anterior"),
    ],
)
def test_help_tells_what_decides_a_hand_in_books_of_other_families(book: str, told: str):
    """Then: «un premio fijo» and «a 6 puntos», and nothing of what makes these games what they are."""
    assert told in "\n".join(book_in_words(load_book(book), "es"))
    assert "quién gana el tranque" not in "\n".join(book_in_words(load_book("clasico"), "es")), "as everywhere"
