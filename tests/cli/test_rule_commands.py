"""``tantera rules new · check · diff · infractions`` as somebody at a club types them."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from tantera.cli.app import app


@pytest.fixture(autouse=True)
def in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def rules(*words: str) -> Result:
    return CliRunner().invoke(app, ["rules", *words], env={"TANTERA_LANG": "es"})


def test_a_new_book_passes_its_check_and_is_never_overwritten():
    assert rules("new", "Peña Norte.toml", "--extends", "tarragona").exit_code == 0
    done = rules("check", "Peña Norte.toml")
    assert (done.exit_code, done.stdout) == (0, "Peña Norte.toml: ok, pena-norte, 76 artículos, 27 infracciones\n")
    before = Path("Peña Norte.toml").read_text("utf-8")
    again = rules("new", "Peña Norte.toml")
    assert again.exit_code == 2
    assert "se encontró un archivo que ya existe, se esperaba un nombre nuevo" in again.stderr
    assert Path("Peña Norte.toml").read_text("utf-8") == before


def test_a_new_book_may_start_from_nothing_or_from_another_file():
    assert rules("new", "one.toml", "--id", "first", "--name", "Uno").exit_code == 0
    assert rules("new", "two.toml", "--extends", "one.toml").exit_code == 0
    assert 'extends = "one.toml"' in Path("two.toml").read_text("utf-8")
    assert rules("check", "one.toml", "two.toml").stdout.count(": ok, ") == 2


def test_a_new_book_that_cannot_be_leaves_nothing_behind():
    Path("below").mkdir()
    assert rules("new", "one.toml").exit_code == 0
    for words in (
        ("below/two.toml", "--extends", "one.toml"),
        ("three.toml", "--id", "No Id"),
        ("no-folder/four.toml",),
        ("five.toml", "--extends", "taragona"),
    ):
        done = rules("new", *words)
        assert (done.exit_code, done.stdout) == (2, "")
        assert done.stderr.count("\n") == 1
        assert not Path(words[0]).exists()


def test_several_files_are_checked_and_every_mistake_is_a_line():
    Path("bad.toml").write_text('id = "bad"\nextends = "clasico"\n[options]\nplay = "parejas"\nplayers = 7\n')
    done = rules("check", "bad.toml", "ueh", "none.toml")
    assert done.exit_code == 2
    assert done.stdout == "ueh: ok, ueh, 13 artículos, 1 infracciones\n"
    lines = done.stderr.splitlines()
    assert [line.split(" se ")[0] for line in lines[:2]] == [
        "bad.toml, línea 4: options.play:",
        "bad.toml, línea 5: options.players:",
    ]
    assert lines[2].startswith("none.toml: se encontró un reglamento que no existe")


def test_mistakes_come_as_json_too():
    Path("bad.toml").write_text('id = "bad"\nextends = "clasico"\n[options]\nplay = "parejas"\nplayers = 7\n')
    data = json.loads(rules("check", "bad.toml", "--json").stdout)
    assert (data["ok"], data["line"], data["field"], data["found"]) == (False, 4, "options.play", "'parejas'")
    assert [mistake["line"] for mistake in data["mistakes"]] == [4, 5]
    assert data["message"].startswith("bad.toml, línea 4")
    assert json.loads(rules("check", "clasico", "--json").stdout)["ok"] is True


def test_two_books_are_compared_in_words_and_as_json():
    assert "   límite: 300 puntos → 200 puntos o 40 minutos\n" in rules("diff", "tarragona", "san-juan").stdout
    assert rules("diff", "ueh", "ueh").stdout == "Los dos reglamentos dicen lo mismo.\n"
    data = json.loads(rules("diff", "tarragona", "san-juan", "--json", "--lang", "en").stdout)
    assert data[0] == {
        "part": "options",
        "key": "options.limit",
        "what": "limit",
        "was": "300 points",
        "now": "200 points or 40 minutes",
    }


def test_an_infraction_is_found_by_its_words():
    done = rules("infractions", "--book", "tarragona", "--search", "móvil")
    assert done.stdout.startswith("TG-14.1  Llamada al móvil · Falta leve\n")
    assert "   → Tarjeta azul\n" in done.stdout
    data = json.loads(rules("infractions", "--book", "san-juan", "--search", "paso con", "--json").stdout)
    assert data[0]["article"] == "SJ-pase"
    assert data[0]["follows"] == ["pierde la mano", "20 puntos para los otros"]


def test_words_that_nothing_has_are_answered_with_a_sentence():
    done = rules("infractions", "--book", "tarragona", "--search", "submarino")
    assert done.exit_code == 2
    assert done.stderr == "tarragona: ninguna infracción con 'submarino'; prueba con otras palabras\n"
    assert rules("infractions", "--book", "nowhere").exit_code == 2


def test_an_article_that_is_not_there_is_answered_with_the_nearest():
    done = rules("show", "tarragona", "TG-14.99", "--lang", "en")
    assert done.exit_code == 2
    assert "expected the id of an article of this book, TG-14.9 perhaps" in done.stderr


# --- warnings, words and a page for the wall


def write_club(text: str = "") -> None:
    named = '[name]\nes = "Peña"\n[about]\nes = "La peña."\n'
    Path("club.toml").write_text(f'id = "club"\nextends = "clasico"\n{named}{text}', "utf-8")


def test_a_warning_is_told_apart_from_mistakes_and_only_strict_makes_it_a_failure():
    write_club('[options]\nnext_opener = "winner"\n')
    done = rules("check", "club.toml")
    assert (done.exit_code, done.stdout) == (0, "club.toml: ok, club, 11 artículos, 0 infracciones\n")
    assert done.stderr.startswith(
        "club.toml, línea 8: aviso: options.next_opener: lo has cambiado (quién sale después: "
    )
    assert "Listo para pegar al final de club.toml:\n\n## Decía: En las manos" in done.stderr
    assert rules("check", "club.toml", "--strict").exit_code == 2
    pasted = done.stderr.partition(":\n\n")[2]
    with Path("club.toml").open("a", encoding="utf-8") as club:
        club.write(pasted)
    assert rules("check", "club.toml", "--strict").exit_code == 0


def test_warnings_come_as_json_with_what_to_paste():
    write_club('[options]\nnext_opener = "winner"\n')
    data = json.loads(rules("check", "club.toml", "--json").stdout)
    [warning] = data["warnings"]
    assert (data["ok"], warning["line"], warning["field"]) == (True, 8, "options.next_opener")
    assert 'id = "CL-siguientes"' in warning["paste"]
    assert json.loads(rules("check", "clasico", "--json").stdout)["warnings"] == []


def test_show_tells_the_options_in_words_and_how_the_file_says_them():
    told = rules("show", "san-juan").stdout
    assert 'Quién sale\n   Quién sale primero: quien saca la ficha más alta  (first_opener = "draw")\n' in told
    assert "   Límite: 200 puntos o 40 minutos  (limit = { points = 200, minutes = 40 })\n" in told
    assert "extra_hands" not in told  # it would do nothing here
    assert "Límite" not in rules("show", "san-juan", "SJ-pase").stdout


def test_a_book_is_printed_on_a_page_for_the_wall():
    write_club()
    done = rules("print", "club.toml")
    assert (done.exit_code, done.stdout) == (0, "club.pdf: una página, para imprimir y colgar en el tablón.\n")
    assert Path("club.pdf").read_bytes().startswith(b"%PDF")
    assert rules("print", "ueh", "--to", "wall.pdf", "--lang", "ca").exit_code == 0
    assert Path("wall.pdf").exists()


def test_a_page_that_cannot_be_written_is_a_sentence():
    write_club()
    for words, found in ((("--to", "club.toml"), "acabe en .pdf"), (("--to", "no/where.pdf"), "una carpeta")):
        done = rules("print", "club.toml", *words)
        assert (done.exit_code, done.stdout) == (2, "")
        assert found in done.stderr
    assert Path("club.toml").read_text("utf-8").startswith("id = ")
    assert rules("print", "none.toml").exit_code == 2


def test_the_schema_speaks_the_language_asked_for():
    assert '"description": "Quién sale después.' in rules("schema").stdout
    assert '"description": "Who opens next.' in rules("schema", "--lang", "en").stdout
