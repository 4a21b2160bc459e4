"""The score pad: real processes with a referee's keystrokes on standard input, and the pad itself."""

from __future__ import annotations

import json
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tantera.rules import BOOKS
from tests.cli.test_commands import tantera
from tests.cli.window import Window

NAMES = "Pons,Vidal,Mas,Roca"
SAN_JUAN = ("--book", "san-juan", "--names", NAMES)


def typed(*lines: str) -> str:
    return "".join(f"{line}\n" for line in lines)


def keep(folder: Path, *lines: str, flags: tuple[str, ...] = SAN_JUAN, file: str = "mesa.dgn") -> str:
    """What the pad said to these answers."""
    done = tantera("sheet", file, *flags, stdin=typed(*lines), cwd=folder)
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stdout + done.stderr
    return done.stdout


def replayed(file: Path) -> dict[str, object]:
    done = tantera("replay", str(file), "--json")
    assert done.returncode == 0, done.stderr
    return dict(json.loads(done.stdout))


def hands(file: Path) -> str:
    """The sheet without its tags."""
    return file.read_text("utf-8").partition("\n\n")[2]


# --- whole matches --------------------------------------------------------------------------------------------------


@pytest.mark.article("FT-tablero", "FT-sesenta-y-uno")
def test_a_sheet_of_fives_and_threes_has_both_sums_of_every_hand_and_ends_at_the_limit(tmp_path: Path):
    """A dominó, a block, sums that pass 61 and are refused, and the limit."""
    flags = ("--book", "fives-and-threes", "--names", NAMES)
    shown = keep(tmp_path, "1", "3 30 12", "c", "20", "40", "4 12 1", "l", "pons", "11", "3", "", flags=flags)
    assert "Hechos en juego, Pons + Mas:" in shown
    assert "(FT-puntas)" in shown or "FT-puntas" in shown, "62 cannot be"
    assert "Pons y Mas ganan la partida" in shown
    assert "*30-12" in hands(tmp_path / "mesa.dgn")
    match = replayed(tmp_path / "mesa.dgn")
    assert match["score"] == {"1+3": 61, "2+4": 55}
    assert match["hands"][-1]["how"] == "limit"  # type: ignore[index]
    assert match["hands"][-1]["in_play"] == {"1+3": 11, "2+4": 3}  # type: ignore[index]


@pytest.mark.article("SJ-irreg-5", "SJ-tranque", "SJ-siguientes", "SJ-conteo")
def test_a_san_juan_match_with_a_tie_and_a_gesture_is_kept_signed_and_replayed(tmp_path: Path):
    match = ("1", "3 41", "c", "=", "38", "i habló", "1", "mas", "c 1 17 35", "4", "2 79", "vidal", "130")
    shown = keep(tmp_path, *match, "1 2")
    assert "Mano 2, sale Mas" in shown
    assert "Mano 3, sale Mas" in shown  # the same opener after a tied block
    assert "→ -20 a Pons + Mas" in shown
    assert "Mano 4: ¿quién sale?" in shown  # the sheet does not say who laid the last tile of a block
    assert "Vidal y Roca ganan la partida" in shown
    file = tmp_path / "mesa.dgn"
    assert '[Signed "Pons, Vidal"]' in file.read_text("utf-8")
    assert "[SJ-irreg-5 seat=3]\n= block 1+3 +52 (17-35)" in hands(file)
    data = replayed(file)
    assert data["score"] == {"1+3": 73, "2+4": 209}
    assert (data["winner"], data["ended_by"]) == ("2+4", "points")


def test_a_reserve_comes_in_between_two_hands_is_taken_back_put_right_and_told(tmp_path: Path):
    shown = keep(
        *(tmp_path, "reserva 3 Lluch", "1", "3 41"),
        *("reserva 3 Lluch", "u", "r", "mas 10", "3 10", "i SJ-irreg-5", "1", "2", "reserva 1 Coll"),
        *("e 2", "1", "suplente mas Soler Mir", "e mas", "Más", "q"),
    )
    assert "di antes quién sale" in shown
    assert shown.count("Entra Lluch por Mas (SJ-inicio-1)") == 1
    assert "aquí nadie se llama «mas»: h, ayuda" in shown
    assert "el reserva entra entre dos manos  SJ-inicio-1" in shown
    assert "¿Quién entra?" not in shown
    assert hands(tmp_path / "mesa.dgn").partition("#2")[2] == (
        ' o3 41-0\n[reserve seat=3 name="Soler Mir"]\n= domino 3 +10\n\n#3 o3 51-0\n[SJ-irreg-5 seat=2]\n'
    )
    told = tantera("replay", str(tmp_path / "mesa.dgn")).stdout
    assert "Entra Soler Mir por Más (SJ-inicio-1)" in told


@pytest.mark.article("TG-14.1", "TG-18.2", "TG-18.4", "TG-12")
def test_a_tarragona_match_with_blue_cards_and_an_annulled_hand(tmp_path: Path):
    match = (
        *("1", "i móvil", "1", "vidal", "1", "3 141"),
        *("i señas", "1", "2", "anular", "c 2 30 10", "1 139", "3", "4"),
    )
    shown = keep(tmp_path, *match, flags=("--book", "tarragona", "--limit", "280p", "--names", NAMES))
    assert "TG-14.1 Decide Mas: 1 seguir · 2 anular la mano" in shown
    assert "→ Tarjeta azul a Vidal" in shown
    assert "→ Tarjeta amarilla a Vidal" in shown  # two blue
    assert "→ la mano se anula" in shown
    assert "Mano 3, sale Mas" in shown  # Vidal's pair had opened: the opening is lost
    assert "Vidal: Tarjeta azul 2, Tarjeta amarilla 1" in shown
    file = tmp_path / "mesa.dgn"
    assert "[TG-14.8 seat=2 chose=annul]\n= void TG-14.8" in hands(file)
    data = replayed(file)
    assert data["cards"] == {"2": {"blue": 2, "yellow": 1, "red": 0}}
    assert (data["score"], data["winner"]) == ({"1+3": 280, "2+4": 40}, "1+3")
    assert '[Signed "Mas, Roca"]' in file.read_text("utf-8")


@pytest.mark.article("TG-15.5", "TG-18.6")
def test_the_referee_confirms_a_red_card_and_the_match_is_over(tmp_path: Path):
    talk = ("i TG-15.4", "1", "4")
    shown = keep(
        tmp_path, "1", "3 41", *talk, "1", *talk, "1", "1", "2", flags=("--book", "tarragona", "--names", NAMES)
    )
    assert "TG-15.5 Decide el árbitro: 1 confirmar · 2 no confirmar" in shown
    assert "→ Vidal + Roca: partida perdida" in shown
    data = replayed(tmp_path / "mesa.dgn")
    assert (data["score"], data["ended_by"]) == ({"1+3": 300, "2+4": 0}, "forfeit")
    refused = keep(tmp_path / ".", *talk, "1", file="other.dgn", flags=("--book", "tarragona", "--names", NAMES))
    assert "di antes quién sale" in refused


@pytest.mark.article("UEH-anotacion", "UEH-reenganche", "UEH-final")
def test_a_ueh_match_with_totals_by_seat_and_re_entries(tmp_path: Path):
    match = ("4", "1 40 50 30", "1", "60", "20", "10", "1 1 40 10", "c = 10 10 20 30", "t", "e", "")
    shown = keep(tmp_path, *match, flags=("--book", "ueh", "--limit", "100p", "--names", NAMES))
    assert "Vidal pasa del límite y se reengancha con 50" in shown
    assert "Pons gana la mano" in shown
    assert "dominó de Pons 0-40-50-30, +120" in shown  # what everybody has is in the entry
    data = replayed(tmp_path / "mesa.dgn")
    assert data["re_entries"] == {"2": 1, "3": 1}
    # Pons and Vidal tie at ten: Roca opened, so Pons comes first in turn order. Vidal writes ten twice over.
    assert data["score"] == {"1": 0, "2": 70, "3": 90, "4": 80}


@pytest.mark.article("CI-10", "CI-14", "CI-3")
def test_a_competition_match_with_a_difference_a_last_tile_and_time(tmp_path: Path):
    match = ("1", "i pasar falso", "1", "2", "4", "1", "i última", "1", "3", "45", "tiempo", "2 20", "3 12")
    shown = keep(tmp_path, *match, "", "", "", "", flags=("--book", "competencia-individual", "--names", NAMES))
    assert "CI-10 Deciden Pons + Mas: " in shown
    assert "→ -30 en la diferencia de Vidal" in shown
    assert "¡Tiempo! Manos por jugar: 2" in shown
    data = replayed(tmp_path / "mesa.dgn")
    assert (data["score"], data["ended_by"]) == ({"1+3": 57, "2+4": 20}, "time")
    assert data["difference_penalties"] == {"2": -30}
    assert '[Signed "Pons, Vidal, Mas, Roca"]' in (tmp_path / "mesa.dgn").read_text("utf-8")


@pytest.mark.article("SJ-estructura")
def test_level_at_time_the_judges_say_who_has_won(tmp_path: Path):
    shown = keep(tmp_path, "1", "3 40", "4 40", "tiempo", "5", "vidal", "")
    assert "Deciden los jueces" in shown
    data = replayed(tmp_path / "mesa.dgn")
    assert (data["winner"], data["score"]) == ("2+4", {"1+3": 40, "2+4": 40})
    keep(tmp_path, "u", "=", "")  # signed by nobody: the ruling is the last entry
    assert '[Result "="]' in (tmp_path / "mesa.dgn").read_text("utf-8")


@pytest.mark.article("SJ-tranque-falso", "SJ-jueces", "SJ-irreg-3")
def test_what_only_the_table_can_count_is_asked_and_a_ruling_has_text_author_and_points(tmp_path: Path):
    lines = ("1", "i tranque falso", "1", "2", "50")
    ruling = ("i se cayó la mesa", "1", "repiten", "el juez", "2 +20", "n")
    shown = keep(tmp_path, *lines, "q")
    assert "Puntos a Pons + Mas, lo que queda según SJ-tranque-falso: 50" in shown
    assert "= lost 2+4 +50 SJ-tranque-falso" in hands(tmp_path / "mesa.dgn")
    keep(tmp_path, "1", "1 10", *ruling, "i romper", "1", "3", "n", "falta una ficha", "la juez", file="b.dgn")
    text = hands(tmp_path / "b.dgn")
    assert '[SJ-jueces by="el juez" text="repiten" points=2:+20] [SJ-irreg-3 seat=3]' in text
    assert text.endswith('[SJ-jueces by="la juez" text="falta una ficha"]\n= ruling "falta una ficha"\n')
    assert replayed(tmp_path / "b.dgn")["score"] == {"1+3": 10, "2+4": 20}


@pytest.mark.article("TG-6.1")
def test_time_in_a_book_that_finishes_the_hand(tmp_path: Path):
    flags = ("--book", "clasico", "--limit", "100p 30m", "--names", NAMES)
    keep(tmp_path, "1", "1 7", "tiempo", "s", "3 40", "", flags=flags)
    assert replayed(tmp_path / "mesa.dgn")["score"] == {"1+3": 47, "2+4": 0}
    keep(tmp_path, "1", "1 7", "tiempo", "n", "", flags=flags, file="b.dgn")
    assert replayed(tmp_path / "b.dgn")["ended_by"] == "time"


@pytest.mark.article("TG-6.1")
def test_time_is_refused_at_once_where_the_match_has_no_limit_of_it(tmp_path: Path):
    """Then: it was asked first whether tiles were lifted, and the help offered it in every book."""
    for lines in (("tiempo", "1"), ("1", "tiempo")):
        shown = keep(tmp_path, *lines, flags=("--book", "tarragona", "--names", NAMES), file=f"{lines[0]}.dgn")
        assert "esta partida no tiene límite de tiempo" in shown
        assert "levantadas" not in shown
        assert "tiempo · reserva" not in shown
    flags = ("--book", "clasico", "--limit", "100p 30m", "--names", NAMES)
    called = keep(tmp_path, "1", "1 7", "tiempo", "s", "tiempo", flags=flags)
    assert "tiempo · reserva" in called
    assert called.count("levantadas") == 1, "and of a time called twice nothing is asked"
    assert "el tiempo ya está cantado" in called


def test_a_clubs_own_book_travels_in_the_sheet(tmp_path: Path):
    """Then: «no such book» on any machine that had not the club's file. Now: all is the same there."""
    home, away = tmp_path / "home", tmp_path / "away"
    home.mkdir()
    away.mkdir()
    (home / "club.toml").write_text('id = "club"\nextends = "tarragona"\noptions.limit.points = 70\n', "utf-8")
    flags = ("--book", "club.toml", "--names", NAMES)
    keep(home, "1", "1 41", flags=flags)
    sheet = home / "mesa.dgn"
    here = replayed(sheet)
    shutil.copy(sheet, away)
    (home / "club.toml").write_text('id = "club"\nextends = "tarragona"\noptions.limit.points = 40\n', "utf-8")
    for folder in (away, home):  # without the file, and with one that says something else by now
        assert replayed(folder / "mesa.dgn") == here
        printed = tantera("sheet", "mesa.dgn", "--print", "acta.pdf", cwd=folder)
        assert (printed.returncode, printed.stderr) == (0, "")
        told = "club.toml dice ahora otra cosa: esta tantera sigue con lo que decía cuando empezó"
        shown = " ".join(keep(folder, "1 30", flags=()).split())
        assert (told in shown) is (folder == home)
        assert replayed(folder / "mesa.dgn")["ended_by"] == "points", "70 is the limit"
        assert replayed(folder / "mesa.dgn")["score"] == {"1+3": 71, "2+4": 0}


# --- taking back, stopping, going on --------------------------------------------------------------------------------


def test_undo_at_the_prompt_is_the_sheet_without_those_entries(tmp_path: Path):
    keep(tmp_path, "1", "3 41", file="short.dgn")
    wrong = ("i habló", "1", "mas", "c 1 17 35", "4", "2 79", "u", "u", "u", "u", "u")
    keep(tmp_path, "1", "3 41", *wrong[:-1], file="long.dgn")
    assert hands(tmp_path / "long.dgn") == hands(tmp_path / "short.dgn")
    shown = keep(tmp_path, "u", "u", "u", "1", "3 41", file="long.dgn")
    assert "no hay nada que deshacer" in shown
    assert hands(tmp_path / "long.dgn") == hands(tmp_path / "short.dgn")


def test_u_in_the_middle_of_an_entry_drops_it_and_nothing_is_half_done(tmp_path: Path):
    shown = keep(tmp_path, "1", "3", "u", "c", "1", "30", "u", "i habló", "1", "u", "n", "u")
    assert shown.count("no se apunta nada") == 4
    assert hands(tmp_path / "mesa.dgn") == "#1 o1 0-0\n"


def test_a_killed_process_loses_nothing_and_the_sheet_goes_on(tmp_path: Path):
    file = tmp_path / "mesa.dgn"
    program = [sys.executable, "-c", "from tantera.cli import main; main()", "sheet", str(file), *SAN_JUAN]
    process = subprocess.Popen(program, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True)
    assert process.stdin is not None
    process.stdin.write(typed("1", "3 41", "i habló", "1", "mas", "c", "1", "17"))
    process.stdin.flush()
    until = time.monotonic() + 60
    while not (file.exists() and "SJ-irreg-5" in file.read_text("utf-8")) and time.monotonic() < until:
        time.sleep(0.05)
    os.kill(process.pid, signal.SIGKILL)
    process.wait(30)
    process.stdin.close()
    assert hands(file) == "#1 o1 0-0\n= domino 3 +41\n\n#2 o3 41-0\n[SJ-irreg-5 seat=3]\n"
    shown = keep(tmp_path, "c 1 17 35")
    assert "Mano 2, sale Mas" in shown
    assert replayed(file)["score"] == {"1+3": 73, "2+4": 0}


@pytest.mark.skipif(sys.platform == "win32", reason="no pseudo-terminals there")
def test_ctrl_c_at_a_real_terminal_saves_the_sheet(tmp_path: Path):
    with Window("sheet", "mesa.dgn", *SAN_JUAN, folder=tmp_path) as window:
        window.until("quién sale?")
        window.say("2", "¿Quién domina?")
        window.ctrl_c()
        assert window.end() == 0
        assert "Guardada en mesa.dgn" in window.text
    assert hands(tmp_path / "mesa.dgn") == "#1 o2 0-0\n"


def test_a_signed_sheet_opens_again_to_be_looked_at_or_taken_back(tmp_path: Path):
    flags = ("--book", "tarragona", "--limit", "1h", "--names", NAMES)
    keep(tmp_path, "1", "3 41", "1", "2", flags=flags)
    before = (tmp_path / "mesa.dgn").read_text("utf-8")
    assert "La tantera está firmada" in keep(tmp_path, "", flags=())
    assert (tmp_path / "mesa.dgn").read_text("utf-8") == before
    keep(tmp_path, "u", "u", "u", "3 14", "1", "2", flags=())
    assert (tmp_path / "mesa.dgn").read_text("utf-8") == before.replace("+41", "+14")


# --- wrong answers --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lines", "reason"),
    [
        (("5",), "no existe el puesto 5"),
        (("Pepe",), "aquí nadie se llama «Pepe»"),
        (("3", "-4"), "«-4» no son puntos: 0 o más"),
        (("3", "muchos"), "«muchos» no son puntos"),
        (("3 169",), "todas las fichas suman 168"),
        (("3 41 7",), "sobra «7»"),
        (("c", "1", "35", "17"), "se esperaba que con esos totales el tranque sea de 2+4"),
        (("c", "1", "20", "20"), "esos totales son iguales y nadie gana el tranque"),
        (("c", "=", "90"), "todas juntas tienen 168, no 180"),
        (("c", "7"), "no existe esa pareja o jugador"),
        (("c 1 100 100",), "todas juntas tienen 168, no 200"),
        (("i zapatos", "3", ""), "no hay ninguna infracción con «zapatos»"),
        (("i habló", "1", "9"), "no existe el puesto 9"),
        (("i acomodó", "1", "2", "9-8"), "«9-8» no es una ficha"),
        (("i SJ-jueces", "1", "x", "y", "20"), "«20» no se entiende: puesto y puntos"),
        (("? SJ-nada",), "los artículos de este reglamento"),
    ],
)
def test_a_wrong_figure_is_refused_at_once_with_the_reason_and_nothing_is_written(lines, reason, tmp_path: Path):
    shown = keep(tmp_path, "1", *lines)
    assert reason in " ".join(shown.split())
    assert hands(tmp_path / "mesa.dgn") == "#1 o1 0-0\n"


@pytest.mark.parametrize(
    ("flags", "complaint"),
    [
        (("--book", "parchis"), "expected one of san-juan"),
        (("--book", "san-juan", "--names", "Pons,Vidal"), "expected 4 names"),
        (("--book", "san-juan", "--names", "Pons,Pons,Mas,Roca"), "expected names that differ"),
        (("--book", "san-juan", "--names", "Pons,pons,Mas,Roca"), "expected names that differ"),
        (("--book", "san-juan", "--limit", "many"), "expected 200p, 12h, 40m"),
        (("--book", "san-juan", "--option", "limits"), "expected key=value"),
        (("--lang", "fr"), "se esperaba es, ca o en"),
    ],
)
def test_a_wrong_word_on_the_command_line_is_one_sentence_and_no_file(flags, complaint, tmp_path: Path):
    done = tantera("sheet", "mesa.dgn", "--lang", "en", *flags, cwd=tmp_path)
    assert done.returncode == 2
    assert complaint in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("content", [b"", b"\xff\xfe", b"[Book", b'[Book "san-juan"]\n#1 o1 0-0 = domino 7 +3'])
def test_a_file_that_is_no_sheet_is_left_alone(content: bytes, tmp_path: Path):
    (tmp_path / "mesa.dgn").write_bytes(content)
    done = tantera("sheet", "mesa.dgn", cwd=tmp_path)
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 1
    assert (tmp_path / "mesa.dgn").read_bytes() == content


def test_the_same_command_goes_on_and_another_match_is_not_written_over_it(tmp_path: Path):
    keep(tmp_path, "1", "3 41")
    assert "Mano 2, sale Mas" in keep(tmp_path)
    for flags in (("--book", "ueh"), ("--names", "A,B,C,D"), ("--limit", "300p")):
        done = tantera("sheet", "mesa.dgn", *flags, cwd=tmp_path)
        assert done.returncode == 2
        assert "¿otra partida?" in done.stderr


@given(st.integers(0, 10**9))
@settings(max_examples=5, deadline=None)
def test_rubbish_on_the_keyboard_never_ends_in_a_traceback(tmp_path_factory: pytest.TempPathFactory, seed: int):
    chance = random.Random(seed)
    words = [
        "1",
        "2",
        "3",
        "4",
        "c",
        "n",
        "i habló",
        "i",
        "u",
        "?",
        "t",
        "h",
        "=",
        "40",
        "tiempo",
        "",
        "é\x00\x07",
        "s",
        "r",
        "e",
        "e 1",
        "e Pons",
        "x",
        "+",
        "f",
        "v",
        "3 41",
    ]
    lines = [chance.choice(words) for _ in range(80)]
    book = chance.choice(BOOKS)
    folder = tmp_path_factory.mktemp("pad")
    keep(folder, *lines, flags=("--book", book, "--names", NAMES))
    replayed(folder / "mesa.dgn")


# --- three languages, a new sheet by questions ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lang", "words", "sentences"),
    [
        ("es", "habló", ("¿Quién domina?", "¿Quién ha sido?", "Gestos, comentarios o gritos", "Tantera")),
        ("ca", "ha parlat", ("Qui fa dominó?", "Qui ha estat?", "Gestos, comentaris o crits", "Tantera")),
        ("en", "talked", ("Who went out?", "Who was it?", "Gestures, comments or shouting", "Score sheet")),
    ],
)
def test_the_pad_speaks_three_languages(lang, words, sentences, tmp_path: Path):
    shown = keep(tmp_path, "1", f"i {words}", "1", "3", "3 41", flags=(*SAN_JUAN, "--lang", lang))
    for sentence in sentences:
        assert sentence in shown
    assert "[SJ-irreg-5 seat=3]\n= domino 3 +41" in hands(tmp_path / "mesa.dgn")


def test_book_and_names_are_asked_for_where_nobody_said_them(tmp_path: Path):
    done = tantera("sheet", stdin=typed("3", "Ana", "Ana", "Berta", "", "Dora", "4", "ana 5 6 7"), cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "ya hay un jugador Ana" in done.stdout
    (file,) = tmp_path.glob("ueh-*.dgn")
    text = file.read_text("utf-8")
    assert '[Seat1 "Ana"]\n[Seat2 "Berta"]\n[Seat4 "Dora"]' in text
    assert "= domino 1 +18 (0/5/6/7)" in text


@pytest.mark.article("SJ-irreg-2", "SJ-irreg-1")
def test_the_sheet_shows_first_what_can_have_happened_and_refuses_the_rest(tmp_path: Path):
    (tmp_path / "mesa.dgn").write_text('[Book "san-juan"]\n#1 o1 0-0\n00 >05 3!>14 >45\n', "utf-8")
    shown = keep(tmp_path, "i mal puesta", "1", "2", "i mal puesta", "1", "3", "q", flags=())
    assert "1  SJ-irreg-2  Ficha mal puesta, descubierta tarde" in shown
    said = " ".join(shown.split())
    assert "Ficha mal puesta, notada al momento · después ya ha jugado o pasado alguien" in said
    assert "todas las fichas que puso el puesto 2 casan" in said
    assert "[SJ-irreg-2 seat=3]" in hands(tmp_path / "mesa.dgn")
