"""``tantera rating``: how strong everybody is, by the tournaments in these files."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tantera.cli.common import AsJson, Language, fail_wrong, print_json
from tantera.words import Phrase, translate

if TYPE_CHECKING:
    from tantera.season.rating import RatedPerson, Ratings


def rating(
    files: Annotated[list[Path], typer.Argument(help="Files of tournaments, folders of them, or seasons.")],
    player: Annotated[
        str | None, typer.Option(help="What every match did to this rating: the key, or the name.")
    ] = None,
    as_json: AsJson = False,
    lang: Language = "es",
) -> None:
    """How strong everybody is: the rating after every match of these tournaments."""
    from tantera.cli.season.reading import all_logs, nights_in
    from tantera.season.rating import as_object, rated

    ratings = rated(nights_in(all_logs(files)))
    if player is not None:
        _tell_one(ratings, _meant(ratings, player), lang)
    elif as_json:
        print_json(as_object(ratings))
    else:
        _tell(ratings, lang)


def _meant(ratings: Ratings, typed: str) -> RatedPerson:
    from tantera.season.people import slug

    found = ratings.of(typed) or next((one for one in ratings.players if slug(one.person.name) == slug(typed)), None)
    if found is None:
        fail_wrong("--player", repr(typed), Phrase("the key or the name of somebody who has played"))
    return found


def _tell(ratings: Ratings, lang: str) -> None:
    from rich.console import Console

    from tantera.cli.text_tables import TextTable

    if not ratings.players:
        print(translate(lang, "Nobody has played yet."))
        return
    heads = ("", "", translate(lang, "rating"), "μ", "σ", translate(lang, "matches"))
    rows = tuple(
        (
            one.person.name,
            str(place),
            f"{one.strength.shown:.2f}",
            f"{one.strength.mu:.2f}",
            f"{one.strength.sigma:.2f}",
            str(one.matches),
        )
        for place, one in enumerate(ratings.players, 1)
    )
    TextTable(translate(lang, "Ratings"), heads, rows, may_shorten=True).show(Console(highlight=False))


def _tell_one(ratings: Ratings, one: RatedPerson, lang: str) -> None:
    from tantera.cli.bare import bare
    from tantera.season.telling import how_sure, told_moves

    print(bare(f"{one.person.name}: {one.strength.shown:.2f} ({how_sure(one).told(lang)})"))
    for phrase in told_moves(ratings, one):
        print(bare(phrase.told(lang)))
