"""The roll: who has entered, who is here, who owes, and what would follow if somebody left. Nothing is decided here."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final, Literal

from msgspec import Struct

from tantera.tournament import orders as o
from tantera.tournament.decide_entries import registration_stage
from tantera.tournament.events import Recorded
from tantera.tournament.names import called, plain
from tantera.tournament.orders import EntryPlayer
from tantera.tournament.state import Entry, TournamentState
from tantera.words import Phrase

Standing = Literal["here", "missing", "withdrawn", "out"]
"""How an entry stands: checked in, not yet, gone, expelled."""
Filter = Literal["all", "missing", "here", "owing", "gone"]

ABOUT_ENTRIES: Final = (o.Enter, o.Pay, o.CheckIn, o.CheckOut, o.Withdraw, o.Return, o.KeepApart, o.EditPlayer)
"""The orders that concern the roll."""


class OnRoll(Struct, frozen=True):
    """A line of the roll."""

    entry: Entry
    name: str
    """A pair is ``Ana Pons / Biel Mas``."""
    club: str
    standing: Standing
    owes: int
    namesake: str
    """What tells an entry from others of the same name, where there are any: the club, or the number."""
    find_by: str
    """Everything it can be found by, without accents, capitals and signs."""

    @property
    def id(self) -> str:
        return self.entry.entry


class RollCounts(Struct, frozen=True):
    all: int
    here: int
    missing: int
    owing: int
    gone: int
    till: int
    """What has been paid."""
    owed: int
    """What is still to be paid by those who play."""


def entry_name(entry: Entry) -> str:
    return " / ".join(player.name for player in entry.players)


def taken_ids(tournament: TournamentState) -> set[str]:
    """All that are taken, by entries and by players."""
    return {*tournament.entries, *tournament.players}


def ids_by_name(tournament: TournamentState) -> dict[str, str]:
    """Ids by plain name, of those whose name nobody else has."""
    times = Counter(plain(player.name) for player in all_players(tournament))
    return {name: player.id for player in all_players(tournament) if times[name := plain(player.name)] == 1}


def all_players(tournament: TournamentState) -> list[EntryPlayer]:
    return [player for entry in tournament.entries.values() for player in entry.players]


def clubs(tournament: TournamentState) -> list[str]:
    """The clubs of those who have entered and those that the event names, each as it was written first."""
    written = (*tournament.options.clubs, *(player.club for player in all_players(tournament) if player.club))
    names: dict[str, str] = {}
    for club in written:
        names.setdefault(plain(club), club)
    return [names[key] for key in sorted(names)]


def owes(tournament: TournamentState, entry: Entry) -> int:
    """Who has left owes nothing."""
    return max(0, tournament.options.fee - entry.paid) if tournament.is_active(entry) else 0


def standing(tournament: TournamentState, entry: Entry) -> Standing:
    if tournament.is_out(entry):
        return "out"
    if entry.withdrawn:
        return "withdrawn"
    return "here" if entry.checked_in else "missing"


def roll(tournament: TournamentState) -> list[OnRoll]:
    """Every entry, in the order in which they were entered."""
    apart = told_apart(tournament)
    return [_line(tournament, entry, apart) for entry in tournament.entries.values()]


def _line(tournament: TournamentState, entry: Entry, apart: dict[str, str]) -> OnRoll:
    clubs = [*dict.fromkeys(player.club for player in entry.players if player.club)]
    words = (entry.entry, *(f"{player.id} {player.name} {player.club or ''}" for player in entry.players))
    notes = dict.fromkeys(apart[player.id] for player in entry.players if player.id in apart)
    return OnRoll(
        entry,
        entry_name(entry),
        " · ".join(clubs),
        standing(tournament, entry),
        owes(tournament, entry),
        " · ".join(notes),
        plain(" ".join(words)),
    )


def counts(lines: Iterable[OnRoll]) -> RollCounts:
    lines = list(lines)
    stands = Counter(line.standing for line in lines)
    return RollCounts(
        all=len(lines),
        here=stands["here"],
        missing=stands["missing"],
        owing=sum(line.owes > 0 for line in lines),
        gone=stands["withdrawn"] + stands["out"],
        till=sum(line.entry.paid for line in lines),
        owed=sum(line.owes for line in lines),
    )


def is_found(line: OnRoll, asked: str = "", show: Filter = "all", club: str = "") -> bool:
    """Whether a search, a filter and a club leave this line; every word that is asked for stands somewhere in it."""
    if not all(word in line.find_by for word in plain(asked).split()):
        return False
    if club and plain(club) not in {plain(player.club or "") for player in line.entry.players}:
        return False
    match show:
        case "all":
            return True
        case "owing":
            return line.owes > 0
        case "gone":
            return line.standing in ("withdrawn", "out")
        case _:
            return line.standing == show


# --- namesakes


def namesakes(tournament: TournamentState, name: str) -> list[EntryPlayer]:
    """Everybody who is called so, accents and capitals apart."""
    wanted = plain(name)
    return [player for player in all_players(tournament) if plain(player.name) == wanted]


def told_apart(tournament: TournamentState) -> dict[str, str]:
    """By player, only of those who share their name: the club where each has another, else their number too."""
    return {player: name.apart for player, name in called(tournament).items() if name.apart}


# --- what may still be done, and what would follow


def may_enter(tournament: TournamentState, at: str) -> Phrase | None:
    """Why nobody can be entered now; None where they can."""
    if tournament.closed:
        return Phrase("the event is closed: only undo is left")
    if tournament.published and not tournament.kind.late_entries:
        return Phrase("nobody can join once round 1 is published in this format")
    match registration_stage(tournament, at):
        case "before":
            return Phrase("Registration has not opened yet")
        case "after":
            return Phrase("Registration is over")
        case _:
            return None


def if_withdrawn(tournament: TournamentState, entry: Entry) -> list[Phrase]:
    """What withdrawing means now, to be said before it is done."""
    notes: list[Phrase] = []
    for round in (tournament.open, tournament.draft):
        if round is None:
            continue
        table = next((number for number in map(round.seat_of, entry.ids) if number is not None), None)
        if table is None:
            continue
        facts = {"round": round.number, "table": table}
        if round.stage == "draft":
            notes.append(Phrase("They are at table {table} in the draft of round {round}: draw it again", **facts))
        elif round.tables[table - 1].slip is None:
            notes.append(Phrase("Table {table} of round {round} is lost by default: everybody has seen it", **facts))
        else:
            notes.append(Phrase("Their result at table {table} of round {round} stays", **facts))
    notes.append(Phrase("They are not drawn any more, stay in the standings and may return"))
    if entry.paid:
        notes.append(Phrase("They have paid {amount}: what is given back is noted apart", amount=entry.paid))
    return notes


def if_returned(tournament: TournamentState, entry: Entry) -> list[Phrase]:
    notes = [Phrase("They are drawn again from the next round on")]
    if tournament.open is not None and any(player in tournament.open.absent for player in entry.ids):
        notes.append(Phrase("The default of round {round} stays; to lift it, undo the withdrawal",
                            round=tournament.open.number))  # fmt: skip
    return notes


# --- what was done last


def entered_by(tournament: TournamentState, entry: str) -> int | None:
    """The event with which an entry came."""
    return next(
        (
            one.number
            for one in reversed(tournament.log.history)
            if isinstance(one.order, o.Enter) and one.order.entry == entry and one.number not in tournament.log.gone
        ),
        None,
    )


def last_done(tournament: TournamentState, most: int) -> list[Recorded]:
    """The last orders about entries that still count, the newest first; of a sheet its last row."""
    records: list[Recorded] = []
    sheets: set[str] = set()
    for done in reversed(tournament.log.history):
        if not isinstance(done.order, ABOUT_ENTRIES) or done.number in tournament.log.gone or batch_of(done) in sheets:
            continue
        sheets |= {batch_of(done)} - {""}
        records.append(done)
        if len(records) == most:
            break
    return records


def together(tournament: TournamentState, record: Recorded) -> list[int]:
    """The events that were made in one go with this one: the rows of a sheet share the beginning of their ids."""
    batch = batch_of(record)
    if not batch:
        return [record.number]
    return [
        other.number
        for other in tournament.log.history
        if batch_of(other) == batch and other.number not in tournament.log.gone
    ]


BATCH: Final = "rows-"


def batch_of(record: Recorded) -> str:
    """``rows-k3f9a.17`` is the 17th row of the sheet ``rows-k3f9a``; empty for an order by itself."""
    name, dot, _ = (record.id or "").rpartition(".")
    return name if dot and name.startswith(BATCH) else ""


def done_in_words(tournament: TournamentState, done: Recorded) -> Phrase:
    """What an order about entries did."""
    match done.order:
        case o.Enter(players=players):
            return Phrase("Entered: {name}", name=" / ".join(player.name for player in players))
        case o.Pay(amount=amount) if amount < 0:
            return Phrase("{amount} given back to {name}", amount=-amount, name=_named(tournament, [done.order.entry]))
        case o.Pay(amount=amount):
            return Phrase("{name} paid {amount}", name=_named(tournament, [done.order.entry]), amount=amount)
        case o.CheckIn(entries=entries) if len(entries) > 1:
            return Phrase("{count} are here", count=len(entries))
        case o.CheckIn(entries=entries):
            return Phrase("{name} is here", name=_named(tournament, entries))
        case o.CheckOut(entries=entries):
            return Phrase("{name} is not here after all", name=_named(tournament, entries))
        case o.Withdraw(entries=entries):
            return Phrase("{name} has withdrawn", name=_named(tournament, entries))
        case o.Return(entries=entries):
            return Phrase("{name} is back", name=_named(tournament, entries))
        case o.EditPlayer(player=player):
            return Phrase("Put right: {name}", name=_players_named(tournament, [player]))
        case o.KeepApart(players=players):
            return Phrase("Kept apart: {names}", names=_players_named(tournament, players))
        case o.Undo(event=number):
            return Phrase("Undone: {what}", what=done_in_words(tournament, tournament.log.history[number - 1]))
        case _:
            return Phrase("Event {number}", number=done.number)


def _named(tournament: TournamentState, entries: Iterable[str]) -> str:
    names = called(tournament)
    players = (tournament.entries[entry].ids if entry in tournament.entries else (entry,) for entry in entries)
    return ", ".join(" / ".join(names[player].full if player in names else player for player in ids) for ids in players)


_FEW: Final = 4


def _players_named(tournament: TournamentState, players: Sequence[str]) -> str:
    known = called(tournament)
    names = [known[player].full if player in known else player for player in players]
    return ", ".join(names[:_FEW]) + (f" +{len(names) - _FEW}" if len(names) > _FEW else "")


class ApartLine(Struct, frozen=True):
    """Players who are kept apart, and the event that says so."""

    number: int
    order: o.KeepApart
    names: str


def kept_apart(tournament: TournamentState) -> list[ApartLine]:
    return [
        ApartLine(recorded.number, recorded.order, _players_named(tournament, recorded.order.players))
        for recorded in tournament.log.history
        if isinstance(recorded.order, o.KeepApart) and recorded.number not in tournament.log.gone
    ]
