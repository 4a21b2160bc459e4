"""The register of people that a server keeps: one stream, folded when somebody asks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

import msgspec

from tantera.store import Rewritten, Store
from tantera.tournament import people
from tantera.tournament.people import Change, Register
from tantera.web.folds import Folded, Folds

_PREFIX: Final = "people/"
_ONE: Final = "register"


class KeptRegister(Folded, frozen=True):
    register: Register = Register()


def _evolve(kept: KeptRegister, change: Change) -> KeptRegister:
    return msgspec.structs.replace(kept, register=people.evolve(kept.register, change))


class KnownPeople:
    """Who is known on this server, from one tournament to the next."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._folds: Folds[KeptRegister, Change] = Folds(store, _PREFIX, KeptRegister(), _evolve, Change)

    async def now(self) -> Register:
        return (await self._folds.get(_ONE)).register

    async def change(self, decide: Callable[[Register], Sequence[Change]]) -> Register:
        """Decide on what is known and keep it; what `decide` raises is raised, and nothing has happened then."""
        return (await self._folds.add(_ONE, lambda kept: decide(kept.register))).register

    async def forget(self, key: str, at: str, by: str) -> None:
        """Take somebody's name out of the register, out of every change too."""
        kept = await self._folds.fresh(_ONE)
        without = people.forgotten(kept.register, key, at, by)
        stored = await self._store.read(_PREFIX + _ONE)
        lines = [msgspec.json.encode(change) for change in without.changes]
        changed = [
            Rewritten(_PREFIX + _ONE, one.version, line)
            for one, line in zip(stored, lines, strict=False)
            if line != one.event
        ]
        if changed:
            await self._store.rewrite(changed)
        self._folds.forget(_ONE)
        await self._folds.add(_ONE, lambda _: without.changes[-1:])
