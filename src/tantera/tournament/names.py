"""What the people of an event are called: nobody is taken for somebody else, wherever a name stands."""

from __future__ import annotations

import unicodedata
from collections import Counter, OrderedDict
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from msgspec import Struct

from tantera.formats.why import Names
from tantera.tournament.state import Entry, TournamentState
from tantera.tournament.surnames import Listed, clean, listed, sort_key

BETWEEN: Final = " · "
"""Between the two of a pair."""


class Called(Struct, frozen=True):
    """Somebody's name, told apart from everybody else's in the event."""

    short: str
    """As short as that allows: for a wall, a card, a phone."""
    name: Listed
    apart: str
    """What the whole name needs beside it where somebody else has the same one: the club, or the id."""

    @property
    def own(self) -> str:
        """The whole name as it is said aloud, namesakes or not."""
        return _whole(self.name)

    @property
    def full(self) -> str:
        """The same, told apart from namesakes."""
        return _beside(self.own, self.apart)

    @property
    def listed(self) -> Listed:
        """Surname first, as lists in alphabetical order have it."""
        surname, given = self.name
        return Listed(surname, _beside(given, self.apart)) if given else Listed(_beside(surname, self.apart), "")


def told_apart(people: Iterable[tuple[str, str, str]]) -> dict[str, Called]:
    """By id what each of the people is called; each is an id, a name and a club.

    Everybody has the first surname. Those who share it take one step after another until nobody else is called so: a
    letter before it, the given name, a letter of the second surname, the whole name, the club, and at last their id.
    Accents and capitals tell nobody apart.

    >>> four = ("Laia Ferrer Mas", "Joan Ferrer", "Lola Ferrer", "Ana Gil")
    >>> [one.short for one in told_apart((str(place), name, "") for place, name in enumerate(four)).values()]
    ['Laia Ferrer', 'J. Ferrer', 'Lola Ferrer', 'Gil']
    >>> two = told_apart([("p1", "Jordi Vidal", "Reus"), ("p2", "Jordi Vidal", "Valls"), ("p3", "Vidal, Pere", "")])
    >>> [(one.short, one.full) for one in two.values()][1:]
    [('Jordi Vidal (Valls)', 'Jordi Vidal (Valls)'), ('P. Vidal', 'Pere Vidal')]
    """
    everybody = {who: (_parted(name, who), _notes(who, club)) for who, name, club in people}
    whole = {who: [_beside(_whole(name), note) for note in notes] for who, (name, notes) in everybody.items()}
    short = {who: [*_shorter(name), *whole[who]] for who, (name, _) in everybody.items()}
    steps, wholes = _unmistakable(short), _unmistakable(whole)
    return {
        who: Called(short[who][steps[who]], name, notes[wholes[who]]) for who, (name, notes) in everybody.items()
    }  # fmt: skip


def _shorter(name: Listed) -> tuple[str, ...]:
    """What somebody may be called before the whole name, each step telling more than the one before or the same."""
    if not name.given:
        return (name.surname,)
    called, rest = first_surname(name.surname)
    letter = next((f" {word[0]}." for word in rest.split() if not word.islower()), "")
    return called, f"{name.given[0]}. {called}", f"{name.given} {called}", f"{name.given} {called}{letter}"


def _whole(name: Listed) -> str:
    return f"{name.given} {name.surname}" if name.given else name.surname


def _notes(who: str, club: str) -> tuple[str, ...]:
    club = _apart_from_the_dot(club)
    return "", club or who, f"{club} {who}".strip()


def _beside(name: str, note: str) -> str:
    return f"{name} ({note})" if note else name


def _parted(name: str, who: str) -> Listed:
    found = listed(name)
    return Listed(_apart_from_the_dot(found.surname) or who, _apart_from_the_dot(found.given))


def _apart_from_the_dot(text: str) -> str:
    """Nobody is called what stands between the two of a pair."""
    return " ".join(word if word != BETWEEN.strip() else "-" for word in clean(text).split())


def first_surname(surname: str) -> tuple[str, str]:
    """What people are called by across a hall, and the rest.

    >>> first_surname("Ferrer Mestres"), first_surname("de la Torre Gil")
    (('Ferrer', 'Mestres'), ('de la Torre', 'Gil'))
    """
    words = surname.split()
    end = next((at for at, word in enumerate(words, 1) if not word.islower()), len(words))
    return " ".join(words[:end]), " ".join(words[end:])


def _unmistakable(steps: Mapping[str, Sequence[str]]) -> dict[str, int]:
    """Which step each takes, as early as possible, so that no two are called the same. The last step ends in an id,
    which nobody else has: who still sound the same there differ in capitals, accents or signs."""
    taken = dict.fromkeys(steps, 0)
    heard = {who: sort_key(own[0])[0] for who, own in steps.items()}
    while True:
        bearers = Counter(heard.values())
        mistaken = [who for who, step in taken.items() if bearers[heard[who]] > 1 and step + 1 < len(steps[who])]
        if not mistaken:
            return taken
        for who in mistaken:
            taken[who] += 1
            heard[who] = sort_key(steps[who][taken[who]])[0]


_KEPT: Final = 8
_known: OrderedDict[int, tuple[dict[str, Entry], dict[str, Called]]] = OrderedDict()
"""The last few, by the entries that they were made of: a result changes nobody's name."""


def called(tournament: TournamentState) -> dict[str, Called]:
    """By player, what everybody in the event is called."""
    entries = tournament.entries
    known = _known.get(id(entries))
    if known is not None and known[0] is entries:
        return known[1]
    people = ((one.id, one.name, one.club or "") for entry in entries.values() for one in entry.players)
    found = told_apart(people)
    _known[id(entries)] = entries, found
    while len(_known) > _KEPT:
        _known.popitem(last=False)
    return found


def names_of(tournament: TournamentState) -> Names:
    """Every entry and every player by the whole name; asked for sentence by sentence, so worked out once."""
    known: Names | None = tournament.__dict__.get("names")
    if known is None:
        players = {player: one.full for player, one in called(tournament).items()}
        entries = {
            name: BETWEEN.join(players[player] for player in entry.ids) for name, entry in tournament.entries.items()
        }
        known = tournament.__dict__["names"] = Names(entries, players)
    return known


def spoken(name: str) -> str:
    """A name as it is said aloud, even if a list had the surname first.

    >>> spoken("Peña Gil, Ramón"), spoken("Ana Pons"), spoken("Reus,")
    ('Ramón Peña Gil', 'Ana Pons', 'Reus,')
    """
    surname, _, given = (part.strip() for part in name.partition(","))
    return f"{given} {surname}" if surname and given else name


def plain(text: str) -> str:
    """Without accents, capitals and signs.

    >>> plain("N.º"), plain(" Inscripció "), plain("Guest_of"), plain("Íñigo  MUÑOZ")
    ('n o', 'inscripcio', 'guest of', 'inigo munoz')
    """
    letters = unicodedata.normalize("NFKD", text.casefold().replace("º", " o").replace("ª", " a"))
    kept = (" " if not letter.isalnum() else letter for letter in letters if not unicodedata.combining(letter))
    return " ".join("".join(kept).split())


def a_line(typed: str, most: int = 1000) -> str:
    """What was typed, on one line and without letters that nobody sees: spreadsheets and phones bring some along.

    >>> a_line(" Ana\\n  Po\\u00adns \\x1b ")
    'Ana Pons'
    """
    seen = (letter for letter in typed if letter.isspace() or unicodedata.category(letter)[0] != "C")
    return " ".join("".join(seen).split())[:most]
