"""Two files of one tournament: which of them has come further, and how the other catches up.

A log is a chain: where one of the two begins with the whole of the other, it is the newer one. Where they part, two
desks went on at once, and nobody but the director can say which of them counts. A log that was written anew to forget
somebody names the head that it had before: it is newer than what ends there. Who was erased in one of the two is
erased in what becomes of both.
"""

from __future__ import annotations

from typing import Literal

from tantera.store import BlockingStore, Head, Rewritten
from tantera.tournament.erasing import Salts, rewritten_from
from tantera.tournament.events import head_of
from tantera.tournament_file.erasing import erase_again, gone_in, hall_lines
from tantera.tournament_file.streams import HALL, PHOTOS, STREAM

Beside = Literal["same", "newer", "older", "parted", "another"]
"""What a copy is beside the file that is here: as far as it, further, less far, gone another way, of another
tournament."""


def beside(here: BlockingStore, copy: BlockingStore) -> Beside:
    """What a copy is beside the file that is here."""
    ours, theirs = (_heads(store) for store in (here, copy))
    if ours[:1] != theirs[:1]:
        return _written_anew(here, ours, copy, theirs)
    shared = min(len(ours), len(theirs))
    if ours[:shared] != theirs[:shared]:
        return "parted"
    if len(ours) == len(theirs):
        return "same"
    return "newer" if len(theirs) > shared else "older"


def _heads(store: BlockingStore) -> list[str]:
    """The head after each line: what stands beside a line may be gone in one of the two."""
    return [head_of(line) for line in _lines(store, STREAM)]


def _written_anew(here: BlockingStore, ours: list[str], copy: BlockingStore, theirs: list[str]) -> Beside:
    """Whether one of the two is the other, written anew."""
    was_ours, was_theirs = (rewritten_from(_lines(store, STREAM)[0]) for store in (here, copy))
    if was_theirs is not None and was_theirs == ours[-1]:
        return "newer"
    if was_ours is not None and was_ours == theirs[-1]:
        return "older"
    parted = was_theirs in ours or was_ours in theirs or (was_ours is not None and was_ours == was_theirs)
    return "parted" if parted else "another"


def catch_up(here: BlockingStore, copy: BlockingStore, salts: Salts) -> None:
    """Take over what a copy has besides. Raises `Conflict` where somebody writes at the same moment.

    What happened in the hall is taken over where it goes on from ours; photos are, one by one.
    """
    known = {head.stream: head.version for head in here.streams()}
    gone = gone_in(here, copy)
    ours, theirs = _lines(here, STREAM), _lines(copy, STREAM)
    if head_of(ours[0]) != head_of(theirs[0]):
        new = [Rewritten(STREAM, version, line) for version, line in enumerate(theirs[: len(ours)], 1)]
        here.rewrite(new, [Head(STREAM, len(ours))])
    if len(theirs) > len(ours):
        here.append(STREAM, len(ours), theirs[len(ours) :])
    ours, theirs = hall_lines(here, gone), hall_lines(copy, gone)
    if len(theirs) > len(ours) and theirs[: len(ours)] == ours:
        here.append(HALL, len(ours), theirs[len(ours) :])
    erase_again(here, gone, salts)
    for head in copy.streams(PHOTOS):
        if head.stream not in known:
            here.append(head.stream, 0, [stored.event for stored in copy.read(head.stream)])


def _lines(store: BlockingStore, stream: str) -> list[bytes]:
    return [stored.event for stored in store.read(stream)]
