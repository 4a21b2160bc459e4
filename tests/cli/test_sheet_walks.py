"""Walks through ``tantera sheet`` at a real terminal, each with what a new user saw then and what they see now."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.cli.test_commands import tantera
from tests.cli.test_sheet import NAMES, SAN_JUAN, hands, keep, replayed
from tests.cli.window import Window

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="no pseudo-terminals there")

TARRAGONA = ("--book", "tarragona", "--limit", "280p", "--names", NAMES)
WHO = "¿Quién domina? "


def names_in(folder: Path) -> list[str]:
    return sorted(one.name for one in folder.iterdir())


# --- wrong keys -----------------------------------------------------------------------------------------------------


def test_no_wrong_key_ends_the_sheet_and_none_is_taken_for_something_else(tmp_path: Path):
    """Then: an unknown book number ended it; `h` and `3` became players' names; anything but n was a signature, and
    a player called Nadal who signed by name had said no. Now: each gets a sentence and the question again."""
    with Window("sheet", "mesa.dgn", "--limit", "1h", folder=tmp_path) as pad:
        pad.wait_for("un archivo: ")
        pad.say("99", "«99» no vale: un número del 1 al")
        pad.say("parchis", "un reglamento que no existe")
        pad.wait_for("un archivo: ")
        pad.say("h", "q: salir")
        pad.say("competencia-individual", "puesto 1? ")
        pad.say("3", "es una tecla de la tantera: escribe un nombre")
        pad.say("u", "puesto 1? ")
        pad.say("Nadal", "puesto 2? ")
        pad.say("nadal", "ya hay un jugador nadal")
        pad.say("Vidla", "puesto 3? ")
        pad.say("u", "puesto 2? ")
        pad.say("Vidal", "puesto 3? ")
        pad.say("Mas", "puesto 4? ")
        pad.say("Roca", "¿quién sale? ")
        pad.say("1", WHO)
        for wrong, sentence in (
            ("7", "no existe el puesto 7"),
            ("x", "nadie se llama «x»"),
            ("+", "nadie se llama «+»"),
            ("\x1b[A3 41", "nadie se llama"),  # an arrow key
            ("n por la ficha", "sobra «por la ficha»"),
            ("e 9", "no hay mano 9"),
        ):
            pad.say(wrong, sentence)
        pad.say("", WHO)  # it was shown what could be put right: nothing
        pad.say("i móvil", "otras palabras: ")
        pad.say("8", "«8» no vale: un número del 1 al")
        pad.say("u", "no se apunta nada")
        pad.say("3 41", "Firma Nadal (Intro")
        pad.say("quizá", "nadie se llama «quizá»")
        pad.say("9", "no existe el puesto 9")
        pad.say("mas", "Firman: Mas")
        pad.say("nadal", "Firman: Mas, Nadal")
        pad.say("", "Firman: Mas, Nadal, Vidal")
        pad.say("", "Guardada en mesa.dgn")  # no further question after the last signature
        pad.rest()
        assert pad.process.returncode == 0
    assert '[Signed "Mas, Nadal, Vidal, Roca"]' in (tmp_path / "mesa.dgn").read_text("utf-8")


def test_a_yes_or_no_is_decided_by_no_slip_of_the_finger(tmp_path: Path):
    """Then: whatever was not yes was no. Now: it is asked again."""
    flags = ("--book", "clasico", "--limit", "100p 30m", "--names", NAMES)
    shown = keep(tmp_path, "1", "1 7", "tiempo", "quizás", "s", "3 40", "", flags=flags)
    assert "«quizás» no vale: s, n o Intro" in shown
    assert replayed(tmp_path / "mesa.dgn")["score"] == {"1+3": 47, "2+4": 0}


def test_the_words_of_players_are_understood_at_the_sheet_too(tmp_path: Path):
    """Then: `ayuda`, `salir`, `tantera`, `deshacer` were «aquí nadie se llama…» or «no son puntos». Now: at every
    question, in three languages, beside the letters."""
    with Window("sheet", "mesa.dgn", "--names", NAMES, folder=tmp_path) as pad:
        pad.wait_for("un archivo: ")
        pad.say("ayuda", "q: salir")
        pad.say("San Juan", "¿quién sale? ")  # by its name, as the list has it
        pad.say("ayuda", "guardar y salir")
        pad.say("1", WHO)
        pad.say("3 41", WHO)
        pad.say("Deshacer", "deshecho")
        pad.say("refer", "rehecho")
        pad.say("tantera", "total")
        pad.say("tranque", "¿Quién gana el tranque?")
        pad.say("ajuda", "guardar y salir")
        pad.say("desfer", "no se apunta nada")
        pad.say("infracción insulto al contrario", "SJ-irreg-6")  # and a sentence finds what one of its words says
        pad.say("u", "no se apunta nada")
        pad.say("corregir 1", "dominó de Mas, +41")
        pad.say("undo", "todo queda como estaba")
        pad.say("?SJ-jueces", "SJ-jueces")
        pad.say("e pons", "El nombre bueno: ")
        pad.say("salir", "Para seguir: tantera sheet mesa.dgn")
        pad.rest()
        assert pad.process.returncode == 0
    assert hands(tmp_path / "mesa.dgn") == "#1 o1 0-0\n= domino 3 +41\n"


def test_people_are_called_by_name_and_surname_and_an_unclear_name_is_asked_about(tmp_path: Path):
    """Then: «Ana Gil 41» was «Gil no son puntos», «roca» nobody, and of two Anas «nadie se llama Ana»."""
    flags = ("--book", "clasico", "--limit", "60p", "--names", "Ana Gil,Ana Vidal,Pere Mas,Joan Roca")
    shown = keep(
        tmp_path, "ana", "ana gil", "Pere Mas 20", "c Ana Vidal 20 10", "ROCA 41", "Ana Gil, joan roca", flags=flags
    )
    assert "«ana» puede ser más de uno: 1 Ana Gil, 2 Ana Vidal" in shown
    text = (tmp_path / "mesa.dgn").read_text("utf-8")
    assert "= domino 3 +20" in text
    assert "= block 2+4 +30 (20-10)" in text
    assert "= domino 4 +41" in text
    assert '[Signed "Ana Gil, Joan Roca"]' in text


def test_a_player_who_is_called_like_a_word_of_the_sheet_is_a_player(tmp_path: Path):
    """Then: «falta 41» looked for an infraction called 41 where Señor Falta had gone out."""
    flags = ("--book", "clasico", "--limit", "60p", "--names", "Falta,Vidal,Mas,Reserva")
    keep(tmp_path, "reserva", "falta 41", "Reserva 20", "q", flags=flags)
    assert hands(tmp_path / "mesa.dgn") == "#1 o4 0-0\n= domino 1 +41\n\n#2 o1 41-0\n= domino 4 +20\n"


@pytest.mark.article("DO-puntos")
def test_what_cannot_be_is_said_without_the_words_of_the_file(tmp_path: Path):
    """Then: ««= domino 3 +2» no puede ser». Now: nobody has to know how a file would have it."""
    shown = " ".join(keep(tmp_path, "1", "3 2", flags=("--book", "dominicano-200", "--names", NAMES)).split())
    assert "eso no puede ser: se esperaba puntos que puedan sumar las fichas de una mano así: de +3" in shown
    assert "= domino" not in shown


# --- putting right --------------------------------------------------------------------------------------------------


@pytest.mark.article("SJ-siguientes", "SJ-tranque")
def test_any_old_entry_is_put_right_in_place_and_everything_after_it_is_worked_out_anew(tmp_path: Path):
    """Then: five undos and retyping. Now: `e 1`, Enter, and the right figure. What an old entry decided and no longer
    does is asked for: here who opens hand 2, which the domino had said and a block does not."""
    with Window("sheet", "mesa.dgn", *SAN_JUAN, folder=tmp_path) as pad:
        pad.wait_for("¿quién sale? ")
        for line in ("1", "3 41", "c 1 17 35"):
            pad.type(line)
        pad.wait_for("Mano 3: ¿quién sale? ")
        pad.say("2", WHO)
        pad.say("4 20", "Mano 4")
        before = pad.keys
        pad.say("e 1", "dominó de Mas, +41")
        pad.say("", WHO)
        pad.say("3 14", "corregido")
        print(f"{pad.keys - before} keys put a figure of the first hand right")
        assert pad.keys - before == 10
        pad.wait_for(WHO)
        pad.say("e 1", "quitar la mano entera")
        pad.say("", WHO)
        pad.say("c 2 35 17", "antes de «cerrado 17-35, Pons + Mas, +52» ahora hay que decir algo")
        pad.say("1", "mano 2: ahora sale Pons, no Mas")
        pad.wait_for(WHO)
        pad.say("u", "deshecho (r: rehacer)")
        pad.say("r", "rehecho")
        pad.say("e vidal", "El nombre bueno: ")
        pad.say("mas", "ya hay un jugador mas")
        pad.say("Vidal Pérez", "corregido")
        pad.say("e", "1 Pons · 2 Vidal Pérez · 3 Mas · 4 Roca")
        pad.say("vidal", "El nombre bueno: ")
        pad.say("u", "todo queda como estaba")
        pad.say("q", "Guardada")
        pad.rest()
    assert hands(tmp_path / "mesa.dgn") == (
        "#1 o1 0-0\n= block 2+4 +52 (35-17)\n\n#2 o1 0-52\n= block 1+3 +52 (17-35)\n\n#3 o2 52-52\n= domino 4 +20\n"
    )
    assert '[Seat2 "Vidal Pérez"]' in (tmp_path / "mesa.dgn").read_text("utf-8")


@pytest.mark.article("TG-18.2", "TG-12")
def test_what_no_longer_goes_is_shown_and_asked_about_and_signatures_are_given_anew(tmp_path: Path):
    """Then: it could not be done. Now: the match is over two hands sooner, what was written after that is shown, and
    only somebody's word takes it off; who had signed signs again, because it is another sheet."""
    flags = ("--book", "tarragona", "--limit", "100p", "--names", NAMES)
    keep(tmp_path, "1", "3 90", "i señas", "1", "2", "anular", "c 2 30 10", "1 39", "3", "4", flags=flags)
    file = tmp_path / "mesa.dgn"
    before = file.read_text("utf-8")
    shown = keep(tmp_path, "e 1", "", "3 105", "z", "v", "", flags=())
    assert "esto ya no cabe (mano 2): TG-14.8 Gestos o señas: Vidal" in shown
    assert "detrás: cerrado 30-10" in shown
    assert "«z» no vale: f, t, v" in shown
    assert "todo queda como estaba" in shown
    assert file.read_text("utf-8") == before
    shown = keep(tmp_path, "e 1", "", "3 105", "t", "1", "4", flags=())
    assert "ya es otra tantera: habían firmado Mas, Roca y tienen que volver a firmar" in " ".join(shown.split())
    assert hands(file) == "#1 o1 0-0\n= domino 3 +105\n"
    assert '[Signed "Pons, Roca"]' in file.read_text("utf-8")


@pytest.mark.article("TG-14.1", "TG-14.8", "TG-18.2")
def test_an_infraction_is_put_in_later_changed_or_taken_out_with_all_that_followed(tmp_path: Path):
    """Then: only what came last could be taken back. Now: hand 1 gets the call that was forgotten, and with it Vidal's
    second card becomes the third; then it goes again. A hand that only an infraction had ended asks how it ended."""
    file = tmp_path / "mesa.dgn"
    match = ("1", "3 41", "i señas", "1", "2", "anular", "1 39")
    forgotten = ("e 1", "2", "+", "i móvil", "1", "vidal", "1")
    over_the_result = ("e 1", "", "i móvil", "1", "4", "1")
    shown = keep(tmp_path, *match, *forgotten, "t", "e 1", "2", "x", *over_the_result, flags=TARRAGONA)
    assert "Vidal: Tarjeta azul 2, Tarjeta amarilla 1" in shown
    assert "[TG-14.1 seat=4 chose=continue]\n= domino 3 +41" in hands(file)
    assert "TG-14.1 seat=2" not in hands(file)
    shown = keep(tmp_path, "e 2", "1", "x", "2 30", "q", flags=())
    assert "ahora hay que decir algo" in shown
    assert "#2 o2 41-0\n= domino 2 +30\n\n#3 o3 41-30\n= domino 1 +39\n" in hands(file)
    keep(tmp_path, "e 2", "x", "q", flags=())
    assert hands(file).endswith("#2 o2 41-0\n= domino 1 +39\n")


# --- bonuses and series ---------------------------------------------------------------------------------------------

BONUSES = """
id = "primas"
extends = "clasico"
name = { es = "Primas", ca = "Primes", en = "Bonuses" }
best_of = 3
[[bonus]]
kind = "capicua"
points = 25
[[bonus]]
kind = "first_pass"
points = 10
"""


def test_bonuses_are_asked_for_and_are_lines_of_the_sheet_and_a_series_goes_on(tmp_path: Path):
    """Then: a book's bonuses could not be written on the sheet at all, and best of three was one match. Now: they are
    asked for with the result, `3 41 1` says all at once, and the next match has a sheet of its own."""
    (tmp_path / "primas.toml").write_text(BONUSES, "utf-8")
    flags = ("--book", "primas.toml", "--limit", "60p", "--names", NAMES)
    first_match = ("1", "3 20", "7", "1", "3 20 2 mas", "")
    shown = keep(tmp_path, *first_match, "", "2", "2 70", "", "1 2", "", "q", flags=flags)
    assert "Premios: 1 Capicúa +25 · 2 Primer pase +10" in shown
    assert "«7» no está en 1 Capicúa" in shown
    assert "└  Capicúa               +25" in shown
    first = tmp_path / "mesa.dgn"
    assert "[bonus seat=3 kind=capicua]\n= domino 3 +20" in hands(first)
    assert "Partidas ganadas: 1+3 1, 2+4 0, al mejor de 3" in shown
    data = replayed(first)
    assert data["score"] == {"1+3": 75, "2+4": 0}
    second = (tmp_path / "mesa-2.dgn").read_text("utf-8")
    assert '[Match "2"]\n[Won "1+3"]' in second
    third = (tmp_path / "mesa-3.dgn").read_text("utf-8")
    assert '[Match "3"]\n[Won "1+3, 2+4"]' in third


def test_a_match_of_a_series_put_right_later_counts_in_the_sheets_after_it(tmp_path: Path):
    """Then: the sheets of the later matches said for ever who had won the first one before it was put right. Now: they
    read it again when they are opened, and no sheet is written but the one that is open."""
    (tmp_path / "primas.toml").write_text(BONUSES, "utf-8")
    flags = ("--book", "primas.toml", "--limit", "60p", "--names", NAMES)
    keep(tmp_path, "1", "3 60", "", "", "", "2", "2 70", "", "1 2", "", "q", flags=flags)
    keep(tmp_path, "e 1", "2", "4 70", "", "", "n", flags=())
    later = [tmp_path / "mesa-2.dgn", tmp_path / "mesa-3.dgn"]
    assert ['[Won "1+3' in one.read_text("utf-8") for one in later] == [True, True]
    shown = keep(tmp_path, "q", flags=(), file="mesa-3.dgn")
    assert "se ha corregido la tantera de la partida anterior" in shown
    assert "Partidas ganadas: 1+3 0, 2+4 2, al mejor de 3" in shown
    assert '[Won "2+4, 2+4"]' in later[1].read_text("utf-8")
    assert '[Won "1+3"]\n' in later[0].read_text("utf-8")
    assert "corregido" not in keep(tmp_path, "q", flags=(), file="mesa-3.dgn")
    (tmp_path / "mesa.dgn").unlink()
    assert "corregido" not in keep(tmp_path, "", flags=(), file="mesa-2.dgn")


# --- replay, print --------------------------------------------------------------------------------------------------


@pytest.mark.article("TG-14.1", "TG-18.2", "CI-18")
def test_a_sheet_is_told_with_its_infractions_decisions_cards_and_signatures(tmp_path: Path):
    """Then: who went out and who had signed were not told, and the JSON had neither names nor decisions."""
    keep(tmp_path, "1", "i móvil", "1", "vidal", "1", "3 141", "c 2 30 10", "1 139", "3", "4", flags=TARRAGONA)
    told = tantera("replay", str(tmp_path / "mesa.dgn")).stdout
    one, two = told.index("Mano 1: sale Pons"), told.index("Mano 2")
    for sentence in ("TG-14.1 Llamada al móvil: Vidal", "→ Tarjeta azul a Vidal", "Ha decidido Mas: seguir"):
        assert one < told.index(sentence) < two
    assert "Dominó de Mas" in told
    assert "Firman: Mas, Roca" in told
    data = replayed(tmp_path / "mesa.dgn")
    assert data["signed"] == ["Mas", "Roca"]
    assert data["names"] == {"1": "Pons", "2": "Vidal", "3": "Mas", "4": "Roca"}
    (infraction,) = data["hands"][0]["infractions"]  # type: ignore[index]
    assert (infraction["name"], infraction["decisions"]) == ("Vidal", [{"choice": "continue", "who": 3}])


def test_a_sheet_is_printed_as_an_act_to_be_signed(tmp_path: Path):
    """Then: there was nothing to hang on the wall or to hand in. Now: one page."""
    keep(tmp_path, "1", "i móvil", "1", "vidal", "1", "3 141", flags=TARRAGONA)
    done = tantera("sheet", "mesa.dgn", "--print", "acta.pdf", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (0, "Impresa en acta.pdf\n")
    pdf = (tmp_path / "acta.pdf").read_bytes()
    assert pdf.startswith(b"%PDF-")
    for flags in (("--print", "a.pdf"), ("mesa.dgn", "--print", "no/a.pdf")):
        refused = tantera("sheet", *flags, cwd=tmp_path)
        assert (refused.returncode, len(refused.stderr.splitlines())) == (2, 1)


# --- keys -----------------------------------------------------------------------------------------------------------


@pytest.mark.article("TG-14.11")
def test_a_hand_with_an_infraction_takes_few_keys(tmp_path: Path):
    """An arbiter's hand: somebody passes with a tile that fits, the opponents go on, then a domino of 41."""
    with Window("sheet", "mesa.dgn", *TARRAGONA, folder=tmp_path) as pad:
        pad.wait_for("¿quién sale? ")
        pad.say("1", WHO)
        before = pad.keys
        pad.say("i renuncio", "TG-14.11")
        pad.wait_for("otras palabras: ")
        pad.say("1", "¿Quién ha sido? ")
        pad.say("2", "1 seguir")
        pad.wait_for(": ")
        pad.say("1", WHO)
        pad.say("3 41", "Mano 2")
        keys = pad.keys - before
        pad.type("q")
        pad.rest()
    print(f"a hand with an infraction: {keys} keys, Enter included")
    assert keys <= 25
