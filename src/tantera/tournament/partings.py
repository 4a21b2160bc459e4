"""Which value parted whom: why somebody stands just below somebody else."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Literal

from msgspec import Struct

from tantera.tournament.ranking import Record
from tantera.tournament.standings import Standing
from tantera.tournament.state import EventState

Reason = Literal["value", "lot", "lost"]


class Parting(Struct, frozen=True):
    """What put an entry below the one before it."""

    how: Reason
    """A value, the lot, or (where losing means being out) the round of the loss."""
    key: str = ""
    """The value, by the name that the book uses."""
    above: float = 0
    own: float = 0
    tie: bool = False
    """They were level in what counts first."""


def partings(event: EventState, table: Sequence[Standing], records: Mapping[str, Record]) -> dict[str, Parting]:
    """By entry; the first of the table, or of a group, has none."""
    lost = {name: (record.lost_in, record.losses) for name, record in records.items()}
    keys = [key for key in event.options.ranked_by if key != "lot"]
    found: dict[str, Parting] = {}
    for above, own in pairwise(table):
        if above.group != own.group and not _knocked(lost):
            continue
        if lost.get(above.entry) != lost.get(own.entry):
            found[own.entry] = Parting("lost")
            continue
        found[own.entry] = _by_value(keys, above, own)
    return found


def _knocked(lost: dict[str, tuple[float | None, int]]) -> bool:
    return any(when is not None for when, _ in lost.values())


def _by_value(keys: Sequence[str], above: Standing, own: Standing) -> Parting:
    for place, key in enumerate(keys):
        one, other = above.values.get(key, 0), own.values.get(key, 0)
        if one != other:
            return Parting("value", key, one, other, tie=place > 0)
    return Parting("lot", tie=True)
