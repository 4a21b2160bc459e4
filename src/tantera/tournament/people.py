"""The register: the people of a club, the same ones from one tournament to the next.

A change keeps the records as they were and as they are from then on, so that every one of them can be undone as long
as nothing was changed since. A person who is erased is erased in all changes too.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Any, Final, Literal

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from tantera.tournament.decided import check_name
from tantera.tournament.names import a_line, plain
from tantera.tournament.orders import Categories, Club, Enter, EntryPlayer, Key, Name, Refused, ShortName
from tantera.tournament.state import TournamentState
from tantera.words import Phrase, Problem
from tantera.words.alike import ERASED

Did = Literal["add", "edit", "join", "part", "undo", "erase"]


class Person(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    key: Key
    name: Name
    short: ShortName | None = None
    club: Club | None = None
    categories: Categories = ()
    born: str | None = None
    """A year or a day."""
    licence: str | None = None
    was: tuple[Key, ...] = ()
    """Keys that were joined into this one: older tournaments know the person by them."""

    @property
    def erased(self) -> bool:
        return self.name == ERASED


class Change(Struct, frozen=True, tag_field="event", tag="people_changed.1"):
    """One step of a register, in a log."""

    did: Did
    before: tuple[Person, ...]
    after: tuple[Person, ...]
    at: str = ""
    by: str = ""
    undone: int | None = None
    """The number of the change that this one undoes."""


class Register(Struct, frozen=True):
    people: dict[str, Person] = {}
    changes: tuple[Change, ...] = ()

    def find(self, key: str) -> Person:
        """The person of this key, joined into another or not."""
        person = self.people.get(self.now_called(key))
        if person is None:
            raise Refused("unknown_person", "nobody in the register has the number {key}", key=key)
        return person

    def now_called(self, key: str) -> str:
        """The key by which somebody is known today: their own, or that of the record theirs was joined into."""
        if key in self.people:
            return key
        return next((person.key for person in self.people.values() if key in person.was), key)

    @property
    def keys(self) -> set[str]:
        """All that are taken, those of joined records too."""
        return {*self.people, *(key for person in self.people.values() for key in person.was)}

    @property
    def listed(self) -> list[Person]:
        """Everybody who has a name."""
        return [person for person in self.people.values() if not person.erased]

    @property
    def same_names(self) -> dict[str, list[Person]]:
        """By how the name sounds, those who share it."""
        by_name: dict[str, list[Person]] = defaultdict(list)
        for person in self.listed:
            by_name[plain(person.name)].append(person)
        return {name: people for name, people in by_name.items() if len(people) > 1}

    def gone(self) -> frozenset[int]:
        """The numbers of changes that were undone."""
        return frozenset(change.undone for change in self.changes if change.undone is not None)


def evolve(register: Register, change: Change) -> Register:
    """The register after one more change."""
    stay = {key: person for key, person in register.people.items() if key not in {one.key for one in change.before}}
    return Register(stay | {person.key: person for person in change.after}, (*register.changes, change))


# --- changes


def added(register: Register, said: Mapping[str, Any], at: str = "", by: str = "") -> Change:
    """Somebody new; without a key the next free number."""
    key = said.get("key") or next_key(register)
    if key in register.keys:
        raise Refused("key_taken", "{name} has the number {key}", name=register.find(key).name, key=key)
    return Change("add", (), (_person({"key": key, **{k: v for k, v in said.items() if k != "key"}}),), at, by)


def next_key(register: Register) -> str:
    """A number that nobody has or ever had: tournaments may still know somebody by it.

    >>> next_key(Register())
    'n1'
    """
    taken = register.keys | {one.key for change in register.changes for one in (*change.before, *change.after)}
    return next(key for number in range(1, len(taken) + 2) if (key := f"n{number}") not in taken)


def edited(register: Register, key: str, said: Mapping[str, Any], at: str = "", by: str = "") -> Change:
    """What is said of somebody changes, the key apart; nothing takes a field away."""
    was = register.find(key)
    if was.erased:
        raise Refused("erased", "{key} was erased", key=key)
    wanted = {name: value for name, value in said.items() if name not in ("key", "was")}
    now = _person({**msgspec.to_builtins(was), **wanted})
    if now == was:
        raise Refused("nothing_changes", "nothing is said that would change")
    return Change("edit", (was,), (now,), at, by)


def joined(register: Register, into: str, other: str, at: str = "", by: str = "") -> Change:
    """Two records are one person's: what the first does not say the other says, and both keys are theirs."""
    kept, gone = register.find(into), register.find(other)
    if kept.key == gone.key:
        raise Refused("same_person", "{one} and {other} are one record already", one=into, other=other)
    if kept.erased or gone.erased:
        raise Refused("erased", "{key} was erased", key=kept.key if kept.erased else gone.key)
    whole = replace(_filled(kept, gone), was=tuple(dict.fromkeys((*kept.was, gone.key, *gone.was))))
    return Change("join", (kept, gone), (whole,), at, by)


def _filled(person: Person, other: Person) -> Person:
    """The first, with what it does not say itself from the other."""
    return replace(
        person,
        **{name: getattr(person, name) or getattr(other, name) for name in _TAKEN_OVER},
        categories=tuple(dict.fromkeys((*person.categories, *other.categories))),
    )


_TAKEN_OVER: Final = ("short", "club", "born", "licence")


def parted(register: Register, key: str, at: str = "", by: str = "") -> Change:
    """A record that was joined into another is a person of its own again, as it was then; and the other no longer says
    what it had from it, unless somebody has written something else there since."""
    whole = register.find(key)
    if key not in whole.was:
        raise Refused("not_joined", "{key} was joined into no other record", key=key)
    kept = _before_its_join(register, key) or Person(key, whole.name, club=whole.club)
    stay = tuple(one for one in whole.was if one != key and one not in kept.was)
    left = replace(_own(register, whole), was=stay)
    for other in stay:  # what it has from them it still has
        left = _filled(left, _before_its_join(register, other) or left)
    return Change("part", (whole,), (left, kept), at, by)


def _before_its_join(register: Register, key: str) -> Person | None:
    joins = (change for change in reversed(register.changes) if change.did == "join")
    people = (person for change in joins for person in change.before)
    return next((person for person in people if person.key == key and not person.erased), None)


def _own(register: Register, whole: Person) -> Person:
    """A record with what was ever written in it, and nothing that it took over. Where no log says so, as it is."""
    mine: Person | None = None
    for change in register.changes:
        before, after = (_of_key(people, whole.key) for people in (change.before, change.after))
        if after is None or _at_bottom(register, change) in ("join", "part"):
            continue
        if mine is None or before is None:
            mine = after
            continue
        words = {name: getattr(after, name) for name in FIELDS if getattr(after, name) != getattr(before, name)}
        if "categories" in words:
            stay = [one for one in mine.categories if one in after.categories]
            words["categories"] = (*stay, *(one for one in after.categories if one not in before.categories))
        mine = replace(mine, **words)
    return whole if mine is None else mine


def _of_key(people: Iterable[Person], key: str) -> Person | None:
    return next((person for person in people if person.key == key), None)


def _at_bottom(register: Register, change: Change) -> Did:
    """What a change is about; of one that undoes another, what that one was about."""
    while change.undone is not None:
        change = register.changes[change.undone - 1]
    return change.did


def undone(register: Register, number: int, at: str = "", by: str = "") -> Change:
    """As if that change had not been; refused where the same people were changed since."""
    if not 1 <= number <= len(register.changes) or number in register.gone():
        raise Refused("already_undone", "change {number} does not count any more", number=number)
    change = register.changes[number - 1]
    if change.did == "erase":
        raise Refused("erased", "who was erased does not come back")
    if any(register.people.get(person.key) != person for person in change.after):
        raise Refused("rests_on_it", "{names}: changed since", names=", ".join(one.name for one in change.after))
    others = register.keys - {key for person in change.after for key in (person.key, *person.was)}
    if any(key in others for person in change.before for key in (person.key, *person.was)):
        raise Refused("rests_on_it", "{names}: changed since", names=", ".join(one.name for one in change.before))
    return Change("undo", change.after, change.before, at, by, number)


def forgotten(register: Register, key: str, at: str = "", by: str = "") -> Register:
    """The register without anybody's name of that key: it is rewritten, and the key stays."""
    person = register.find(key)
    keys = {person.key, *person.was}

    def less(people: Iterable[Person]) -> tuple[Person, ...]:
        return tuple(Person(one.key, ERASED, was=one.was) if one.key in keys else one for one in people)

    changes = [replace(change, before=less(change.before), after=less(change.after)) for change in register.changes]
    gone = Change("erase", less((person,)), less((person,)), at, by)
    people = {one.key: one for one in less(register.people.values())}
    return Register(people, (*changes, gone))


def _person(said: Mapping[str, Any]) -> Person:
    words = {key: value for key, value in said.items() if value is not None}
    for key in ("name", "short", "club", "born", "licence"):
        if isinstance(words.get(key), str):
            words[key] = a_line(words[key], 200)
            if not words[key] and key != "name":
                del words[key]
    try:
        person = msgspec.convert(words, Person)
    except msgspec.ValidationError as error:
        raise Refused("wrong_value", "this cannot be: {said}", said=str(error)) from None
    if person.erased or not person.name.strip():
        raise Refused("nobodys_name", "{dash} stands for somebody who was erased: write a name", dash=ERASED)
    check_name(person.name, person.short or "", person.club or "", *person.categories)
    return person


# --- from tournaments, and for the desk


def of_tournament(register: Register, tournament: TournamentState, at: str = "", by: str = "") -> list[Change]:
    """Everybody of an earlier tournament whom the register does not have yet, by key or else by name and club."""
    changes: list[Change] = []
    known = {_known_as(one) for one in register.listed}
    for entry in tournament.entries.values():
        for player in entry.players:
            identity = _known_as(player)
            if player.name == ERASED or (player.key in register.keys if player.key else identity in known):
                continue
            said = {"key": player.key, "name": player.name, "short": player.short, "club": player.club}
            change = added(register, said | {"categories": list(player.categories or ())}, at, by)
            register, known = evolve(register, change), known | {identity}
            changes.append(change)
    return changes


def played_as(register: Register, key: str, tournament: TournamentState) -> list[str]:
    """The ids of somebody of the register in a tournament, one whose entry was taken back too: by key, joined or not;
    who has none there by name and club, where the register has nobody else who is called so."""
    person = register.find(key)
    keys = {person.key, *person.was}
    identity = plain(person.name), plain(person.club or "")
    alone = not person.erased and [_known_as(one) for one in register.listed].count(identity) == 1
    now = {player.id: player for entry in tournament.entries.values() for player in entry.players}
    ever = [player for recorded in tournament.log.history if isinstance(recorded.order, Enter)
            for player in recorded.order.players]  # fmt: skip
    players = {player.id: player for player in ever} | now
    return [
        player.id
        for player in players.values()
        if player.name != ERASED and (player.key in keys if player.key else alone and _known_as(player) == identity)
    ]


def _known_as(one: Person | EntryPlayer) -> tuple[str, str]:
    return plain(one.name), plain(one.club or "")


def of_register(register: Register, other: Register, at: str = "", by: str = "") -> list[Change]:
    """Everybody of another register whose key this one does not have."""
    changes: list[Change] = []
    for person in other.listed:
        if not {person.key, *person.was} & register.keys:
            change = Change("add", (), (_person(msgspec.to_builtins(person)),), at, by)
            register = evolve(register, change)
            changes.append(change)
    return changes


def called(register: Register) -> dict[str, str]:
    """By key, what everybody in the register is called: namesakes with their club, and their number where that is the
    same too."""
    names = {person.key: person.name for person in register.listed}
    for people in register.same_names.values():
        clubs = [plain(one.club or "") for one in people]
        for one in people:
            alone = bool(one.club) and clubs.count(plain(one.club or "")) == 1
            names[one.key] = f"{one.name} ({one.club if alone else one.key})"
    return names


def meant(register: Register, typed: str) -> Person | None:
    """Who was chosen from the register, as `called` says them; or typed in full, where nobody else is called so."""
    wanted = plain(typed)
    found = [key for key, name in called(register).items() if plain(name) == wanted]
    return register.people[found[0]] if len(found) == 1 else None


def as_player(person: Person) -> dict[str, Any]:
    """What an entry takes over from the register."""
    fields = {
        "name": person.name,
        "short": person.short,
        "club": person.club,
        "key": person.key,
        "categories": list(person.categories) or None,
    }
    return {key: value for key, value in fields.items() if value}


# --- the file


class _File(Struct, omit_defaults=True):
    people: list[Person] = []
    log: list[Change] = []


def read_register(data: bytes) -> Register:
    """A register as a file has it; ``{}`` is an empty one."""
    try:
        file = msgspec.json.decode(data, type=_File)
    except (msgspec.ValidationError, msgspec.DecodeError, UnicodeError) as error:
        raise Problem(Phrase("this is no register of people: {said}", said=str(error))) from None
    return Register({person.key: person for person in file.people}, tuple(file.log))


def written(register: Register, *, log: bool = True) -> bytes:
    """The file: everybody, and the changes that can be undone."""
    people = [*register.people.values()]
    file = _File(people, list(register.changes) if log else [])
    return msgspec.json.format(msgspec.json.encode(file), indent=2) + b"\n"


def found(register: Register, asked: str) -> list[Person]:
    """Everybody in whose record each word is."""
    words = plain(asked).split()

    def about(one: Person) -> str:
        said = (one.key, one.name, one.short, one.club, one.licence, *one.categories, *one.was)
        return plain(" ".join(filter(None, said)))

    return [one for one in register.listed if all(word in about(one) for word in words)]


FIELDS: Final = ("name", "short", "club", "categories", "born", "licence")
