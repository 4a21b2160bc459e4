"""One language throughout: help, mistakes and errors in es, ca and en; and the words that players use."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.testing import CliRunner

import tantera
from tantera.cli.app import app
from tantera.cli.helping import in_words, placeholder
from tantera.cli.language import asked_for
from tantera.words import Problem
from tantera.words.catalogue import catalogue, translate
from tests.cli.test_commands import tantera as run

SOURCE = Path(tantera.__file__).parent
ENGLISH = re.compile(r"\b(Usage|Options|Commands|Arguments|Error|Missing|No such|default:|required|Show this)")
SPANISH, CATALAN = {"LANG": "es_ES.UTF-8"}, {"LANG": "ca_ES.UTF-8"}


def commands(command: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Any]]:
    yield path, command
    if hasattr(command, "list_commands"):
        for name in command.list_commands(None):
            yield from commands(command.get_command(None, name), (*path, name))


ALL = list(commands(typer.main.get_command(app)))


def said_in_helps() -> dict[str, str]:
    """Every text of every help, and where."""
    found: dict[str, str] = {}
    for path, command in ALL:
        texts = [command.help, *(getattr(param, "help", None) for param in command.params)]
        texts += [placeholder(param) for param in command.params if param.param_type_name == "argument"]
        found |= {text: " ".join(path) for text in texts if text}
    return found


@pytest.mark.parametrize("lang", ["es", "ca"])
def test_every_help_of_every_command_is_translated(lang: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("TANTERA_LANG", "en")
    words, texts = catalogue(lang), said_in_helps()
    assert len(texts) > 190
    missing = [
        f"{where}: {text}" for text, where in texts.items() if not words.get(text) and not text.startswith("ends=- ")
    ]
    assert missing == []


def helps(columns: int, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[str, str]]:
    """Every help in Spanish, in a window of that width."""
    monkeypatch.setenv("TANTERA_LANG", "es")
    monkeypatch.setenv("COLUMNS", str(columns))
    for path, command in ALL:
        name = " ".join(("tantera", *path))
        yield name, in_words(command).get_help(command.context_class(command, info_name=name))


def test_no_help_has_a_word_of_another_language(monkeypatch: pytest.MonkeyPatch):
    for name, shown in helps(100, monkeypatch):
        assert shown.startswith(f"Uso: {name} "), name
        assert not ENGLISH.search(shown), shown


def test_helps_fit_a_window_of_forty_columns(monkeypatch: pytest.MonkeyPatch):
    for name, shown in helps(40, monkeypatch):
        too_long = [line for line in shown.splitlines() if len(line) > 40]
        assert all(len(line.split()) <= 3 for line in too_long), (name, too_long)


def test_help_is_asked_for_as_ever():
    shown = CliRunner().invoke(app, ["rules", "show", "--help"], env=CATALAN)
    assert shown.exit_code == 0
    assert shown.output.startswith("Ús: ")
    assert "Un reglament, article per article." in shown.output
    for words in (["rules", "show", "-h"], ["ajuda", "rules", "show"], ["HELP", "rules", "show"]):
        assert CliRunner().invoke(app, words, env=CATALAN).output == shown.output
    assert CliRunner().invoke(app, ["ayuda"], env=SPANISH).output.startswith("Uso: ")


@pytest.mark.parametrize(
    ("words", "es", "en"),
    [
        (["play", "--foo"], "se encontró la opción --foo, se esperaba", "found the option --foo, expected"),
        (["layout"], "no se encontró ARCHIVO, se esperaba", "found no FILE, expected it"),
        (
            ["play", "--level", "9"],
            "--level: se encontró 9, se esperaba un número entero, de 1 a 5",
            "a whole number, 1",
        ),
        (["play", "--level", "x"], "--level: se encontró 'x', se esperaba un número", "found 'x', expected a whole"),
        (["plai"], "se encontró la orden plai, se esperaba play", "found the command plai, expected play"),
        (["tournament", "zzz"], "se esperaba una que exista", "expected one that there is"),
        (["play", "a", "b"], "se encontró además a b, no se esperaba nada más", "found a b besides, expected nothing"),
        (["play", "--seed"], "--seed: no se encontró nada detrás", "--seed: found nothing after it"),
        (["perft", "x", "--depth", "1", "--divide=3"], "se esperaba nada detrás", "expected nothing after it"),
        (["play", "--lang", "fr"], "--lang: se encontró 'fr', se esperaba es, ca o en", "expected es, ca or en"),
        (["play", "--book", "parchis"], "se esperaba uno de estos: san-juan", "expected one of san-juan"),
        (["layout", "nada.dgn"], "no existe", "No such file or directory"),
        (["play", "--fo\x1b[2Jo"], "se encontró la opción --foo", "found the option --foo"),
    ],
)
def test_a_mistake_on_the_command_line_is_one_sentence_in_the_readers_language(words: list[str], es: str, en: str):
    for machine, sentence in ((SPANISH, es), ({"LANG": "en_GB.UTF-8"}, en)):
        done = CliRunner().invoke(app, words, env=machine)
        assert done.exit_code == 2, done.output
        assert sentence in done.stderr
        assert len(done.stderr.splitlines()) == 1
        assert "\x1b" not in done.stderr
    assert CliRunner().invoke(app, words, env=CATALAN).stderr != CliRunner().invoke(app, words, env=SPANISH).stderr or (
        "parchis" not in words
    )


def test_the_language_is_what_was_asked_for_then_the_machines_then_spanish():
    assert asked_for(["play", "--lang=ca"], {"TANTERA_LANG": "en"}) == "ca"
    assert asked_for(["play"], {"TANTERA_LANG": "en", "LANG": "ca_ES"}) == "en"
    assert asked_for(["play"], {"LANG": "ca_ES.UTF-8"}) == "ca"
    assert asked_for(["play"], {"LC_ALL": "C", "LANG": "ca_ES.UTF-8"}) == "es"
    assert asked_for(["play"], {"LANG": "pt_BR.UTF-8"}) == "en", "a language that we lack"
    assert asked_for(["play"], {"LANG": "eu_ES.UTF-8"}) == "es", "and one whose speakers read Spanish"
    assert asked_for(["play"], {"LANG": "POSIX"}) == asked_for(["play"], {}) == "es"
    assert asked_for(["x", "--", "--lang", "en"], {}) == "es"


def test_no_command_says_anything_in_english_past_the_catalogue():
    """`fail` takes a problem, which has its words in the catalogue; a text of its own would be English for ever."""
    literal = []
    for path in (SOURCE / "cli").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "fail" and node.args:
                first = node.args[0]
                if isinstance(first, ast.JoinedStr | ast.Constant):
                    literal.append(f"{path.name}:{node.lineno}")
    assert literal == []


def problems() -> set[str]:
    """The names of all errors that a user may meet, wherever they are."""
    for path in SOURCE.rglob("*.py"):
        if "Problem" in path.read_text("utf-8") and "migrations" not in path.parts:
            import_module(
                ".".join(("tantera", *path.relative_to(SOURCE).with_suffix("").parts)).removesuffix(".__init__")
            )
    found, below = set(), [Problem]
    while below:
        kind = below.pop()
        found.add(kind.__name__)
        below += kind.__subclasses__()
    return found


def test_no_error_is_raised_with_english_words_that_nobody_can_translate():
    """Then: a bot of somebody's own, the arena and the system's own errors were told in English in every language."""
    kinds, literal = problems() - {"Missing"}, []  # what is missing is named by the extra that has it
    assert {"BotError", "ArenaError", "StoreError", "StyleError"} <= kinds
    for path in SOURCE.rglob("*.py"):
        text = path.read_text("utf-8")
        if "strerror" not in text and not any(f"{kind}(" in text for kind in kinds):
            continue
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") in kinds and len(node.args) == 1:
                said = node.args[0]
                in_english = isinstance(said, ast.JoinedStr | ast.Constant) or getattr(
                    getattr(said, "func", None), "id", ""
                ) in ("str", "repr")
                literal += [f"{path.name}:{node.lineno}"] if in_english else []
            if isinstance(node, ast.keyword) and node.arg == "reason" and "strerror" in ast.dump(node.value):
                literal.append(f"{path.name}:{node.value.lineno}")
    assert literal == []


@pytest.mark.parametrize(
    ("words", "es", "ca"),
    [
        (["arena", "mine.py:boom", "level-1"], "línea 1: se encontró ValueError (no) en el reparto 1", "línia 1"),
        (["arena", "mine.py:none", "level-1"], "se esperaba una de las 7 jugadas que tiene", "una de les 7 jugades"),
        (["arena", "mine.py:three", "level-1"], "se encontró int con el nombre three", "amb el nom three"),
        (["arena", "best,worlds=x", "level-1"], "se esperaba un número entero, de 0 a", "s'esperava un nombre enter"),
        (["arena", "level-1", "level-2", "--save", "."], "se encontró . (es una carpeta)", "(és una carpeta)"),
        (["play", "--bot", "mine.py:boom", "--seed", "7"], "ValueError (no) en la mano 1", "a la mà 1"),
        (["sheet", "."], "no se puede leer (es una carpeta)", "(és una carpeta)"),
        (["restore", "nada"], "nada: no se puede leer (no existe)", "(no existeix)"),
        (["tournament", "new", "nada/x.tantera", "X"], "no se puede abrir (no existe)", "(no existeix)"),
    ],
)
def test_ones_own_bots_the_arena_and_the_system_are_told_in_the_readers_language(
    words: list[str], es: str, ca: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    bots = ("def boom(view): raise ValueError('no')", "def none(view): return None", "three = 3")
    (tmp_path / "mine.py").write_text("\n".join(bots), "utf-8")
    deals = ("--deals", "2", "--workers", "1") if words[0] == "arena" else ()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    for machine, sentence in ((SPANISH, es), (CATALAN, ca)):
        done = CliRunner().invoke(app, [*words, *deals], input="1\n", env=machine)
        assert done.exit_code == 2, done.stderr
        assert sentence in done.stderr
        assert len(done.stderr.splitlines()) == 1


# --- the words of players -------------------------------------------------------------------------------------------


def entries(lang: str) -> list[tuple[str, str]]:
    return list(catalogue(lang).items())


def test_in_english_somebody_is_out_only_when_eliminated():
    """Who lays the last tile *goes out*, or makes domino; who is out has left the match or the bracket."""
    out = [said for said, _ in entries("es") if re.search(r"\b(is|are|am) out\b", said)]
    assert [said for said in out if not re.search("out of the (match|bracket|tournament)|losers are out", said)] == []
    assert translate("en", "Dominó! {name} goes out", name="Mas") == "Dominó! Mas goes out"


def test_deals_are_al_azar():
    assert [said for _, said in entries("es") if "a suertes" in said] == []
    assert [said for _, said in entries("ca") if re.search(r"\ba sorts\b", said)] == []
    assert any("repartos al azar" in said for _, said in entries("es"))


def test_several_people_have_a_verb_in_the_plural():
    """«Hacen la sopa: Mas, Roca», «Tú y Mas os apuntáis 74»: several are never *hace*, a pair never *se apunta*."""
    for said, told in entries("es"):
        if re.search(r"^\S+:? \{names\}", said):
            assert not re.match(r"(Hace|Firma|Gana|Sale|Levanta)\b", told), told
        if "{side} score" in said and "scores" not in said:
            assert "se apuntan" in told
    assert translate("es", "Shuffling: {names}", names="Mas, Roca") == "Hacen la sopa: Mas, Roca"
    assert translate("es", "you and {partner} score {points}", partner="Mas", points=74) == "Tú y Mas os apuntáis 74"


def test_a_match_tells_it_so(tmp_path: Path):
    shown = run("play", "--book", "tarragona", "--seed", "5", "--limit", "1h", stdin="1\n<\np\n\n" * 99, cwd=tmp_path)
    assert "Hacen la sopa: Mas, Roca\n" in shown.stdout
    assert "Tú y Mas os apuntáis 74\n" in shown.stdout
    assert "Tú y Mas ganáis la partida\n" in shown.stdout


HELPS = """
import sys
from contextlib import suppress
from tantera.cli import main
for words in ("", "rules", "play", "tournament new"):
    sys.argv[1:] = [*words.split(), "--help"]
    with suppress(SystemExit):
        main()
"""


def test_help_is_the_same_every_time():
    """Python orders its sets anew at every start."""
    told = {
        subprocess.run(
            [sys.executable, "-c", HELPS], capture_output=True, env=os.environ | {"PYTHONHASHSEED": str(seed)}
        ).stdout
        for seed in range(1, 4)
    }
    assert len(told) == 1
    assert told.pop().count(b"-h, --help") == 4


def test_a_number_out_of_bounds_is_told_both_bounds():
    assert "0 a 999999999999999999" in run("play", "--seed", "9" * 20).stderr
    assert "cada uno de 1 a 999999" in run("play", "--limit", "0p").stderr


def test_a_sheet_of_a_broken_book_says_line_and_field(tmp_path):
    book = tmp_path / "bad.toml"
    book.write_text('id = "x"\nextends = "san-juan"\n[options]\nplayers = 9\n')
    said = run("sheet", str(tmp_path / "x.dgn"), "--book", str(book)).stderr
    assert "bad.toml, línea 4: options.players: 9; se esperaba un número entero de 2 a 4" in said
