"""Asking somebody who is here to one's table: one tap, and they read it where they are. Nobody is pestered: who asks
waits before they ask the same person again, a *no* holds for the evening, and only so many ask somebody at once. Who
wants to be in no list is asked by nobody, and whoever tries learns no more than that they are not here.

What is kept is who asked whom to which table, by their ids: of the last ones only.
"""

from __future__ import annotations

from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from tantera.store import Store
from tantera.tables import TableState
from tantera.tables.settings import MINUTE
from tantera.web.folds import Folded, Folds, Kept
from tantera.words import Phrase, Problem

LASTS: Final = 10 * MINUTE
"""How long somebody is asked."""
AGAIN: Final = 5 * MINUTE
"""Before the same person may ask them again."""
NO_HOLDS: Final = 12 * 60 * MINUTE
"""A *no* is one for the evening."""
AT_ONCE: Final = 3
"""So many ask somebody at a time, whoever they are."""
_REMEMBERED: Final = 20


class NotHere(Problem):
    """The same for who has gone, who is busy and who does not want to be seen."""

    code = "not_here"
    sentence = Phrase("they are not here any more, or have no time")


class AskedAlready(Problem):
    code = "asked_already"
    sentence = Phrase("they have been asked: wait until they answer, or until another evening")


class Invitation(Struct, frozen=True):
    """That somebody was asked."""

    by: str
    table: str
    at: int
    declined: bool = False

    def open(self, at: int) -> bool:
        return not self.declined and at < self.at + LASTS

    def holds_back(self, by: str, at: int) -> bool:
        """Whether it keeps this person from asking again."""
        return self.by == by and at < self.at + (NO_HOLDS if self.declined else AGAIN)


class Invitations(Folded, frozen=True):
    """To which tables somebody was asked lately."""

    asked: tuple[Invitation, ...] = ()
    declined: tuple[str, ...] = ()
    """The tables to which they said no, whoever opened them for them."""

    def open(self, at: int) -> tuple[Invitation, ...]:
        return tuple(one for one in self.asked if one.open(at))

    def may_be_asked(self, by: str, at: int) -> bool:
        return len(self.open(at)) < AT_ONCE and not any(one.holds_back(by, at) for one in self.asked)


class Invited(Kept, frozen=True, tag="invited.1"):
    by: str
    table: str
    at: int


class InvitationDeclined(Kept, frozen=True, tag="invitation_declined.1"):
    table: str
    at: int


AnyInvitation = Invited | InvitationDeclined


def _evolve(known: Invitations, event: AnyInvitation) -> Invitations:
    match event:
        case Invited(by=by, table=table, at=at):
            return replace(known, asked=(*known.asked, Invitation(by, table, at))[-_REMEMBERED:])
        case InvitationDeclined(table=table):
            asked = tuple(replace(one, declined=True) if one.table == table else one for one in known.asked)
            return replace(known, asked=asked, declined=(*known.declined, table)[-_REMEMBERED:])


class Inviting:
    """Who was asked to which table, by person."""

    def __init__(self, store: Store) -> None:
        self._folds: Folds[Invitations, AnyInvitation] = Folds(store, "invited/", Invitations(), _evolve, AnyInvitation)

    async def of(self, person: str) -> Invitations:
        return await self._folds.get(person)

    async def ask(self, person: str, by: str, table: str, at: int) -> None:
        """Ask them; an `AskedAlready` where they were, or others wait for their answer."""

        def decide(known: Invitations) -> list[AnyInvitation]:
            if not known.may_be_asked(by, at):
                raise AskedAlready
            return [Invited(by, table, at)]

        await self._folds.add(person, decide)

    async def decline(self, person: str, table: str, at: int) -> None:
        """No; a second time says no more than the first."""
        await self._folds.add(person, lambda known: [] if table in known.declined else [InvitationDeclined(table, at)])


def has_room(state: TableState) -> bool:
    """Whether somebody who comes can sit down, and the match has not begun."""
    return state.match is None and state.closed is None and any(not chair.taken for chair in state.chairs)
