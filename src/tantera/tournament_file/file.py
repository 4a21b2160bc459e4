"""Orders to a tournament in a file: decided on what the file says, durable before anybody hears of them."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any, Final

from msgspec.structs import replace

from tantera.rules import Books
from tantera.store import BlockingStore, Conflict, FileStore, StoreError, open_store_file
from tantera.tournament.decide import Applied, apply
from tantera.tournament.erasing import Salts, forgotten, named
from tantera.tournament.events import read_line
from tantera.tournament.evolve import evolve, folded
from tantera.tournament.hall import state as in_hall
from tantera.tournament.hall.decide import decide as decide_in_hall
from tantera.tournament.hall.events import AnyHallEvent, PersonErased
from tantera.tournament.hall.orders import ErasePerson, HallOrder
from tantera.tournament.hall.state import HallState
from tantera.tournament.orders import Given, OrderProblem, Publish
from tantera.tournament.state import TournamentState
from tantera.tournament_file.copies import STREAM as SETTINGS
from tantera.tournament_file.copies import Copied, copies, make_copy
from tantera.tournament_file.erasing import erase
from tantera.tournament_file.streams import HALL, PHOTOS, STREAM
from tantera.words import Phrase, Problem

GROUP: Final = 0.1
"""Seconds of deciding after which what has gathered is made durable and answered (group commit)."""

_STEPS: Final = 200
"""Lines of others that are folded one by one; more of them are quicker folded together with the whole log."""

Answer = Applied | Problem
"""What becomes of an order."""
CarryOut = Callable[[Callable[[], object]], object]
"""How the copy after a publish is carried out: at once, or by a thread while orders go on."""


def at_once(work: Callable[[], object]) -> None:
    work()


class TournamentFile:
    """A tournament on disk. Made by `open_tournament`.

    Two of them on one file, in one program or on two desks, are safe: of two that decide at once one wins, the other
    reads again and decides again.
    """

    def __init__(
        self,
        store: BlockingStore,
        books: Books,
        now: Callable[[], datetime],
        carry_out: CarryOut = at_once,
        salts: Salts | None = None,
    ) -> None:
        self.store, self._books, self._now, self._carry_out = store, books, now, carry_out
        self._salts = salts
        self.lines: list[bytes] = []
        """The log, as the chain has it; after a line break what stands beside a line."""
        self.state: TournamentState | None = None
        self.hall = HallState()
        self.copied: Copied | None = None
        """What became of the last copy, where a folder for copies is set."""
        self._one_copy, self._none_due = threading.Lock(), threading.Event()
        self._none_due.set()
        self.reload()

    @property
    def path(self) -> Path:
        """Its file; in a database, what its file is called where it travels."""
        return Path(self.store.where)

    @property
    def copying(self) -> bool:
        """Whether the copy of a publish is still to be made, or being made."""
        return not self._none_due.is_set()

    def wait_for_copy(self, seconds: float) -> None:
        """Until the copy of a publish is made, or for so long."""
        self._none_due.wait(seconds)

    def hall_events(self) -> list[AnyHallEvent]:
        """What happened in the hall, the oldest first."""
        return [in_hall.read(stored.event) for stored in self.store.read(HALL)]

    def reload(self) -> None:
        """Read what others have appended meanwhile. A `Problem` where it cannot be read."""
        try:
            self._reload()
        except Problem:
            raise
        except Exception as error:  # whatever a few wrong bytes lead to: the file is at fault, and only this one
            raise _damaged(self.store) from error

    def _reload(self) -> None:
        heads = {head.stream: head.version for head in self.store.streams(STREAM)}
        if heads.get(HALL, 0) != self.hall.number:
            before = self.hall
            self.hall = in_hall.folded((one.event for one in self.store.read(HALL, before.number)), before)
            if self.hall.erased != before.erased:  # what was read before has names in it that are gone
                self.hall, self.lines = in_hall.folded(one.event for one in self.store.read(HALL)), []
        known = len(self.lines)
        if known and heads.get(STREAM) == known:
            return
        rows = [stored.event for stored in self.store.read(STREAM, max(known - 1, 0))]
        if self.state is not None and known and rows[:1] == self.lines[-1:] and len(rows) <= _STEPS:
            state = self.state
            for row in rows[1:]:
                state = evolve(state, read_line(row, state.number + 1, state.head))
            self.state = state
            self.lines += rows[1:]
            return
        self.lines = rows if known <= 1 else [stored.event for stored in self.store.read(STREAM)]
        self.state = folded(self.lines) if self.lines else None

    def apply(self, orders: Sequence[Given | Problem]) -> Iterator[list[Answer]]:
        """Decide the orders one after the other, and give their answers group by group, once each group is durable.

        What is a problem already (an order that could not be read) is its own answer.
        """
        waiting = list(orders)
        while waiting:
            self.reload()  # so that nothing is refused for what was true an hour ago
            try:
                answers = self._group(waiting)
            except Conflict:
                continue
            del waiting[: len(answers)]
            self._copy(answers)
            yield answers

    def apply_one(self, order: Given) -> Applied:
        """One order; a refusal is raised."""
        ((answer,),) = self.apply([order])
        if isinstance(answer, Problem):
            raise answer
        return answer

    def apply_all(self, orders: Sequence[Given]) -> list[Answer]:
        """All of them or none: where one is refused nothing is written, and the answers say which."""
        while True:
            self.reload()
            state, answers, lines = self._decided(orders, patience=None)
            if any(isinstance(answer, Problem) for answer in answers):
                return answers
            try:
                self._keep(state, lines)
            except Conflict:
                continue
            self._copy(answers)
            return answers

    def apply_in_hall(self, order: HallOrder, by: str) -> AnyHallEvent:
        """An order in the hall around the rounds; a refusal is raised."""
        while True:
            self.reload()
            if self.state is None:
                raise _no_tournament(self.store)
            event = decide_in_hall(self.state, self.hall, order, by, round(self._now().timestamp() * 1000))
            try:
                if isinstance(event, PersonErased) and isinstance(order, ErasePerson):
                    self._forget(event, order.name)
                    return event
                self.store.append(HALL, self.hall.number, [in_hall.write(event)])
            except Conflict:
                continue
            self.hall = in_hall.evolve(self.hall, event)
            return event

    def _forget(self, event: PersonErased, name: str | None) -> None:
        """In this file, and in the copy of it that we keep."""
        if self._salts is None:
            raise ValueError("found a file without a source of salts, expected one from whoever erases somebody")
        person = forgotten(self.lines, event.player) if name is None else named(name)
        erase(self.store, [person], self._salts, [event])
        self.reload()
        if copies(self.store).folder is not None:
            self._none_due.clear()
            self._carry_out(self.copy)

    def close(self) -> None:
        self.store.close()

    def _group(self, orders: Sequence[Given | Problem]) -> list[Answer]:
        state, answers, lines = self._decided(orders, patience=GROUP)
        self._keep(state, lines)
        return answers

    def _decided(
        self, orders: Sequence[Given | Problem], patience: float | None
    ) -> tuple[TournamentState | None, list[Answer], list[bytes]]:
        began, state = self._now(), self.state
        answers: list[Answer] = []
        lines: list[bytes] = []
        for order in orders:
            if isinstance(order, Problem):
                answers.append(order)
                continue
            now = self._now()
            if answers and patience is not None and (now - began).total_seconds() > patience:
                break
            given = order if order.at else replace(order, at=now.isoformat(timespec="milliseconds"))
            if self._salts is not None and given.salt is None:
                given = replace(given, salt=self._salts())
            if self._salts is not None and given.secret is None and isinstance(given.order, Publish):
                given = replace(given, secret=self._salts() + self._salts())
            try:
                applied = apply(state, given, self._books)
            except Problem as problem:
                answers.append(problem)
                continue
            answers.append(applied)
            state = applied.after
            if applied.recorded is not None and not applied.again:
                lines.append(applied.recorded.row)
        return state, answers, lines

    def _keep(self, state: TournamentState | None, lines: list[bytes]) -> None:
        if lines:
            self.store.append(STREAM, len(self.lines), lines, after=self.lines[-1] if self.lines else None)
            self.lines += lines
            self.state = state

    def _copy(self, answers: Sequence[Answer]) -> None:
        """After a publish: what stands on the stick is not to be older than what hangs on the wall."""
        fresh = (answer.recorded for answer in answers if isinstance(answer, Applied) and not answer.again)
        if any(recorded is not None and isinstance(recorded.order, Publish) for recorded in fresh):
            self._none_due.clear()
            self._carry_out(self.copy)

    def copy(self) -> Copied | None:
        """A copy now, where a folder for copies is set. Any thread may: it reads the file by itself."""
        with self._one_copy:
            try:
                with self.store.again() as store:
                    self.copied = make_copy(store, store.version(STREAM), self._now())
            except StoreError as problem:
                self.copied = Copied(self.path, problem)
            finally:
                self._none_due.set()  # whatever went wrong: nobody waits for it
            return self.copied


def open_tournament(
    place: Path | BlockingStore,
    books: Books,
    now: Callable[[], datetime],
    *,
    new: bool = False,
    carry_out: CarryOut = at_once,
    salts: Salts | None = None,
) -> TournamentFile:
    """The tournament in this file or store; with `new` it may still have to be created, by the order `create`. An order
    without a salt has one of `salts`; where there are none either, it is worked out of the tournament.

    Raises a `Problem` where there is none, or where the file is something else.
    """
    store = FileStore(place) if isinstance(place, Path) else place
    try:
        _check_streams(store)
        tournament = TournamentFile(store, books, now, carry_out, salts)
        if tournament.state is None and not new:
            raise _no_tournament(store)
        return tournament
    except Problem:
        store.close()
        raise
    except Exception as error:  # as in `reload`
        store.close()
        raise _damaged(store) from error


def check_tournament(store: BlockingStore) -> None:
    """A `StoreError` unless a tournament is in this store, and nothing else."""
    _check_streams(store)
    if not store.version(STREAM):
        raise _no_tournament(store)


def _check_streams(store: BlockingStore) -> None:
    streams = STREAM, HALL, SETTINGS
    for head in store.streams():
        if head.stream not in streams and not head.stream.startswith(PHOTOS):
            raise StoreError(
                Phrase(
                    "{where}: found a store with {stream} in it, expected a tournament",
                    where=store.where,
                    stream=head.stream,
                )
            )


def read_lines(path: Path) -> list[bytes]:
    """The log as it stands in the file, whatever is wrong with it: for whoever checks it."""
    with open_store_file(path) as store:
        lines = [stored.event for stored in store.read(STREAM)]
        if not lines:
            raise _no_tournament(store)
    return lines


def _damaged(store: BlockingStore) -> StoreError:
    words = Phrase("{where}: found damaged records, expected a whole file: take a copy of it", where=store.where)
    return StoreError(words)


def _no_tournament(store: BlockingStore) -> StoreError:
    words = Phrase("{where}: found no tournament, expected one that tantera tournament new has made", where=store.where)
    return StoreError(words)


def answered(answer: Applied | Problem, lang: str, copied: Copied | None = None) -> dict[str, Any]:
    """``{"ok": true, "event": 17, …}`` or ``{"ok": false, "code": …, "article": …, "message": …}``.

    A preview has no tournament. A publish says what became of its copy, where a folder for copies is set.
    """
    if isinstance(answer, Problem):
        printed = {"ok": False, "code": answer.code, "article": answer.article or None, "message": answer.told(lang)}
        return printed | (answer.more if isinstance(answer, OrderProblem) else {})
    printed = answer.printed(lang)
    if copied is not None and not answer.again and isinstance(getattr(answer.recorded, "order", None), Publish):
        printed["copy"] = copy_answered(copied, lang)
    return printed


def copy_answered(copied: Copied, lang: str) -> dict[str, Any]:
    """Where the copy is and how old, in seconds; null: there is none."""
    if copied.problem is None:
        return {"ok": True, "to": str(copied.to), "age": 0}
    age = None if copied.before is None else round(copied.before)
    return {"ok": False, "to": str(copied.to), "age": age, "message": copied.problem.told(lang)}
