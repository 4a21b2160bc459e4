"""Everybody alone (UEH): one round, in the order of the lot."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from tantera.formats.alone_winners_on import seated
from tantera.formats.drawing.field import Drawing, Field
from tantera.formats.drawing.violations import again, always, nobody_left
from tantera.formats.format import Format, TournamentLaw, Unfit
from tantera.words import Phrase


def draw(field: Field) -> Drawing:
    """Everybody who is here, in the order of the lot."""
    return seated(field, [player for entrant in field.entrants for player in entrant.players])


def _unfit(law: TournamentLaw) -> Iterator[Unfit]:
    if law.rounds not in (None, 1):
        yield "rounds", law.rounds, Phrase("1: there is one round")


FORMAT = Format(
    name="alone-one-round",
    words="everybody alone, one round",
    listed=7,
    enters="alone",
    draw=draw,
    checks=(*always("alone"), nobody_left, partial(again, enters="alone")),
    rounds=lambda course: 1,
    late_entries=False,
    usual_for="one_round",
    unfit=_unfit,
)
