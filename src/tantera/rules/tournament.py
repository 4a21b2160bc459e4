"""What a book says about its tournament: the format, how entries are ranked, what a bye, a default and lateness cost.

Every key is a default: an event may set it otherwise (`options` of the order ``create``).
"""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import Annotated, Literal

from msgspec import Meta

from tantera.formats import FormatName
from tantera.rules.basics import ArticleId, BookRecord, Points, ShortText, SmallCount, refuse
from tantera.words import Phrase

RankedBy = Literal[
    "points_won", "wins", "difference", "efectividad", "points_for", "head_to_head", "points_among_tied", "re_entries",
    "duplicate", "lot",
]  # fmt: skip
"""The functions that put entries in order; a book names them, the first one first. After the last one the lot decides.
*Efectividad* is what many clubs call the difference."""
Pairing = Literal["neighbours", "folded"]
Percentage = Annotated[int, Meta(ge=1, le=100)]
SlipPoints = Annotated[int, Meta(ge=0, le=100_000)]


class Limit(BookRecord, frozen=True):
    """When a match is over: points, hands, minutes, or whichever of several comes first (SJ-estructura, TG-6.1)."""

    points: Points | None = None
    hands: SmallCount | None = None
    minutes: SmallCount | None = None

    def __post_init__(self) -> None:
        if self.points is None and self.hands is None and self.minutes is None:
            refuse("limit", Phrase("nothing"), Phrase("points, hands or minutes"))

    def __str__(self) -> str:
        parts = ((self.points, "p"), (self.hands, "h"), (self.minutes, "m"))
        return " ".join(f"{number}{unit}" for number, unit in parts if number is not None)


class Lateness(BookRecord, frozen=True):
    """Points off a late player's difference, and the default (CI-8); or the default alone."""

    default_minutes: SmallCount
    points: Points | None = None
    """Left out, with the minutes: nothing until the default."""
    every_minutes: SmallCount | None = None
    article: ArticleId | None = None
    """Where the book says so."""

    def __post_init__(self) -> None:
        if (self.points is None) != (self.every_minutes is None):
            missing, there = ("points", "every_minutes") if self.points is None else ("every_minutes", "points")
            refuse(missing, Phrase("nothing"), Phrase("both {one} and {other}, or neither", one=missing, other=there))


class Registration(BookRecord, frozen=True):
    """From when to when people enter (SJ-registro), in ISO time."""

    opens: ShortText | None = None
    closes: ShortText | None = None

    def __post_init__(self) -> None:
        for name, time in (("opens", self.opens), ("closes", self.closes)):
            if time is not None and not _is_a_time(time):
                refuse(name, repr(time), Phrase("a time like 2026-05-31T10:30"))
        if self.opens is not None and self.closes is not None and moment(self.opens) >= moment(self.closes):
            refuse("closes", repr(self.closes), Phrase("a time after {opens}", opens=self.opens))


class Duplicate(BookRecord, frozen=True):
    """The same deals at every table of a round."""

    hands: Annotated[int, Meta(ge=1, le=40)]
    """Of a round; that is the limit of a match."""
    score: Literal["butler", "matchpoints"]
    """By how much a result is better than the mean of the field, or than how many others it is better."""


class Award(BookRecord, frozen=True):
    """A prize beside the percentages: money, a part of the fees, or a thing in words; for a place among everybody, in
    a category or among the clubs."""

    place: Annotated[int, Meta(ge=1, le=1000)]
    category: Annotated[str, Meta(max_length=60)] = ""
    """Left out: among everybody."""
    clubs: bool = False
    """In the standings of clubs."""
    amount: Annotated[int, Meta(ge=0, le=1_000_000)] = 0
    percent: Annotated[int, Meta(ge=0, le=100)] = 0
    """Of the entry fees."""
    trophy: Annotated[str, Meta(max_length=200)] = ""


class EveryDays(BookRecord, frozen=True, rename={"since": "from"}):
    """A league's nights, so many days apart."""

    since: ShortText
    every_days: Annotated[int, Meta(ge=1, le=366)]

    def __post_init__(self) -> None:
        if not _is_a_day(self.since):
            refuse("from", repr(self.since), Phrase("a day like 2026-05-31"))


class Tournament(BookRecord, frozen=True):
    """How a tournament of this book is run, where the event does not say otherwise."""

    format: FormatName | None = None
    """Left out: pairs in a Swiss system, or everybody alone, as ``play`` and ``championship`` say."""
    rounds: Annotated[int, Meta(ge=1, le=100)] | None = None
    """Left out: as many as the director draws, or as the format has."""
    ranked_by: Annotated[tuple[RankedBy, ...], Meta(max_length=9)] = ()
    """Left out: points won, difference, points for; alone: points won, points for, or where points are bad re-entries,
    points for."""
    pairing: Pairing = "neighbours"
    """Swiss: 1 v 2, 3 v 4, … or the upper half against the lower."""
    avoid_opponents: Annotated[int, Meta(ge=0, le=100)] = 0
    """Individual: for so many rounds nobody meets an opponent again, where the same four allow it."""
    bye: tuple[SlipPoints, SlipPoints] | None = None
    """What a bye is written as: own and other points. Left out: a win with nothing."""
    default_score: tuple[SlipPoints, SlipPoints, SlipPoints, SlipPoints] | None = None
    """What a default is written as: own and other points of those who are there, then of those who are absent (CI-8).
    Left out: the limit and 0."""
    late: Lateness | None = None
    grace_minutes: Annotated[int, Meta(ge=0, le=600)] = 0
    """Lateness up to so many minutes costs nothing."""
    stand_ins: bool = False
    """Stand-ins complete the last table, instead of byes."""
    out_after_losses: Annotated[int, Meta(ge=0, le=100)] = 0
    """Individual and Swiss: who has lost so many matches is drawn no more; 0: everybody plays on."""
    legs: Annotated[int, Meta(ge=1, le=2)] = 1
    """Round robin: everybody meets once or twice."""
    dates: Annotated[tuple[ShortText, ...], Meta(max_length=100)] | EveryDays = ()
    """Round robin: a league calendar. Each round has its day, and is published whether others are closed or not."""
    accelerated: Annotated[int, Meta(ge=0, le=100)] = 0
    """Swiss: for so many rounds the upper half of the seeds is drawn as if it had won once more."""
    balanced: Annotated[int, Meta(ge=0, le=100)] = 0
    """Individual: for so many rounds the strong partner the weak, by the seeds."""
    groups: Annotated[int, Meta(ge=1, le=1000)] = 2
    advance: Annotated[int, Meta(ge=1, le=1000)] = 2
    """How many of each group go on to the knock-out."""
    limit_final: Limit | None = None
    """Another limit for the final."""
    warn_minutes: Annotated[tuple[SmallCount, ...], Meta(max_length=10)] = (5,)
    """So many minutes before time the hall is told; the largest is when its clock fills the wall."""
    prizes: Annotated[tuple[Percentage, ...], Meta(max_length=100)] = ()
    """Percentages of the entry fees, for the first places."""
    awards: Annotated[tuple[Award, ...], Meta(max_length=200)] = ()
    """Other prizes, in the order in which they are given."""
    one_prize: bool = False
    """Nobody gets two: in a category the next one without a prize comes up."""
    teams: Annotated[int, Meta(ge=0, le=1000)] = 0
    """A second table of standings: the sums of each club's so many best; 0: none."""
    team_pairs: Annotated[int, Meta(ge=1, le=50)] = 3
    """Team matches: so many pairs of a club play in a meeting."""
    teams_meet: Literal["round_robin", "swiss"] = "round_robin"
    level_meeting: Literal["points", "half"] = "points"
    """A meeting with as many boards on both sides: more points win it, then half each; or half each at once."""
    registration: Registration | None = None
    fee: Annotated[int, Meta(ge=0, le=1_000_000)] = 0
    members_only: bool = False
    """Everybody is a member of one of the clubs or a guest of a member (SJ-jugadores)."""
    clubs: Annotated[tuple[ShortText, ...], Meta(max_length=500)] = ()
    """The clubs whose members may enter; none named: any."""
    duplicate: Duplicate | None = None

    def __post_init__(self) -> None:
        if len(set(self.ranked_by)) != len(self.ranked_by):
            refuse("ranked_by", ", ".join(self.ranked_by), Phrase("each of them once"))
        for day in () if isinstance(self.dates, EveryDays) else self.dates:
            if not _is_a_day(day):
                refuse("dates", repr(day), Phrase("a day like 2026-05-31"))
        together = sum(self.prizes) + sum(award.percent for award in self.awards)
        if together > 100:
            refuse("prizes", together, Phrase("100 per cent or less together"))
        for award in self.awards:
            if award.clubs and award.category:
                refuse("awards", award.category, Phrase("a category or the clubs, not both"))
            if not (award.amount or award.percent or award.trophy.strip()):
                refuse("awards", award.place, Phrase("an amount, a percentage or a trophy"))
        if self.late is not None and self.late.default_minutes <= self.grace_minutes:
            refuse("grace_minutes", self.grace_minutes, Phrase("less than the minutes of a default"))


def moment(text: str) -> datetime:
    """A time without a zone is taken as UTC: only then can two of them be compared."""
    time = datetime.fromisoformat(text)
    return time if time.tzinfo is not None else time.replace(tzinfo=UTC)


def _is_a_day(text: str) -> bool:
    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return True


def _is_a_time(text: str) -> bool:
    try:
        datetime.fromisoformat(text)
    except ValueError:
        return False
    return True
