"""`python3 run.py words`: one catalogue a language to hand out, and to take back."""

from __future__ import annotations

import shutil
import subprocess
import sys
from io import BytesIO
from pathlib import Path

import pytest
from babel.messages.pofile import read_po, write_po

from releasing.words import LOCALE, hand_out, take_back

LANGS = ["ca", "es", "pt"]


@pytest.fixture
def locale(tmp_path: Path) -> Path:
    return Path(shutil.copytree(LOCALE, tmp_path / "locale"))


def files(locale: Path) -> dict[str, bytes]:
    return {path.relative_to(locale).as_posix(): path.read_bytes() for path in sorted(locale.rglob("*.po"))}


def as_another_program_writes_it(path: Path) -> None:
    """Long lines are broken, comments stand where that program wants them, the head has more in it."""
    with path.open("rb") as po:
        catalogue = read_po(po, locale=path.stem)
    written = BytesIO()
    write_po(written, catalogue, width=76, sort_output=True)
    path.write_bytes(written.getvalue())


def edited(path: Path, before: str, after: str) -> None:
    text = path.read_text("utf-8")
    assert before in text
    path.write_text(text.replace(before, after, 1), "utf-8")


def test_what_comes_back_as_it_went_leaves_every_file_as_it_was(locale: Path, tmp_path: Path) -> None:
    before = files(locale)
    template, *catalogues = hand_out(tmp_path / "out", LANGS, locale)
    assert template.name == "tantera.pot"
    for catalogue in catalogues:
        as_another_program_writes_it(catalogue)
        assert [*take_back(catalogue, locale)] == ["0 sentences changed"]
    assert files(locale) == before


def test_a_catalogue_has_every_sentence_once_with_the_room_that_says_it(locale: Path, tmp_path: Path) -> None:
    hand_out(tmp_path / "out", LANGS, locale)
    with (tmp_path / "out" / "ca.po").open("rb") as po:
        entries = {str(entry.id): entry for entry in read_po(po, locale="ca") if entry.id}
    assert len(entries) > 3000
    assert all(entry.string for entry in entries.values())
    assert [place for place, _ in entries["it is the turn of {player}"].locations] == ["play"]


def test_a_sentence_put_right_comes_back_into_the_file_of_its_room_and_nothing_else_changes(
    locale: Path, tmp_path: Path
) -> None:
    hand_out(tmp_path / "out", LANGS, locale)
    catalogue = tmp_path / "out" / "es.po"
    edited(catalogue, 'msgstr "juega {player}"', 'msgstr "le toca a {player}"')
    before = files(locale)
    assert [*take_back(catalogue, locale)] == ["1 sentences changed"]
    changed = {name for name, content in files(locale).items() if content != before[name]}
    assert changed == {"es/play.po"}
    assert 'msgstr "le toca a {player}"' in (locale / "es" / "play.po").read_text("utf-8")


def test_what_is_empty_fuzzy_unknown_or_has_other_gaps_takes_nothing_of_ours_away(locale: Path, tmp_path: Path) -> None:
    hand_out(tmp_path / "out", LANGS, locale)
    catalogue, before = tmp_path / "out" / "es.po", files(locale)
    edited(catalogue, 'msgstr "juega {player}"', 'msgstr "juega {plaier}"')
    edited(catalogue, "#: rules\nmsgid", "#: rules\n#, fuzzy\nmsgid")
    fuzzy = catalogue.read_text("utf-8").split("#, fuzzy\n")[1].split("\n\n")[0]
    edited(catalogue, fuzzy, fuzzy.split("msgstr")[0] + 'msgstr "quizá"')
    with catalogue.open("a", encoding="utf-8") as po:
        po.write('\nmsgid "nobody says this"\nmsgstr "esto no lo dice nadie"\n')
    told = [*take_back(catalogue, locale)]
    assert told == [
        "left out, for its gaps are others: 'it is the turn of {player}': found ['plaier'], expected ['player']",
        "left out, for nobody says it: 'nobody says this'",
        "0 sentences changed",
    ]
    assert files(locale) == before


def test_another_language_begins_with_an_empty_catalogue(locale: Path, tmp_path: Path) -> None:
    hand_out(tmp_path / "out", ["gl"], locale)
    catalogue = tmp_path / "out" / "gl.po"
    edited(
        catalogue,
        'msgid "it is the turn of {player}"\nmsgstr ""',
        'msgid "it is the turn of {player}"\nmsgstr "xoga {player}"',
    )
    assert [*take_back(catalogue, locale)] == ["1 sentences changed"]
    assert [name for name in files(locale) if name.startswith("gl/")] == ["gl/play.po"]


def test_the_command_hands_out_and_says_what_is_missing(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "releasing.words"]
    done = subprocess.run([*command, "out", str(tmp_path)], capture_output=True, text=True, check=True)
    assert done.stdout.split() == [str(tmp_path / name) for name in ("tantera.pot", "ca.po", "es.po", "pt.po")]
    empty = tmp_path / "empty"
    empty.mkdir()
    refused = subprocess.run([*command, "in", str(empty)], capture_output=True, text=True)
    assert refused.returncode == 2
    assert "expected files like es.po" in refused.stderr
