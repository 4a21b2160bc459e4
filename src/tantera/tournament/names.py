"""What the people of an event are called: nobody is taken for somebody else, wherever a name stands."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter, OrderedDict
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import Final, NamedTuple

from msgspec import Struct

from tantera.formats.why import Names
from tantera.tournament.state import Entry, TournamentState

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


def told_apart(
    people: Iterable[tuple[str, str, str]], wished: Mapping[str, str] = MappingProxyType({})
) -> dict[str, Called]:
    """By id what each of the people is called; each is an id, a name and a club. `wished`: what somebody wants to be
    called in short, as long as nobody else is.

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
    everybody = {key: (_parted(name, key), _notes(key, club)) for key, name, club in people}
    whole = {key: [_beside(_whole(name), note) for note in notes] for key, (name, notes) in everybody.items()}
    short = {key: [*_shorter(name), *whole[key]] for key, (name, _) in everybody.items()}
    for key, name in wished.items():
        short[key].insert(0, _apart_from_the_dot(name) or key)
    steps, wholes = _unmistakable(short), _unmistakable(whole)
    return {
        key: Called(short[key][steps[key]], name, notes[wholes[key]]) for key, (name, notes) in everybody.items()
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


def _notes(player: str, club: str) -> tuple[str, ...]:
    club = _apart_from_the_dot(club)
    return "", club or player, f"{club} {player}".strip()


def _beside(name: str, note: str) -> str:
    return f"{name} ({note})" if note else name


def _parted(name: str, player: str) -> Listed:
    parted = listed(name)
    return Listed(_apart_from_the_dot(parted.surname) or player, _apart_from_the_dot(parted.given))


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
    heard = {key: sort_key(names[0])[0] for key, names in steps.items()}
    while True:
        bearers = Counter(heard.values())
        mistaken = [key for key, step in taken.items() if bearers[heard[key]] > 1 and step + 1 < len(steps[key])]
        if not mistaken:
            return taken
        for key in mistaken:
            taken[key] += 1
            heard[key] = sort_key(steps[key][taken[key]])[0]


_KEPT: Final = 8
_known: OrderedDict[int, tuple[dict[str, Entry], int, dict[str, Called]]] = OrderedDict()
"""The last few, by the entries that they were made of and how many there were then: a result changes nobody's name, and
whoever follows a log writes the next entry into the same ones."""


def called(tournament: TournamentState) -> dict[str, Called]:
    """By player, what everybody in the event is called."""
    entries = tournament.entries
    known = _known.get(id(entries))
    if known is not None and known[0] is entries and known[1] == len(entries):
        return known[2]
    everybody = [player for entry in entries.values() for player in entry.players]
    people = ((player.id, player.name, player.club or "") for player in everybody)
    names = told_apart(people, {player.id: player.short for player in everybody if player.short})
    _known[id(entries)] = entries, len(entries), names
    while len(_known) > _KEPT:
        _known.popitem(last=False)
    return names


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


LONGEST: Final = 120
"""Characters of a name that a paper ever tries to show; the template shrinks and cuts the rest."""

_SECOND_GIVEN_NAMES: Final = frozenset({
    "josé", "jose", "maría", "maria", "luis", "lluís", "carlos", "carles", "antonio", "antoni", "manuel", "miguel",
    "miquel", "javier", "xavier", "jesús", "jesus", "ángel", "àngel", "ramón", "ramon", "alberto", "albert",
    "pablo", "pau", "francisco", "francesc", "teresa", "carmen", "carme", "isabel", "pilar", "dolores", "dolors",
    "rosa", "ignacio", "ignasi", "fernando", "enrique", "enric", "rafael", "andrés", "andreu", "alejandro", "mari",
    "antonia", "antònia", "josefa", "eugenia", "eugènia", "cristina", "elena", "victoria", "victòria", "luisa",
})  # fmt: skip
"""Given names that often come second: «Juan Carlos», «María José», «Josep Maria»."""

_MARIES: Final = frozenset({"maría", "maria", "mª", "m.ª"})
_OF_MARY: Final = frozenset({
    "ángeles", "àngels", "carmen", "carme", "mar", "pilar", "rosario", "roser", "dolores", "dolors", "mercedes",
    "mercè", "desamparados", "remedios", "remei", "rocío", "socorro", "consuelo", "pino", "camino", "luz", "paz", "pau",
    "concepción", "concepció", "nieves", "neus", "milagros", "montserrat", "soledad", "prado", "henar", "fuensanta",
    "guadalupe", "loreto", "lourdes", "fátima", "sol", "olvido", "amparo", "gracia", "coral", "cinta", "esperanza",
    "encarnación", "asunción", "assumpció", "puig", "tura", "lluc", "sagrario", "llanos", "reyes",
})  # fmt: skip
"""What a María is called by: «María del Carmen», «María de los Ángeles», «Maria del Mar»."""

_PILED_UP: Final = re.compile("([\u0300-\u036f]{2})[\u0300-\u036f]+")
"""More than two accents on a letter are a joke that covers the line above."""


class Listed(NamedTuple):
    """A name as a list in alphabetical order shows it: what it is found by, and the rest."""

    surname: str
    given: str

    @property
    def text(self) -> str:
        return f"{self.surname}, {self.given}" if self.given else self.surname


@lru_cache(maxsize=8192)
def clean(name: str) -> str:
    """One line of text: no control or direction characters, no double spaces.

    >>> clean(" Laia\\n Ferrer\\u202e ")
    'Laia Ferrer'
    """
    visible = "".join(sign if unicodedata.category(sign) not in {"Cc", "Cf", "Cs"} else " " for sign in name)
    line = " ".join(_PILED_UP.sub(r"\1", unicodedata.normalize("NFC", visible)).split())
    if len(line) > LONGEST:
        line = line[: LONGEST - 1].rstrip() + "…"
    return " ".join(word if len(word) <= 30 else _breakable(word) for word in line.split())


def _breakable(word: str) -> str:
    """A word that no column holds may be broken anywhere: a zero-width space after every tenth sign."""
    return "\u200b".join(word[at : at + 10] for at in range(0, len(word), 10))


@lru_cache(maxsize=8192)
def listed(name: str) -> Listed:
    """The surname and the rest. A comma says it; without one the usual Spanish order is read, given names first.

    >>> listed("Ferrer Mestres, Laia").text, listed("Laia Ferrer Mestres").text, listed("Josep Maria Bru").text
    ('Ferrer Mestres, Laia', 'Ferrer Mestres, Laia', 'Bru, Josep Maria')
    >>> listed("Maria del Carme Vilanova").text, listed("María de la Torre Gil").text
    ('Vilanova, Maria del Carme', 'de la Torre Gil, María')
    >>> listed("Ana de la Torre").text, listed("Zico").text, listed("Jugador 12").text, listed("Rosa Mª").text
    ('de la Torre, Ana', 'Zico', 'Jugador 12', 'Rosa Mª')
    """
    line = clean(name)
    surname, comma, given = line.partition(",")
    if comma and surname.strip() and given.strip():
        return Listed(surname.strip(), given.strip())
    words = line.split()
    if len(words) < 2 or any(sign.isdigit() for sign in line) or not all(word[0].isalpha() for word in words):
        return Listed(line, "")
    if len(words) == 2 and words[1].casefold() in _MARIES:  # given names alone: she is no Mrs Mª
        return Listed(line, "")
    first = _given_names(words)
    return Listed(" ".join(words[first:]), " ".join(words[:first]))


def _given_names(words: list[str]) -> int:
    """How many words are given names. A particle begins a surname («Ana de la Torre»), but not after a María whose
    name it is part of («María del Carmen Gil»); something is left for the surname.

    >>> _given_names("María de los Ángeles Gil".split()), _given_names("María del Mar".split())
    (4, 1)
    """
    if len(words) > 2 and words[1].islower():
        after = next((at for at, word in enumerate(words) if at and not word.islower()), len(words))
        of_mary = after + 1 < len(words) and words[after].casefold() in _OF_MARY
        return after + 1 if words[0].casefold() in _MARIES and of_mary else 1
    return 2 if len(words) > 2 and words[1].casefold() in _SECOND_GIVEN_NAMES else 1


def sort_key(text: str) -> tuple[str, str]:
    """Alphabetical order as the three languages have it: accents and capitals do not count, ñ follows n.

    >>> sorted(["Zapata", "Ñíguez", "Núñez", "abad", "Álvarez", "Nadal"], key=sort_key)
    ['abad', 'Álvarez', 'Nadal', 'Núñez', 'Ñíguez', 'Zapata']
    """
    folded = text.casefold().replace("ñ", "n\uffff")
    plain = "".join(sign for sign in unicodedata.normalize("NFD", folded) if not unicodedata.combining(sign))
    return "".join(sign for sign in plain if sign.isalnum() or sign in " \uffff"), text


def initial(text: str) -> str:
    """The letter under which a name is found.

    >>> initial("Álvarez"), initial("ñíguez"), initial("de la Torre")
    ('A', 'Ñ', 'D')
    """
    for sign in text.upper():
        if sign == "Ñ":
            return sign
        if sign.isalnum():
            return unicodedata.normalize("NFD", sign)[0]
    return "–"
