"""``rules new --ask``: ten questions, a book that checks, and nothing lost on the way, at a real terminal too."""

import signal
import subprocess
import sys
from pathlib import Path

import pytest
from msgspec.structs import replace

from tantera.rules import load_book, read_book
from tantera.rules.advice import advice_on
from tantera.rules.loader import read_layers
from tantera.rules.questions import QUESTIONS, offered
from tests.cli.test_commands import tantera
from tests.cli.window import Window

ASK = ("rules", "new", "club.toml", "--ask", "--lang", "es")


def answer(folder: Path, *lines: str, words: tuple[str, ...] = ASK) -> subprocess.CompletedProcess[str]:
    return tantera(*words, stdin="".join(f"{line}\n" for line in lines), cwd=folder)


def test_ten_times_enter_is_a_book_that_checks_and_the_answer_says_what_to_do_with_it(tmp_path: Path):
    done = answer(tmp_path, *[""] * 10)
    assert (done.returncode, done.stderr) == (0, "")
    assert "1/10  ¿Cómo se llama tu reglamento?\n      Del club o del torneo" in done.stdout
    assert "10/10  ¿Cuántos puntos más vale el capicúa?" in done.stdout
    assert done.stdout.endswith(
        "club.toml: tu reglamento, 11 artículos, comprobado.\n"
        "   Jugarlo: tantera play --book club.toml\n"
        "   Imprimirlo para el tablón: tantera rules print club.toml\n"
        "   Leerlo: tantera rules show club.toml\n"
        "   Después de cambiarlo: tantera rules check club.toml\n"
    )
    book = read_book(tmp_path / "club.toml")
    assert (book.id, book.name.text("es"), book.options) == ("club", "club", load_book("clasico").options)
    assert advice_on(*read_layers(str(tmp_path / "club.toml"))) == []
    checked = tantera("rules", "check", "club.toml", "--strict", "--lang", "es", cwd=tmp_path)
    assert (checked.returncode, checked.stderr) == (0, "")


def test_answers_are_numbers_or_words_and_wrong_ones_are_asked_again(tmp_path: Path):
    said = ["Peña Sol", "clás", "parejas", "200 puntos o 40 min", "7", "2", "draw", "los que p", "99", "1", "3", "25"]
    done = answer(tmp_path, *said)
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("se esperaba un número del 1 al ") == 2
    options = read_book(tmp_path / "club.toml").options
    assert (str(options.limit), options.set.value, options.first_opener) == ("200p 40m", "double-nine", "draw")
    assert (options.next_opener, options.scoring, options.tied_block) == ("loser", "all", "mano_wins")


def test_going_back_asks_again_and_keeps_the_answer_in_brackets(tmp_path: Path):
    done = answer(tmp_path, "<", "Peña", "", "", "300", "<", "atrás", "2", "", *[""] * 6)
    assert done.returncode == 0, done.stderr
    assert "Esta es la primera pregunta." in done.stdout
    book = read_book(tmp_path / "club.toml")
    assert (book.options.play, str(book.options.limit)) == ("alone", "300p")


def test_a_fixed_prize_asks_for_its_points_and_nothing_else_does(tmp_path: Path):
    done = answer(tmp_path, "", "", "", "", "", "", "", "4", "75", "75 50", "", "")
    assert done.returncode == 0, done.stderr
    assert "9/11  ¿Cuántos puntos por un dominó" in done.stdout
    prize = read_book(tmp_path / "club.toml").prize
    assert prize is not None
    assert (prize.domino, prize.block) == (75, 50)


def test_points_in_play_ask_what_is_counted_and_go_with_any_base(tmp_path: Path):
    done = answer(tmp_path, "", "", "", "", "", "", "", "5", "2", "", "")
    assert done.returncode == 0, done.stderr
    assert "9/11  Tantos en juego: ¿qué dan las puntas después de cada ficha?" in done.stdout
    book = read_book(tmp_path / "club.toml")
    assert book.points_in_play is not None
    assert (book.points_in_play.count, book.options.scoring) == ("fives", "nothing")


def test_a_club_near_fives_and_threes_keeps_its_points_in_play(tmp_path: Path):
    done = answer(tmp_path, "", "fives-and-threes", "", "121", *[""] * 7)
    assert done.returncode == 0, done.stderr
    book = read_book(tmp_path / "club.toml")
    assert (book.points_in_play, str(book.options.limit)) == (load_book("fives-and-threes").points_in_play, "121p")


def test_where_a_pipe_ends_too_soon_the_answers_are_kept_and_taken_up_again(tmp_path: Path):
    done = answer(tmp_path, "Peña Sol", "2", "", "250")
    assert done.returncode == 2
    assert done.stderr == ("4 de 10 respuestas quedan guardadas en club.toml.answers; la misma orden sigue desde ahí\n")
    assert not (tmp_path / "club.toml").exists()
    done = answer(tmp_path, *[""] * 6)
    assert done.returncode == 0, done.stderr
    assert "Quedan guardadas 4 respuestas de la otra vez" in done.stdout
    assert "5/10  ¿Con qué fichas?" in done.stdout
    book = read_book(tmp_path / "club.toml")
    assert (book.name.text("es"), str(book.options.limit)) == ("Peña Sol", "250p")
    assert not (tmp_path / "club.toml.answers").exists()


def test_a_file_that_is_there_is_not_touched_and_nothing_is_asked(tmp_path: Path):
    (tmp_path / "club.toml").write_text("mine")
    done = answer(tmp_path, *[""] * 10)
    assert (done.returncode, done.stdout) == (2, "")
    assert "se encontró un archivo que ya existe" in done.stderr
    assert (tmp_path / "club.toml").read_text() == "mine"


@pytest.mark.parametrize(("option", "said"), [("--extends", "taragona"), ("--name", "x" * 200)])
def test_what_the_command_line_says_is_the_answer_in_brackets_or_a_sentence(tmp_path: Path, option: str, said: str):
    done = answer(tmp_path, words=(*ASK, option, said))
    assert done.returncode == 2
    assert done.stderr.startswith(f"{option}: se encontró ")
    done = answer(tmp_path, *[""] * 10, words=(*ASK, "--extends", "tarragona", "--name", "Peña"))
    assert done.returncode == 0
    assert read_book(tmp_path / "club.toml").find("TG-1") is not None


@pytest.mark.parametrize("lang", ["ca", "en", "pt"])
def test_the_questions_and_the_book_are_in_the_clubs_language(tmp_path: Path, lang: str):
    words = ("rules", "new", "club.toml", "--ask", "--lang", lang)
    done = answer(tmp_path, "Club", "", "", "150", *[""] * 6, words=words)
    assert done.returncode == 0, done.stderr
    book = read_book(tmp_path / "club.toml")
    assert book.name.languages == book.about.languages == (lang,)
    asks = {
        "ca": "Com es diu el teu reglament?",
        "en": "What is your book called?",
        "pt": "Como se chama o seu regulamento?",
    }
    assert asks[lang] in done.stdout


def test_a_brazilian_club_is_asked_answers_and_is_checked_in_portuguese(tmp_path: Path):
    """In 37 keystrokes: to 6, the winners open, a lá-e-lô brings three more than a plain finish."""
    words = ("rules", "new", "club.toml", "--ask", "--lang", "pt")
    said = ["Boteco", "brasil", "", "6 pontos", "", "", "3", "<", "3", "", "", "", "3"]
    assert sum(len(line) + 1 for line in said) == 37
    done = answer(tmp_path, *said, words=words)
    assert done.returncode == 0, done.stderr
    assert "11/11  Quantos pontos a mais vale o lá-e-lô (capicúa)?" in done.stdout
    assert "club.toml: o seu regulamento, 6 artigos, conferido." in done.stdout
    book = read_book(tmp_path / "club.toml")
    assert (str(book.options.limit), book.options.next_opener, book.bonuses) == ("6p", "winner", ())
    prize, article = load_book("brasil-7").prize, book.find("BR-sete")
    assert prize is not None
    assert article is not None
    assert book.prize == replace(prize, capicua=4)
    assert article.text("pt") == "Limite: 6 pontos."
    checked = tantera("rules", "check", "club.toml", "--strict", "--lang", "pt", cwd=tmp_path)
    assert checked.stdout == "club.toml: ok, club, 6 artigos, 0 infrações\n"


# --- at a real terminal ----------------------------------------------------------------------------------------------


@pytest.mark.skipif(sys.platform == "win32", reason="no pseudo-terminals there")
def test_a_book_from_ten_questions_counted_by_keystrokes(tmp_path: Path, capsys):
    """A club of its own, to 150 with 25 for a capicúa, the winners open: 24 keystrokes and not one of TOML."""
    with Window(*ASK, folder=tmp_path) as window:
        for number, said in enumerate(["Peña Sol", "", "", "150", "", "", "3", "", "", "25"], start=1):
            window.until(f"{number}/10  ")
            window.until("] > ")
            window.type(said)
        window.until("tantera rules print club.toml")
        assert window.end() == 0
    written = len((tmp_path / "club.toml").read_text("utf-8"))
    with capsys.disabled():
        print(f"\na book from ten questions: {window.keys} keystrokes for {written} letters of TOML")
    assert window.keys == 24
    book = read_book(tmp_path / "club.toml")
    assert (str(book.options.limit), book.options.next_opener) == ("150p", "winner")
    assert [(bonus.kind, bonus.points) for bonus in book.bonuses] == [("capicua", 25)]


@pytest.mark.skipif(sys.platform == "win32", reason="no pseudo-terminals there")
@pytest.mark.parametrize("ignored", [(), (signal.SIGINT,)])
def test_ctrl_c_keeps_the_answers_also_where_it_was_ignored(tmp_path: Path, ignored: tuple[int, ...]):
    with Window(*ASK, folder=tmp_path, ignored=ignored) as window:
        window.until("1/10")
        window.say("Peña Sol", "2/10")
        window.until("[5] > ")
        window.ctrl_c()
        window.until("1 de 10 respuestas quedan guardadas en club.toml.answers")
        assert window.end() == 2
        assert "Traceback" not in window.text
    assert answer(tmp_path, *[""] * 9).returncode == 0
    assert read_book(tmp_path / "club.toml").name.text("es") == "Peña Sol"


@pytest.mark.skipif(sys.platform == "win32", reason="no pseudo-terminals there")
@pytest.mark.parametrize("lang", ["es", "ca", "en", "pt"])
def test_at_a_terminal_of_80_by_24_words_are_whole_the_question_is_in_view_and_a_question_mark_helps(lang, tmp_path):
    """Then: the list of books broke words at the edge and was longer than the window: its question was not to be seen;
    and `?` was «a number from 1 to 11»."""
    with Window("rules", "new", "club.toml", "--ask", "--lang", lang, folder=tmp_path) as window:
        for at in range(1, 11):
            shown = [window.wait_for("] > ")]
            window.type("?")
            shown.append(window.wait_for("] > "))
            for screen in shown:
                lines = screen.split("\n")
                assert max(map(len, lines)) < 80, "a full line breaks the next word"
                assert any(f"{at}/10  " in line for line in lines[-24:])
            for _, words in offered(QUESTIONS[at - 1]):
                assert " ".join(words.told(lang).split()) in " ".join(shown[1].split()), "all of it"
            window.type("? 7" if at == 2 else "")
            if at == 2:
                assert " ".join(offered(QUESTIONS[1])[6][1].told(lang).split()) in " ".join(
                    window.wait_for("] > ").split()
                )
                window.type("ayuda")
                window.wait_for("] > ")
                window.type("")
        assert window.end() == 0
    assert read_book(tmp_path / "club.toml").options == load_book("clasico").options
