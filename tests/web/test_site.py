"""``tantera tournament site``: results as plain files."""

from __future__ import annotations

import re
import shlex
import sys
from datetime import UTC, datetime
from functools import cache
from html.parser import HTMLParser
from pathlib import Path, PurePosixPath
from posixpath import normpath
from urllib.parse import unquote, urlsplit

import pytest

from tantera.cli.tournament.publishing import Publishing
from tantera.rules import built_in_books
from tantera.tournament import orders as o
from tantera.tournament.decide import apply
from tantera.tournament.hall.orders import HallOrder
from tantera.tournament.orders import EntryPlayer, Given
from tantera.tournament.presentation import Presentation
from tantera.tournament.state import TournamentState
from tantera.tournament_file import write_sample
from tantera.tournament_file.sample import demo
from tantera.web.site import site, write_site
from tests.cli.tournaments import refused, said
from tests.tournament.story import Story

NOW = datetime(2026, 5, 30, 11, 30, tzinfo=UTC)


@cache
def sample() -> TournamentState:
    tournament: TournamentState | None = None
    for step in demo():
        if not isinstance(step.order, HallOrder):
            tournament = apply(tournament, step.given(NOW)).after
    assert tournament is not None
    return tournament


@cache
def files() -> dict[str, str]:
    return {name: content.decode() for name, content in site(Presentation(sample())).items()}


class Links(HTMLParser):
    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self.ids: set[str] = set()
        self.tags: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        for name, value in attrs:
            if name in ("href", "src", "action", "srcset", "data", "poster"):
                self.found.append(value or "")
            elif name == "id":
                self.ids.add(value or "")
            assert not name.startswith("on")
            assert name != "style"


def test_every_link_is_relative_and_leads_to_a_file_that_is_there() -> None:
    for name, text in files().items():
        if not name.endswith(".html"):
            continue
        links = Links(text)
        for link in links.found:
            parts = urlsplit(link)
            assert (parts.scheme, parts.netloc, link[:1] == "/") == ("", "", False), f"{name}: {link}"
            if not parts.path:
                assert parts.fragment in links.ids
                continue
            target = normpath(str(PurePosixPath(name).parent / unquote(parts.path)))
            assert target in files(), f"{name}: {link}"


def test_no_page_needs_a_script_or_an_address_elsewhere() -> None:
    for name, text in files().items():
        assert "//" not in text, name
        if name.endswith(".html"):
            assert not Links(text).tags & {"script", "form", "iframe", "img", "style"}, name
        else:
            assert "@import" not in text
            assert "url(" not in text.replace("url(#", "")  # a colour of the page itself


def test_rounds_have_tables_with_reasons_and_results() -> None:
    first, third = files()["es/round-1.html"], files()["es/round-3.html"]
    assert first.count('class="score"') == 7
    assert third.count('class="score"') == 8
    assert "sin resultado todavía" in third
    assert "sin resultado todavía" not in first
    assert "Descansa" in first
    why = re.findall(r'<p class="quiet">([^<]+)</p>\n</li>', third)
    assert len(why) == 8
    assert all(why)


def test_there_are_standings_after_each_round_and_a_record_of_each_player() -> None:
    assert {"es/standings-1.html", "es/standings-2.html", "es/standings-3.html"} <= files().keys()
    assert "Resultados que faltan: 4." in files()["es/standings-3.html"]
    assert "Resultados que faltan" not in files()["es/standings-2.html"]
    assert sum(name.startswith("ca/player-") for name in files()) == 32
    assert "Gonzalo Tardío" in files()["en/player-31.html"]


def test_the_head_of_the_log_is_on_every_page() -> None:
    assert all(sample().head in text for name, text in files().items() if name.endswith(".html"))


@pytest.mark.parametrize("lang", ["es", "ca", "en"])
def test_every_page_is_there_in_every_language_and_says_so(lang: str) -> None:
    own = {name.removeprefix(f"{lang}/") for name in files() if name.startswith(f"{lang}/")}
    assert own == {name.removeprefix("es/") for name in files() if name.startswith("es/")}
    assert all(f'<html lang="{lang}">' in files()[f"{lang}/{name}"] for name in own)


def test_a_draft_is_not_shown() -> None:
    tournament = sample()
    for table in range(5, 9):
        tournament = apply(tournament, Given(o.Result(3, table, (100, 40)), "desk", NOW.isoformat())).after
    tournament = apply(tournament, Given(o.Draw(4), "director", NOW.isoformat())).after
    shown = site(Presentation(tournament))
    assert "es/round-3.html" in shown
    assert "es/round-4.html" not in shown
    assert "es/standings-4.html" not in shown


def test_names_are_only_text_and_namesakes_have_a_page_each() -> None:
    tournament = apply(
        None, Given(o.Create("<b>Open</b>", "competencia-individual"), "director", NOW.isoformat())
    ).after
    for number, name in enumerate(("Ana <script>", "Ana <script>", "Bo & Co"), 1):
        player = EntryPlayer(f"é.{number}", name)
        tournament = apply(tournament, Given(o.Enter(f"e{number}", (player,)), "director", NOW.isoformat())).after
    shown = {name: content.decode() for name, content in site(Presentation(tournament)).items()}
    assert "<script" not in "".join(shown.values())
    assert "<b>Open" not in shown["index.html"]
    assert "Todavía no se ha publicado ninguna ronda." in shown["index.html"]
    assert {"es/player-1.html", "es/player-2.html", "es/player-3.html"} <= shown.keys()


def test_only_what_changed_is_written_and_every_page_says_how_old_it_is(tmp_path: Path) -> None:
    tournament = sample()
    assert set(write_site(Presentation(tournament), tmp_path)) == set(files())
    assert write_site(Presentation(tournament), tmp_path) == []
    later = datetime(2026, 5, 30, 12, 5, tzinfo=UTC).isoformat()
    after = apply(tournament, Given(o.Result(3, 5, (100, 40)), "desk", later)).after
    changed = set(write_site(Presentation(after), tmp_path))
    assert {"index.html", "es/round-3.html", "ca/standings-3.html", "en/index.html"} <= changed
    assert not any(name.endswith(("round-1.html", "round-2.html", "standings-2.html")) for name in changed)
    assert "es/players.html" not in changed
    first, old = (tmp_path / "index.html").read_text(), (tmp_path / "es" / "round-1.html").read_text()
    assert "30/5/2026, 12:05" in first
    assert after.head in first
    assert "30/5/2026, 11:28" in old
    assert tournament.head in old
    undone = apply(after, Given(o.Undo(after.number), "director", later)).after
    assert "es/round-3.html" in write_site(Presentation(undone), tmp_path)
    (tmp_path / "es" / "round-9.html").write_text("a round that was taken back")
    (tmp_path / "es" / "mine.html").write_text("not ours")
    assert write_site(Presentation(undone), tmp_path) == ["es/round-9.html"]
    assert not (tmp_path / "es" / "round-9.html").exists()
    assert (tmp_path / "es" / "mine.html").exists()


def test_a_result_writes_anew_the_pages_of_those_who_played_it_and_of_nobody_else(tmp_path: Path) -> None:
    story = Story("competencia-individual")
    story.enter(32)
    story.begin_round()
    for table in range(1, 9):
        story.give("result", round=1, table=table, score=[100, 20 + table])
    story.give("close_round")
    story.begin_round()
    write_site(Presentation(story.state), tmp_path)
    story.give("result", round=2, table=3, score=[100, 40])
    changed = write_site(Presentation(story.state), tmp_path)
    people = {name.split("/")[1] for name in changed if "player-" in name}
    assert len(people) == 4
    assert len(changed) == 3 * (4 + len(("index", "round-2", "standings-2"))) + 1
    page = (tmp_path / "en" / sorted(people)[0]).read_text()
    assert re.search(r"100\S*40|40\S*100", page), "what they have just played is there"
    assert "after round 1" in page, "and the place is that of the last round that is whole"
    for table in (1, 2, *range(4, 9)):
        story.give("result", round=2, table=table, score=[100, 40])
    assert len([name for name in write_site(Presentation(story.state), tmp_path) if "player-" in name]) == 3 * 32
    assert "after round 2" in (tmp_path / "en" / sorted(people)[0]).read_text()


def test_the_organisers_command_is_handed_what_changed_and_asked_again_where_it_failed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    web, taken, away = tmp_path / "web", tmp_path / "taken", tmp_path / "away"
    take = tmp_path / "take.py"
    take.write_text(
        "import os, pathlib, sys\n"
        f"if pathlib.Path({str(away)!r}).exists(): sys.exit(3)\n"
        f"pathlib.Path({str(taken)!r}).write_text(os.environ['TANTERA_SITE'] + '\\n' + sys.stdin.read())\n"
    )
    publishing = Publishing(web, "en", f"{shlex.quote(sys.executable)} {shlex.quote(str(take))}", lambda: None)

    def got() -> list[str]:
        lines = taken.read_text().splitlines()
        taken.unlink()
        return lines

    tournament = sample()
    assert set(publishing.look(Presentation(tournament))) == set(files())
    where, *names = got()
    assert (where, set(names)) == (str(web.resolve()), set(files()))
    assert publishing.look(Presentation(tournament)) == []
    assert not taken.exists(), "nothing moved, and nobody is called"
    away.touch()
    tournament = apply(tournament, Given(o.Result(3, 5, (100, 40)), "desk", NOW.isoformat())).after
    changed = publishing.look(Presentation(tournament))
    assert "exit 3" in capsys.readouterr().err
    assert publishing.failed
    away.unlink()
    assert publishing.look(Presentation(tournament)) == []
    assert got()[1:] == changed
    assert not publishing.failed
    nobody = Publishing(web, "es", "no-such-command-here", lambda: None)
    tournament = apply(tournament, Given(o.Result(3, 6, (100, 40)), "desk", NOW.isoformat())).after
    assert nobody.look(Presentation(tournament))
    assert "no-such-command-here" in capsys.readouterr().err


def test_the_command_writes_it_and_says_where_it_begins(tmp_path: Path) -> None:
    file = tmp_path / "muestra.tantera"
    write_sample(file, built_in_books, NOW)
    assert str(tmp_path / "web" / "index.html") in said("site", file, tmp_path / "web")
    assert {path.relative_to(tmp_path / "web").as_posix() for path in (tmp_path / "web").rglob("*.*")} == set(files())
    (tmp_path / "no").write_text("")
    assert "expected a folder" in refused("site", file, tmp_path / "no")
