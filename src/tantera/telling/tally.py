"""The score sheet (*tantera*) in words and figures: every line of it, and the totals."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import zip_longest
from typing import Any, Final, NamedTuple

from tantera.play import Ledger, Match
from tantera.play import events as e
from tantera.play.consequences import FOLLOWED
from tantera.play.match import AWAITING, COUNTING
from tantera.telling.hands import article_behind, how_it_ended
from tantera.telling.infractions import article_of, card_name, consequence_on_sheet, infraction, letters_on
from tantera.telling.names import name_of, names_of
from tantera.telling.narrator import Narrator, bonus_article


class Row(NamedTuple):
    """A line of the sheet."""

    number: int | None
    """Of the hand; None where the line is about something else."""
    what: str
    points: tuple[int, ...] = ()
    """What it adds to each side's score; nothing where the line is about no points."""
    article: str = ""
    """The article behind it, where there is one. `what` does not repeat it, nor the card."""
    card: str = ""
    """A card that was shown, by its name."""
    letters: str = ""
    """What stands on the card, so that nobody has to know its colour: *Az*."""
    colour: str = ""
    """The card by its id in the book: ``blue``."""
    under: bool = False
    """Whether it belongs to the line of a hand above it. What happened in a hand that is not over stands by itself."""


class Tally(NamedTuple):
    """A sheet as anybody may show it."""

    sides: tuple[str, ...]
    """Who plays, side by side."""
    rows: tuple[Row, ...]
    totals: tuple[int, ...]


def tally(ledger: Ledger, lang: str) -> Tally:
    """The sheet of a match that has come this far."""
    return RunningTally(lang, ledger).shown(ledger.match)


def rows(ledger: Ledger, lang: str) -> list[Row]:
    """The sheet line by line: each hand, and below it its infractions with what followed, bonuses, re-entries."""
    return RunningTally(lang, ledger).rows


class RunningTally:
    """The sheet of a match in one language, written on event by event.

    What happens in a hand is on the sheet before the hand's own line, which is then put above it: so every change says
    which row is the first that is another now, and whoever shows the sheet needs the rows from there on.
    """

    def __init__(self, lang: str, ledger: Ledger | None = None) -> None:
        self.lang, self.narrator = lang, Narrator(lang)
        self.rows: list[Row] = []
        self._open = 0
        """Where the rows of the hand begin whose line is not written yet."""
        self._places: list[_Place] = []
        """Where each infraction stands."""
        if ledger is not None:
            self.afresh(ledger)

    def shown(self, match: Match) -> Tally:
        """The sheet; points in play come on it with the line of their hand."""
        totals = tuple([score - made for score, made in zip(match.score, match.made, strict=True)])
        return Tally(tuple([names_of(side, match) for side in match.sides]), tuple(self.rows), totals)

    def then(self, event: e.Event, before: Match, after: Match) -> int | None:
        """Write down what an event brings, and say which row is the first that changed; None where none did.

        After a correction the sheet is another one: `afresh`. An event that nobody has heard of is a `TypeError`.
        """
        kind = type(event)
        if kind in NOT_ON_THE_SHEET:
            return None
        if kind not in _WRITERS:
            raise TypeError(f"{kind.__name__} is an event that no sheet is written on from")
        return _WRITERS[kind](self, event, before, after)

    def afresh(self, ledger: Ledger) -> int | None:
        """The sheet of this ledger instead, after a correction; and which row is the first that is another now."""
        written = self.rows
        self.rows, self._open, self._places = [], 0, []
        for event, before, after in ledger.happenings():
            self.then(event, before, after)
        return first_change(written, self.rows)

    # --- what is written

    def _hand_scored(self, event: e.HandScored, before: Match, after: Match) -> int:
        """The line of a hand goes above what happened in it, which need not cite the same article twice."""
        place, article = self._open, article_behind(event, before)
        below = [row._replace(under=True) for row in self.rows[place:]]
        if any(row.article == article for row in below):
            article = ""
        line = Row(len(after.lines), how_it_ended(event, before, self.lang), event.written, article)
        self._make_room(place)
        self.rows[place:] = [line, *below]
        self._open = len(self.rows)
        return place

    def _infraction_recorded(self, event: e.InfractionRecorded, before: Match, after: Match) -> int:
        place = self._add(
            Row(None, infraction(event, after, self.lang), article=article_of(event)), _is_counted(before)
        )
        self._places.append(_Place(place, place))
        return place

    def _consequence_followed(self, event: e.ConsequenceFollowed, before: Match, after: Match) -> int | None:
        """On the line of its infraction, also where a decision took its time."""
        if isinstance(event, e.CardShown):
            return self._card_shown(event, after)
        place = self._places[event.infraction].first
        row = self.rows[place]
        what = " · ".join(filter(None, (row.what, consequence_on_sheet(event, after, self.lang))))
        so_far = row.points or (0,) * len(after.score)
        points = tuple([had + now for had, now in zip(so_far, _more(before, after), strict=True)])
        changed = row._replace(what=what, points=points if any(points) else row.points)
        if changed == row:
            return None
        self.rows[place] = changed
        return place

    def _card_shown(self, event: e.CardShown, match: Match) -> int:
        """On the line of its infraction; a card that the first one brings has a line of its own (TG-18.4)."""
        name, letters = card_name(event.card, match.book, self.lang), letters_on(event.card, match.book, self.lang)
        place, last = self._places[event.infraction]
        row = self.rows[place]
        if not row.card:
            self.rows[place] = row._replace(card=name, letters=letters, colour=event.card)
            return place
        self._make_room(last + 1)
        another = Row(None, name_of(event.seat, match), (), "", name, letters, event.card, row.under)
        self.rows.insert(last + 1, another)
        self._places[event.infraction] = _Place(place, last + 1)
        return last + 1

    def _bonus_given(self, event: e.BonusGiven, before: Match, after: Match) -> int:
        """It is given before the hand's own line is written."""
        article = bonus_article(event, before)
        return self._add(Row(None, self.narrator.bonus(event.kind), _more(before, after), article), counted=False)

    def _limit_passed(self, event: e.Event, before: Match, after: Match) -> int:
        """What has a line of its own below the hand it came with: re-entries, points taken away, a reserve."""
        sentence = self.narrator.sentence(event, before, after)
        assert sentence is not None
        return self._add(Row(None, sentence.text, _more(before, after), sentence.article), counted=True)

    def _add(self, row: Row, counted: bool) -> int:
        """At the end: of a hand that is on the sheet and counted, or of the next one."""
        self.rows.append(row._replace(under=counted))
        if counted:
            self._open = len(self.rows)
        return len(self.rows) - 1

    def _make_room(self, place: int) -> None:
        """Everything from here on will stand a row further down."""
        self._places = [_Place(*(row + (row >= place) for row in one)) for one in self._places]
        self._open += self._open >= place


class _Place(NamedTuple):
    """The rows of an infraction: its own, and the last one of cards that it brought besides."""

    first: int
    last: int


def first_change(was: Sequence[Row], now: Sequence[Row]) -> int | None:
    """The first row that is another one, or is there no more; None where all are the same."""
    pairs = enumerate(zip_longest(was, now))
    return next((place for place, (one, other) in pairs if one != other), None)


def _more(before: Match, after: Match) -> tuple[int, ...]:
    return tuple([now - had for had, now in zip(before.score, after.score, strict=True)])


def _is_counted(match: Match) -> bool:
    """Whether what happens now belongs to the hand just played, whose tiles lie open (SJ-irreg-3).

    Only where the program deals: on the sheet of a real table what stands before a line belongs to that line.
    """
    phase = match.resumes if match.phase is AWAITING else match.phase
    hand = match.hand
    dealt_here = hand is not None and hand.deal is not None and bool(hand.deal.seed)
    return phase is COUNTING and dealt_here and not match.hand_in_play


_WRITERS: Final[dict[type[e.Event], Callable[[RunningTally, Any, Match, Match], int | None]]] = {
    e.HandScored: RunningTally._hand_scored,
    e.InfractionRecorded: RunningTally._infraction_recorded,
    **dict.fromkeys(FOLLOWED, RunningTally._consequence_followed),
    e.BonusGiven: RunningTally._bonus_given,
    e.ScoreReset: RunningTally._limit_passed,
    e.PlayerReplaced: RunningTally._limit_passed,
    e.PlayerReEntered: RunningTally._limit_passed,
    e.PlayerEliminated: RunningTally._limit_passed,
}
"""What writes each event down."""

NOT_ON_THE_SHEET: Final[frozenset[type[e.Event]]] = frozenset({
    e.MatchStarted, e.SeedCommitted, e.OpeningDrawn, e.SeatsTaken, e.OpenerAgreed, e.ScorerNamed, e.CounterNamed,
    e.ShuffleWished, e.TilesShuffled, e.DealRepeated, e.DealRefused, e.HandDealt, e.RacksLifted, e.TilePlaced,
    e.DoublesPlaced, e.TurnPassed, e.TileDrawn, e.TileExposed, e.MoveSeen, e.WentOut, e.HandBlocked, e.LimitReached,
    e.TimeWarned, e.TimeCalled, e.ClockPaused, e.ClockResumed, e.EndSet, e.CountAgreed, e.DecisionAwaited,
    e.DecisionTaken, e.MatchEnded, e.SheetSigned, e.ScoreTaken,
})  # fmt: skip
"""Events of which no sheet says anything. A correction is in neither list: it is another sheet."""
