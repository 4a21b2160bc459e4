"""What a rule book may say about infractions: the catalogue, its consequences, who decides, how repeated ones grow.

The referee knows kinds of consequence and kinds of decision; which article has which is written in the book.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated, Final, Literal, NamedTuple, get_args

from msgspec import Meta

from tantera.rules.basics import ArticleId, BookRecord, Mistake, Path, Words, refuse
from tantera.words import Phrase
from tantera.words.guesses import close_to, one_of

Key = Annotated[str, Meta(pattern=r"^[a-z][a-z0-9_]*$", max_length=40)]
"""The name of a severity, a card or a choice: it may stand in DGN, as in ``chose=continue``."""

ConsequenceKind = Literal[
    "points",
    "hand_lost",
    "hand_void",
    "warning",
    "card",
    "difference",
    "exposed",
    "must_play",
    "taken_back",
    "hand_won",
    "rebuild",
    "expulsion",
    "match_lost",
]
VoidOpening = Literal["same", "lost_if_opened", "right_of_offender"]
Need = Literal[
    "own_turn",
    "out_of_turn",
    "passed_with_a_tile",
    "one_tile_left",
    "not_blocked",
    "noticed_at_once",
    "noticed_late",
    "before_the_opening",
    "not_the_opener",
    "misplaced",
    "out_of_place",
    "opened",
    "tiles_on_the_table",
    "one_way_to_play",
    "passed_or_thought_falsely",
    "more_than_one_tile",
    "not_alone_with_the_double",
    "over_the_clock",
    "held_the_tile",
    "the_tile_fitted",
    "tiles_after",
]
"""What must have been so at the table: a record that the known facts contradict is refused (`referee/facts.py`)."""
NEEDS_OF_THE_LAW: Final[frozenset[Need]] = frozenset(get_args(Need)[:9])
"""Those that the name of a law knows. The others say no more than the article does, and no log is read otherwise
because of them: a book may say them at last and keep its name."""
YES: Final = "yes"
NO: Final = "no"
"""What a referee answers where the book says *may*; no choice of a book has these names."""
Decider = Literal["right_of_offender", "offended_side", "referee", "judges", "director"]


class Award(NamedTuple):
    """Points for an infraction, with or without the pips of every tile not yet played on top."""

    points: int
    remaining: bool = False


AWARDS: Final[dict[int | str, Award]] = {20: Award(20), "remaining_plus_20": Award(20, remaining=True)}
"""What an option like ``false_pass_award`` comes to (SJ-pase)."""


class Consequence(BookRecord, frozen=True):
    """One thing that follows from an infraction."""

    kind: ConsequenceKind
    side: Literal["offender", "others"] = "offender"
    """Whose score the points go on."""
    points: Annotated[int, Meta(ge=-1000, le=1000)] = 0
    remaining: bool = False
    """Points: and the pips of every tile not yet played on top (SJ-tranque-falso)."""
    award: Literal["false_pass_award"] | None = None
    """Points: as the table's option of that name says (SJ-pase)."""
    card: Key | None = None
    opening: VoidOpening = "same"
    """Who opens after a void hand: the same player (SJ-irreg-2), one seat to the right if the offenders had opened
    (TG-18.2), or the player on the offender's right (CI-10)."""
    to_limit: bool = False
    """A match lost: the others' score is raised to the limit (TG-18.6)."""
    late: Literal["stays", "withdrawn"] = "stays"
    """Taken back, but somebody has acted since: the tile stays where it lies (TG-14.10), or is withdrawn while later
    moves stand and the turn stays where it is (CI-13)."""

    def __post_init__(self) -> None:
        if (self.kind == "card") != (self.card is not None):
            found = Phrase("none") if self.card is None else self.card
            refuse("card", found, Phrase("a card where kind is card and only there"))
        if self.points and self.kind not in ("points", "difference"):
            refuse("points", self.points, Phrase("none where kind is {kind}", kind=self.kind))
        if self.kind == "difference" and self.points >= 0:
            refuse("points", self.points, Phrase("points off the difference, below zero"))


Consequences = Annotated[tuple[Consequence, ...], Meta(max_length=10)]
Needs = Annotated[tuple[Need, ...], Meta(max_length=10)]


class Choice(BookRecord, frozen=True):
    """One of the things somebody may choose."""

    id: Key
    consequences: Consequences = ()
    needs: Needs = ()
    """What the table must not contradict, or it is not offered (TG-18.3)."""

    def __post_init__(self) -> None:
        if self.id in (YES, NO):
            refuse("id", self.id, Phrase("another name: yes and no are what a referee confirms with"))


class Decision(BookRecord, frozen=True):
    """Who chooses, between what."""

    who: Decider
    choices: Annotated[tuple[Choice, ...], Meta(min_length=1, max_length=10)]


class Growth(BookRecord, frozen=True):
    """What the same infraction of the same player brings every so many times.

    One that the referee has to confirm is proposed at that time and at every later one (TG-15.5).
    """

    times: Annotated[int, Meta(ge=2, le=100)]
    consequences: Consequences = ()
    becomes: Key | None = None
    """It counts as an infraction of this severity, too (TG-14.13)."""
    confirm: bool = False
    """Only if the referee confirms it: the book says *may* (TG-15.5)."""
    article: ArticleId | None = None
    """Where the book says so."""


class Severity(BookRecord, frozen=True):
    """A class of infractions with the same consequences (TG-13…16)."""

    id: Key
    name: Words
    consequences: Consequences = ()
    decision: Decision | None = None
    every: Annotated[tuple[Growth, ...], Meta(max_length=5)] = ()


class CardGrowth(BookRecord, frozen=True):
    """So many of these cards bring another one (TG-18.4)."""

    times: Annotated[int, Meta(ge=2, le=100)]
    card: Key


class Card(BookRecord, frozen=True):
    id: Key
    name: Words
    every: CardGrowth | None = None


class Infraction(BookRecord, frozen=True):
    """One entry of the catalogue."""

    article: ArticleId
    name: Words
    """As a referee calls it, short."""
    example: Words
    """What it looks like at the table."""
    also: Words | None = None
    """What players call it besides: *renuncio*. For finding it; it binds nobody."""
    breaks: Annotated[tuple[ArticleId, ...], Meta(max_length=10)] = ()
    """The articles it is a breach of, for who reads one of them; a club may have left some out. It binds nobody."""
    severity: Key | None = None
    consequences: Consequences = ()
    """On top of what the severity brings."""
    again: Consequences | None = None
    """Instead of `consequences` from the second time of the same player on (SJ-irreg-3)."""
    unknown: Consequences | None = None
    """Instead of `consequences` when nobody knows who did it (SJ-irreg-2). None: the offender must be named."""
    decision: Decision | None = None
    """Instead of the severity's."""
    choices: Annotated[tuple[Choice, ...], Meta(max_length=10)] = ()
    """Added to the severity's decision, or put in place of its choice of the same id (TG-18.3)."""
    touched: Consequences | None = None
    """Instead of `consequences` when the tile was touched and not only moved (SJ-flujo-1)."""
    needs: Needs = ()
    """What the table must not contradict."""
    if_forbidden: Literal["false_thinking"] | None = None
    """In force only where the table's option of this name is ``forbidden`` (CL-pensada)."""
    ruling: bool = False
    """A free ruling: the judges say what follows, with text and points (SJ-jueces, CI-18)."""
    while_right_waits: bool = False
    """Settled by the book only while the player on the right has not played, or when the offenders notice it themselves
    and nothing rests on the tile; otherwise the director rules (CI-13)."""
    abandons: bool = False
    """Leaving before the match is over: what a program-run table records of somebody who does not come back (TG-16.6,
    SJ-irreg-7)."""


def decision_of(infraction: Infraction, level: Severity | None) -> Decision | None:
    """Who decides what: the infraction's own decision, or its severity's with the infraction's choices put in."""
    decision = infraction.decision or (level.decision if level is not None else None)
    if decision is None or not infraction.choices:
        return decision
    replaced = {choice.id: choice for choice in infraction.choices}
    choices = [replaced.pop(choice.id, choice) for choice in decision.choices]
    return Decision(who=decision.who, choices=(*choices, *replaced.values()))


def answer_key(answer: str) -> Literal["confirm", "chose"]:
    """Under which key a record keeps this answer.

    >>> answer_key("yes"), answer_key("annul")
    ('confirm', 'chose')
    """
    return "confirm" if answer in (YES, NO) else "chose"


def twice(table: str, key: str, ids: Sequence[str]) -> Iterator[Mistake]:
    """Entries whose id stands there a second time."""
    for place, name in enumerate(ids):
        if name in ids[:place]:
            yield Mistake((table, place, key), Phrase("{name} twice", name=name), Phrase("every one once"))


def an_article(meant: str, ids: Sequence[str]) -> Phrase:
    """What is expected where an article should be cited."""
    close = close_to(meant, ids)
    if close is not None:
        return Phrase("the id of an article of this book, {close} perhaps", close=close)
    return Phrase("the id of an article of this book")


def sanction_mistakes(
    severities: tuple[Severity, ...],
    cards: tuple[Card, ...],
    infractions: tuple[Infraction, ...],
    articles: Sequence[str],
) -> Iterator[Mistake]:
    """Every name that the catalogue uses must be there, and every entry once."""
    known = {"severity": [severity.id for severity in severities], "card": [card.id for card in cards]}
    yield from twice("severity", "id", known["severity"])
    yield from twice("card", "id", known["card"])
    yield from twice("infraction", "article", [one.article for one in infractions])
    for path, kind, name in names_used(severities, cards, infractions):
        if name not in known[kind]:
            there = one_of(known[kind], name) if known[kind] else Phrase("a [[{kind}]] of that name", kind=kind)
            yield Mistake(path, repr(name), there)
    for place, infraction in enumerate(infractions):
        if infraction.article not in articles:
            found = repr(infraction.article)
            yield Mistake(("infraction", place, "article"), found, an_article(infraction.article, articles))


def names_used(
    severities: tuple[Severity, ...], cards: tuple[Card, ...], infractions: tuple[Infraction, ...]
) -> Iterator[tuple[Path, str, str]]:
    """Where the name of a severity or of a card is used, which of the two, and the name."""
    for place, card in enumerate(cards):
        if card.every is not None:
            yield ("card", place, "every", "card"), "card", card.every.card
    for place, severity in enumerate(severities):
        for step, growth in enumerate(severity.every):
            if growth.becomes is not None:
                yield ("severity", place, "every", step, "becomes"), "severity", growth.becomes
    for place, infraction in enumerate(infractions):
        if infraction.severity is not None:
            yield ("infraction", place, "severity"), "severity", infraction.severity
    for path, consequence in consequences_at(severities, infractions):
        if consequence.card is not None:
            yield (*path, "card"), "card", consequence.card


def consequences_at(
    severities: tuple[Severity, ...], infractions: tuple[Infraction, ...]
) -> Iterator[tuple[Path, Consequence]]:
    """Everything that may follow from anything, and where the book says so."""
    for place, severity in enumerate(severities):
        at: Path = ("severity", place)
        yield from _each((*at, "consequences"), severity.consequences)
        yield from _chosen((*at, "decision", "choices"), severity.decision.choices if severity.decision else ())
        for step, growth in enumerate(severity.every):
            yield from _each((*at, "every", step, "consequences"), growth.consequences)
    for place, infraction in enumerate(infractions):
        at = ("infraction", place)
        for key in ("consequences", "again", "unknown", "touched"):
            yield from _each((*at, key), getattr(infraction, key) or ())
        yield from _chosen((*at, "choices"), infraction.choices)
        yield from _chosen((*at, "decision", "choices"), infraction.decision.choices if infraction.decision else ())


def _each(path: Path, consequences: tuple[Consequence, ...]) -> Iterator[tuple[Path, Consequence]]:
    yield from (((*path, place), consequence) for place, consequence in enumerate(consequences))


def _chosen(path: Path, choices: tuple[Choice, ...]) -> Iterator[tuple[Path, Consequence]]:
    for place, choice in enumerate(choices):
        yield from _each((*path, place, "consequences"), choice.consequences)
