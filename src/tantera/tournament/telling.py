"""The log of an event in words: what every record did, to whom, and why, as an organiser reads it out. And what people
and their seats are called in it: where there is little room by surname, as across a hall.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property
from typing import Literal, assert_never

from msgspec import Struct

from tantera.rules.basics import Named
from tantera.tournament import events as e
from tantera.tournament import orders as o
from tantera.tournament.decided import books_of, own_book
from tantera.tournament.events import Recorded
from tantera.tournament.evolve import cost_of_lateness, outcomes_of, undone_by
from tantera.tournament.hall.state import HallState
from tantera.tournament.names import called, names_of
from tantera.tournament.permission import RESULT_BY, role_of
from tantera.tournament.put_right import Change, changes_of, changes_told
from tantera.tournament.state import Round, TournamentState
from tantera.words import Phrase, counting

Mark = Literal["by_hand", "override", "correction", "undone"]
"""What a reader of the log should not miss."""
DASH = "–"


class LogLine(Struct, frozen=True):
    """A record of the log in words."""

    number: int
    at: str
    by: str
    sentence: Phrase
    about: Phrase | None = None
    """Whom or what it is about: a table, a round, a player."""
    why: str = ""
    """The reason that was given with it."""
    marks: tuple[Mark, ...] = ()
    round: int | None = None
    table: int | None = None
    can_be_undone: bool = False
    """It counts, and it is not the first. Whether something rests on it, the undo says."""

    @property
    def whole(self) -> Phrase:
        """What it is about, and what it says."""
        if self.about is None:
            return self.sentence
        return Phrase("{about}: {said}", about=self.about, said=self.sentence)


def told_log(tournament: TournamentState) -> list[LogLine]:
    """Every record, the oldest first; what no longer counts is there too, marked."""
    telling = _Telling(tournament)
    return [telling.record(number) for number in range(1, tournament.number + 1)]


def teller(tournament: TournamentState) -> Callable[[int], LogLine]:
    """Tells the records that somebody asks for, by their numbers."""
    return _Telling(tournament).record


def last_of_tables(tournament: TournamentState, count: int) -> list[LogLine]:
    """The last records about tables that count, the newest first. No more of a long log is told than that needs."""
    telling, lines = _Telling(tournament), list[LogLine]()
    for number in range(tournament.number, 0, -1):
        line = telling.record(number)
        if line.table is not None and "undone" not in line.marks:
            lines.append(line)
            if len(lines) == count:
                break
    return lines


class _Telling:
    """The log of an event, of which each record is told when somebody asks for it."""

    def __init__(self, tournament: TournamentState) -> None:
        self.tournament, self.history = tournament, tournament.log.history
        self.not_counting = tournament.log.gone | undone_by(self.history)
        self.outcomes = outcomes_of(self.history)
        self.was, self.settling = self._scores_before()

    def record(self, number: int) -> LogLine:
        return _Line(self, self.history[number - 1]).told()

    @cached_property
    def put_right(self) -> dict[int, list[Change]]:
        return changes_of(self.history, self.not_counting)

    def _scores_before(self) -> tuple[dict[int, tuple[int, ...]], frozenset[int]]:
        """By record: what stood on a table's slip before this one; and the records that settle what was in dispute."""
        slips: dict[tuple[int, int], tuple[int, ...]] = {}
        scores: dict[int, tuple[int, ...]] = {}
        disputed: set[tuple[int, int]] = set()
        settling: set[int] = set()
        for recorded in self.history:
            order, counts = recorded.order, recorded.number not in self.not_counting
            if isinstance(order, o.Dispute) and counts:
                disputed.add((order.round, order.table))
            if not isinstance(order, o.Result):
                continue
            where = order.round, order.table
            if where in slips:
                scores[recorded.number] = slips[where]
            if where in disputed and order.status != "disputed":
                settling.add(recorded.number)
            if counts:
                slips[where] = order.points
                (disputed.add if order.status == "disputed" else disputed.discard)(where)
        return scores, frozenset(settling)


def of_table(lines: Iterable[LogLine], round: int, table: int) -> list[LogLine]:
    """What the log says of one table."""
    return [line for line in lines if (line.round, line.table) == (round, table)]


def named(tournament: TournamentState, player: str) -> str:
    """The whole name of a player, told apart from namesakes; of a seat that a stand-in completes, its own."""
    return names_of(tournament).players.get(player, player)


def names_of_entry(tournament: TournamentState, entry: str) -> str:
    """The player, or the pair.

    A name that is no entry stays as it is: a log may speak of one that was undone.
    """
    return names_of(tournament).entries.get(entry, entry)


def score_told(score: Iterable[int]) -> str:
    """
    >>> score_told((100, 62))
    '100–62'
    """
    return DASH.join(map(str, score))


def seated(tournament: TournamentState, round: Round, player: str) -> str:
    """Who sits there: the player, or whoever plays in their place."""
    return round.stand_ins.get(player) or named(tournament, player)


def disagreement(tournament: TournamentState, hall: HallState, round: Round, number: int) -> Phrase:
    """What the two sides of a disputed table say."""
    slip, other = round.tables[number - 1].slip, hall.version_at(round, number)
    if slip is None or other is None or other.score == slip.score:
        return Phrase("one side does not agree with the slip")
    return Phrase("the slip says {one} and the other side {other}",
                  one=score_told(slip.score), other=score_told(other.score))  # fmt: skip


class _Line:
    """One record, and the log that it stands in."""

    def __init__(self, log: _Telling, recorded: Recorded) -> None:
        self.log, self.tournament, self.recorded = log, log.tournament, recorded
        self.outcome = log.outcomes.get(recorded.number, recorded.outcome)
        self.by_player = role_of(recorded.by)[0] == "player"
        self.by_table = recorded.by == RESULT_BY

    def told(self) -> LogLine:
        match self.recorded.order:
            case o.Create(name=name):
                return self._line(Phrase("the tournament is created: {name}", name=name))
            case o.Commit(hash=digest):
                return self._line(Phrase("public lot: the hash of a secret, {hash}", hash=f"{digest[:12]}…"))
            case o.Lot(secret=secret, drawn=drawn):
                facts = {"secret": secret, "drawn": drawn}
                return self._line(Phrase("public lot: the secret was {secret}, drawn in the hall {drawn}", **facts))
            case o.Undo(event=number):
                was = self.log.record(number)
                sentence = Phrase("undoes record {number} ({what})", number=number, what=was.whole)
                return self._line(sentence, round=was.round, table=was.table)
            case o.Close():
                return self._line(Phrase("the tournament is closed"))
            case o.Enter(players=entered, paid=paid):
                about = _text(" · ".join(player.name for player in entered))
                return self._line(Phrase("enters and pays {amount}", amount=paid) if paid else Phrase("enters"), about)
            case o.Pay(entry=entry, amount=amount):
                say = "pays {amount}" if amount >= 0 else "is given {amount} back"
                return self._line(Phrase(say, amount=abs(amount)), _text(names_of_entry(self.tournament, entry)))
            case o.KeepApart(players=players):
                return self._line(Phrase("kept apart: {names}", names=self._listed(players)))
            case o.CheckIn() | o.CheckOut() | o.Withdraw() | o.Return() as order:
                names = "; ".join(names_of_entry(self.tournament, entry) for entry in order.entries)
                return self._line(Phrase(_PRESENCE[type(order)], names=names))
            case o.EditPlayer(player=player):
                return self._line(self._put_right(), _text(named(self.tournament, player)))
            case o.EditEvent():
                return self._line(self._put_right(), Phrase("The event"))
            case o.Seed(entries=entries, rated_by=rated_by):
                names = "; ".join(names_of_entry(self.tournament, entry) for entry in entries)
                if rated_by:
                    by = ", ".join(dict.fromkeys(one.name for one in rated_by))
                    return self._line(
                        Phrase("seeded by their rating after {tournaments}: {names}", tournaments=by, names=names)
                    )
                return self._line(Phrase("seeded: {names}", names=names))
            case o.Postpone(round=number, table=table, to=day):
                return self._round(Phrase("table {table} is played on {day}", table=table, day=day), number)
            case o.Draw():
                assert isinstance(self.outcome, e.Drawn)
                sentence = Phrase("drawn as a draft, {count} tables", count=len(self.outcome.tables))
                return self._round(sentence, self.outcome.round)
            case o.Publish() as order:
                return self._publish(order)
            case o.CloseRound():
                assert isinstance(self.outcome, e.RoundClosed)
                return self._round(Phrase("is closed"), self.outcome.round)
            case o.Swap(round=number, a=a, b=b, reason=reason):
                called = names_of_entry if self.tournament.pairs else named
                one, other = called(self.tournament, a), called(self.tournament, b)
                return self._round(
                    Phrase("{a} and {b} change seats by hand", a=one, b=other), number, reason, ("by_hand",)
                )
            case o.Repair(round=number, how=how):
                return self._round(Phrase(_REPAIRS[how]), number, marks=() if how == "leave" else ("by_hand",))
            case o.Result() as order:
                return self._result(order)
            case o.Confirm() as order:
                return self._table(Phrase("confirmed by the other side" if self.by_player else "confirmed"), order)
            case o.Dispute() as order:
                objector = role_of(self.recorded.by)[1] or ""
                sentence = Phrase("disputed: {name} does not agree", name=named(self.tournament, objector))
                return self._table(sentence if self.by_player else Phrase("put in dispute"), order)
            case o.Default(absent=absent) as order:
                return self._table(Phrase("not there: {names}", names=self._listed(absent)), order)
            case o.Late(minutes=minutes) as order:
                return self._of_player(order, self._late(minutes))
            case o.StandIn(name=name) as order:
                return self._of_player(order, Phrase("not there: {name} plays instead", name=name))
            case o.Penalty(points=points, article=article) as order:
                sentence = Phrase("{points} points off the difference ({article})", points=points, article=article)
                return self._of_player(order, sentence)
            case o.ShowCard(card=card, article=article) as order:
                called_so = card_named(self.tournament, card)
                return self._of_player(order, Phrase("{card} ({article})", card=called_so, article=article))
            case o.Expel(article=article) as order:
                return self._of_player(order, Phrase("expelled ({article})", article=article))
            case unknown:
                assert_never(unknown)

    def _put_right(self) -> Phrase:
        return changes_told(self.log.put_right[self.recorded.number], names_of(self.tournament).players)

    def _publish(self, order: o.Publish) -> LogLine:
        assert isinstance(self.outcome, e.Published)
        sentence = Phrase("is published")
        if order.accept_missing:
            tables = ", ".join(map(str, order.accept_missing))
            sentence = Phrase("published without the slips of tables {tables}", tables=tables)
        if order.override is not None:
            sentence = Phrase("published with a rule broken" if self.outcome.broken else "published all the same")
        overruled = order.override is not None or bool(order.accept_missing)
        return self._round(sentence, self.outcome.round, order.override or "", ("override",) if overruled else ())

    def _result(self, order: o.Result) -> LogLine:
        score, was = score_told(order.points), self.log.was.get(self.recorded.number)
        if was is not None and self.recorded.number in self.log.settling:
            sentence = Phrase("settled as {score}, entered as {was}", score=score, was=score_told(was))
            return self._table(sentence, order, order.reason or "")
        if was is not None and was != order.points:
            sentence = Phrase("corrected to {score}, before {was}", score=score, was=score_told(was))
            return self._table(sentence, order, order.reason or "", ("correction",))
        say = "{score}, by phone" if self.by_player else "{score}, keyed in"
        if self.by_table:
            say = "{score}, played online"
        if order.status == "disputed":
            say = "{score}, disputed"
        return self._table(Phrase(say, score=score), order, order.reason or "")

    def _of_player(self, order: o.Late | o.StandIn | o.Penalty | o.ShowCard | o.Expel, sentence: Phrase) -> LogLine:
        at = next((round for round in self.tournament.played if round.number == order.round), None)
        table = at.seat_of(order.player) if at is not None else None
        return self._line(sentence, _text(named(self.tournament, order.player)), round=order.round, table=table)

    def _late(self, minutes: int) -> Phrase:
        rule, points = self.tournament.options.late, cost_of_lateness(self.tournament, minutes)
        late = counting(minutes, "1 minute late", "{count} minutes late")
        if points is None:
            sentence = Phrase("{late}: the match is lost", late=late)
        elif points:
            sentence = Phrase("{late}: {points} points off the difference", late=late, points=points)
        else:
            return Phrase("{late}, which costs nothing", late=late)
        article = rule.article if rule is not None else None
        return Phrase("{said} ({article})", said=sentence, article=article) if article else sentence

    def _line(
        self,
        sentence: Phrase,
        about: Phrase | None = None,
        why: str = "",
        marks: tuple[Mark, ...] = (),
        round: int | None = None,
        table: int | None = None,
    ) -> LogLine:
        number, at, by = self.recorded.number, self.recorded.at, self.recorded.by
        counts = number not in self.log.not_counting
        marks = marks if counts else (*marks, "undone")
        return LogLine(number, at, by, sentence, about, why, marks, round, table, counts and number > 1)

    def _round(self, sentence: Phrase, number: int, why: str = "", marks: tuple[Mark, ...] = ()) -> LogLine:
        return self._line(sentence, Phrase("Round {round}", round=number), why, marks, number)

    def _table(
        self,
        sentence: Phrase,
        order: o.Result | o.Confirm | o.Dispute | o.Default,
        why: str = "",
        marks: tuple[Mark, ...] = (),
    ) -> LogLine:
        about = Phrase("Round {round}, table {table}", round=order.round, table=order.table)
        return self._line(sentence, about, why, marks, order.round, order.table)

    def _listed(self, players: Iterable[str]) -> str:
        return ", ".join(named(self.tournament, player) for player in players)


_PRESENCE: dict[type[o.Order], str] = {
    o.CheckIn: "checked in: {names}",
    o.CheckOut: "not here after all: {names}",
    o.Withdraw: "withdrawn: {names}",
    o.Return: "back again: {names}",
}
_REPAIRS = {
    "leave": "the tables stay as they are",
    "swap_unstarted": "repaired: tables that had not begun change",
    "redraw": "drawn again as a whole",
}


def card_named(tournament: TournamentState, card: str) -> Phrase:
    """What a card is called, in the event's own book first."""
    for book in books_of(tournament):
        for known in book.cards:
            if known.id == card:
                return Named(known.name)
    return _text(card)


def _text(text: str) -> Phrase:
    return Phrase("{text}", text=text)


def short_of(state: TournamentState, player: str) -> str:
    """A player in short; somebody who is none stays as they are."""
    names = called(state).get(player)
    return player if names is None else names.short


def seat_name(state: TournamentState, round: Round, player: str) -> str:
    """Whoever sits there, in short; a stand-in, whom the tournament does not know, by the whole name."""
    return round.stand_ins.get(player) or short_of(state, player)


def name_by(state: TournamentState, by: str, *, short: bool = False) -> str:
    """Who gave an order: a player's name, an officer's, or nothing."""
    role, _, name = by.partition(":")
    if role != "player":
        return name
    return short_of(state, name) if short else named(state, name)


def seats_are_drawn(state: TournamentState) -> bool:
    """Whether the pairs draw for their places at the table: then no compass word can be said (TG-6.3)."""
    return not state.alone and own_book(state).customs.seating == "by_draw"
