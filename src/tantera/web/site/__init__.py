"""The pages of a site of results. They say what the papers say, from the same blocks, with links between them.

Nothing is in them that is not on a wall: published rounds, standings, records of players, the head of the log. Links
are relative, so that the site works in any folder, also opened from a disk.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

from jinja2 import Environment
from markupsafe import Markup, escape

from tantera.paper.printing import laid_out
from tantera.paper.saying import day_and_time
from tantera.season.table import SeasonTable
from tantera.tournament.decided import missing_slips
from tantera.tournament.names import clean
from tantera.tournament.presentation import Presentation
from tantera.web.pages.rendering import environment
from tantera.web.pages.static_files import STATIC
from tantera.words import translate
from tantera.words.catalogue import LANGUAGES

STYLE: Final = "site.css"
SEASON: Final = "season.html"
_AGE: Final = re.compile(rb'<p class="age">.*?</p>')
_OURS: Final = re.compile(r"(?:round|standings|player)-\d+\.html|season\.html")
_BETWEEN: Final = " · "
"""What stands between the names of a pair, and between opponents."""


class _Page(NamedTuple):
    name: str
    template: str
    title: str
    content: dict[str, Any]


def site(tournament: Presentation, lang: str = "es", season: SeasonTable | None = None) -> dict[str, bytes]:
    """Every file by its path. `lang` is the language of the first page; all are there in each of ours. `season` is the
    table that the tournament counts for."""
    files = {STYLE: b"".join((STATIC / name).read_bytes() for name in ("tokens.css", STYLE))}
    env = environment()
    for language in LANGUAGES:
        pages = list(_Language(tournament, language, season).pages())
        for page in pages:
            files[f"{language}/{page.name}"] = _rendered(env, tournament, page, language, season, up="../", beside="")
        if language == lang:
            files["index.html"] = _rendered(env, tournament, pages[0], language, season, up="", beside=f"{language}/")
    return files


def write_site(
    tournament: Presentation, folder: Path, lang: str = "es", season: SeasonTable | None = None
) -> list[str]:
    """Write into a folder what is otherwise there, take away pages that there are no longer, and say which of them.

    A page on which nothing but its age would change stays as it is, and is as old as it says. The first pages say how
    far all of them are.
    """
    files = site(tournament, lang, season)
    changed = [name for name, content in files.items() if not _says(folder / name, content, name)]
    for name in changed:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        draft = path.with_name(f".{path.name}.part")
        draft.write_bytes(files[name])
        draft.replace(path)
    gone = [name for name in _pages_in(folder) if name not in files]
    for name in gone:
        (folder / name).unlink()
    return [*changed, *gone]


def _says(path: Path, content: bytes, name: str) -> bool:
    """Whether it is there already, its age apart."""
    if not path.is_file():
        return False
    there = path.read_bytes()
    if name.endswith("index.html"):
        return there == content
    return _AGE.sub(b"", there) == _AGE.sub(b"", content)


def _pages_in(folder: Path) -> list[str]:
    """Pages of ours that were there for rounds, players and seasons."""
    found = (path for lang in LANGUAGES for path in (folder / lang).glob("*.html"))
    return [path.relative_to(folder).as_posix() for path in found if _OURS.fullmatch(path.name)]


def _rendered(
    env: Environment,
    tournament: Presentation,
    page: _Page,
    lang: str,
    season: SeasonTable | None,
    *,
    up: str,
    beside: str,
) -> bytes:
    """`up` leads to the folder of the site, `beside` to the pages of this language."""
    links = {name: f"{beside}{href}" for name, href in _player_pages(tournament).items()}

    def linked(text: str) -> Markup:
        """Names of players lead to their record."""
        parts = [
            Markup('<a href="{}">{}</a>').format(links[part], part) if part in links else escape(part)
            for part in text.split(_BETWEEN)
        ]
        return Markup(_BETWEEN).join(parts)

    text = env.get_template(page.template).render(
        lang=lang,
        t=lambda message, **facts: translate(lang, message, **facts),
        linked=linked,
        name=clean(tournament.state.name),
        title=page.title,
        style=f"{up}{STYLE}",
        beside=beside,
        languages=[(one, name.capitalize(), f"{up}{one}/{page.name}") for one, name in LANGUAGES.items()],
        rounds=[one.number for one in tournament.published],
        here=page.name,
        number=tournament.state.number,
        head=tournament.state.head,
        when=day_and_time(tournament.state.log.history[-1].at, lang),
        season_page=SEASON if season is not None else "",
        **page.content,
    )
    return text.encode()


def _player_pages(tournament: Presentation) -> dict[str, str]:
    """The page of each player by name: nobody else is called so."""
    return {one.full: f"player-{place}.html" for place, one in enumerate(tournament.called.values(), 1)}


class _Language:
    """The pages in one language."""

    def __init__(self, tournament: Presentation, lang: str, season: SeasonTable | None) -> None:
        self._tournament, self._lang, self._season = tournament, lang, season

    def pages(self) -> Iterator[_Page]:
        """The first one first."""
        rounds = [one.number for one in self._tournament.published]
        facts, _ = self._blocks("act")[0]["blocks"][:2]
        last = self._blocks("standings", rounds[-1] if rounds else None)
        yield _Page("index.html", "site/index.html", "", {"facts": facts, "sheets": last, "open": self._open(None)})
        for number in rounds:
            laid = laid_out(self._tournament, "tables", self._lang, round=number).content
            told = {key: laid[key] for key in ("tables", "notes", "second")}
            yield _Page(f"round-{number}.html", "site/round.html", self._t("Round {round}", round=number), told)
        for number in rounds:
            title = f"{self._t('Standings')}, {self._t('after round {round}', round=number)}"
            content = {"sheets": self._blocks("standings", number), "open": self._open(number)}
            yield _Page(f"standings-{number}.html", "site/standings.html", title, content)
        yield from self._players()
        if self._season is not None:
            yield _Page(SEASON, "site/season.html", self._season.name, {"season": self._season})

    def _players(self) -> Iterator[_Page]:
        people = list(self._tournament.called)
        rows = [
            (f"player-{place}.html", self._tournament.name(player), self._tournament.club(player))
            for place, player in enumerate(people, 1)
        ]
        by_name = sorted(rows, key=lambda row: row[1].casefold())
        yield _Page("players.html", "site/players.html", self._t("Players"), {"people": by_name})
        for (name, title, _), player in zip(rows, people, strict=True):
            yield _Page(name, "site/player.html", title, {"sheet": self._record(player)})

    def _record(self, player: str) -> dict[str, Any]:
        """All that somebody has played. Place and sums are those after the last round of which nothing is missing:
        what other tables bring meanwhile leaves the page as it is."""
        (sheet,) = self._blocks("record", player=player)
        whole = [one.number for one in self._tournament.published if not missing_slips(self._tournament.state, one)]
        if whole[-1:] == [one.number for one in self._tournament.published[-1:]]:
            return sheet
        played = [one for one in sheet["blocks"] if one["kind"] != "facts"]
        if not whole:
            return sheet | {"blocks": played, "second": self._tournament.club(player)}
        (then,) = self._blocks("record", whole[-1], player)
        place = [one for one in then["blocks"] if one["kind"] == "facts"]
        return sheet | {"blocks": [*place, *played], "second": then["second"]}

    def _blocks(self, what: str, round: int | None = None, player: str | None = None) -> list[dict[str, Any]]:
        sheets: list[dict[str, Any]] = list(
            laid_out(self._tournament, what, self._lang, round=round, player=player).content["sheets"]
        )
        return sheets

    def _open(self, number: int | None) -> int:
        """How many results of a round (left out: of the last one) are still to come."""
        published = self._tournament.published
        rounds = published[-1:] if number is None else published[number - 1 : number]
        return sum(len(missing_slips(self._tournament.state, round)) for round in rounds)

    def _t(self, message: str, **facts: object) -> str:
        return translate(self._lang, message, **facts)
