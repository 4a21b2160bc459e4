"""A studied match for people: the balance hand by hand, how each one played, the decisions that cost most."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import date

from rich.console import Console
from rich.markup import escape

from tantera.cli.text_tables import TextTable
from tantera.play import Match
from tantera.play.events import Side
from tantera.rules import Seat
from tantera.solver.estimate import Estimate
from tantera.solver.unknown import unknown_in_words
from tantera.study.figures import HandStudied, JudgedTurn, MatchStudied, Play, SideBalance
from tantera.study.over_time import PlayerOverTime
from tantera.study.telling import lesson, level, move_in_words
from tantera.telling import names_of
from tantera.words import translate
from tantera.words.calendar import month_and_year
from tantera.words.numbers import NOTHING, number, with_error
from tantera.words.phrases import told


def told_play(play: Play, lang: str) -> tuple[str, ...]:
    """Decisions, mistakes, skill, points lost a decision, level."""
    each = NOTHING if play.error is None else with_error(*play.error, lang, 1)
    skill = with_error(*play.gain, lang, 0, sign=True) if play.decisions else NOTHING
    return number(play.decisions, lang), number(play.mistakes, lang), skill, each, level(play).told(lang)


def together(players: Iterable[PlayerOverTime], lang: str) -> TextTable:
    """Several matches added up: a row for every player, and one for each month where there are more."""

    def words(message: str) -> str:
        return translate(lang, message)

    headings = (
        *map(words, ("player", "month", "matches", "decisions")),
        *map(words, ("mistakes", "skill", "lost a decision", "playing level")),
    )
    rows = []
    for player in players:
        for one in (player.together, *player.months):
            month = words("total") if one is player.together else _month(one.month, lang)
            rows.append((one.name, month, number(one.matches, lang), *told_play(one.play, lang)))
    return TextTable(words("All matches together"), headings, tuple(rows))


def _month(month: str, lang: str) -> str:
    return month_and_year(date.fromisoformat(f"{month}-01"), lang) if month else NOTHING


class ReviewInWords:
    """A studied match in a language."""

    def __init__(self, studied: MatchStudied, match: Match, lang: str) -> None:
        self._studied, self._match, self._lang = studied, match, lang

    def show(self, console: Console, file: str) -> None:
        console.print(escape(file), style="bold", highlight=False)
        sides = self._studied.sides
        if any(hand.shares for hand in self._studied.hands):
            for place in range(1 if len(sides) == 2 else len(sides)):  # of two sides one is the other with a minus
                console.print(escape(self._in_a_sentence(place)), highlight=False)
                self._balance(place).show(console)
        self._players().show(console)
        for seat in range(1, len(self._studied.names) + 1):
            for line in (*self._costliest(seat), *self._finest(seat)):
                console.print(escape(line), highlight=False)
        if (without := unknown_in_words(self._match.book)) is not None:
            console.print(escape(without.told(self._lang)), style="dim", highlight=False)

    def _words(self, message: str, **facts: object) -> str:
        return translate(self._lang, message, **facts)

    def _names(self, side: Side) -> str:
        return names_of(side, self._match)

    def _whole(self, value: float) -> str:
        """To the point, signed."""
        return number(round(value), self._lang, sign=True) if round(value) else "0"

    def _figure(self, estimate: Estimate, places: int = 0) -> str:
        return with_error(estimate.mean, estimate.error, self._lang, places, sign=True)

    # --- the balance

    def _in_a_sentence(self, place: int) -> str:
        share = self._studied.shares[place]
        played = share.ours.mean - share.theirs.mean
        facts = {
            "names": self._names(self._studied.sides[place]),
            "result": self._whole(share.result),
            "luck": self._whole(share.luck.mean),
            "play": self._whole(played),
            "rest": self._whole(share.rest.mean),
        }
        return self._words(
            "{names}: {result} points = {luck} of luck, {play} of skill, {rest} that nobody could know", **facts
        )

    def _balance(self, place: int) -> TextTable:
        side = self._studied.sides[place]
        others = [self._names(other) for other in self._studied.sides if other != side]
        theirs = others[0] if len(others) == 1 else self._words("the others")
        headings = (
            self._words("hand"),
            self._words("result"),
            self._words("luck"),
            self._words("skill of {names}", names=self._names(side)),
            self._words("skill of {names}", names=theirs),
            self._words("rest"),
        )
        shares = [(hand.number, None if hand.shares is None else hand.shares[place]) for hand in self._studied.hands]
        rows = [(str(number), *self._shares(share)) for number, share in shares]
        rows.append((self._words("total"), *self._shares(self._studied.shares[place])))
        notes = [
            self._words("result = luck + skill of the first − skill of the others + rest; ± is one standard error")
        ]
        if any(hand.shares is None for hand in self._studied.hands):
            notes.append(self._words("hands whose tiles nobody wrote down have no balance"))
        return TextTable("", headings, tuple(rows), tuple(notes))

    def _shares(self, share: SideBalance | None) -> tuple[str, ...]:
        if share is None:
            return (NOTHING,) * 5
        estimates = (share.luck, share.ours, share.theirs, share.rest)
        return (self._whole(share.result), *map(self._figure, estimates))

    # --- the players

    def _players(self) -> TextTable:
        headings = (
            self._words("player"),
            self._words("decisions"),
            self._words("mistakes"),
            self._words("skill"),
            self._words("lost a decision"),
            self._words("playing level"),
        )
        names = enumerate(self._studied.names, start=1)
        rows = [(name, *told_play(self._studied.play(seat), self._lang)) for seat, name in names]
        notes = (
            self._words("skill: points more, or less, than players of all kinds would have made of the same decisions"),
            self._words(
                "a mistake is beyond two standard errors, in two lots of deals; a turn without a choice is no decision"
            ),
        )
        return TextTable("", headings, tuple(rows), notes)

    def _costliest(self, seat: Seat) -> Iterator[str]:
        costly = self._studied.costliest(seat)
        if costly:
            yield ""
            yield self._words("{name}: what cost most", name=self._studied.names[seat - 1])
        for hand, turn in costly:
            yield from self._lesson(hand, turn)

    def _finest(self, seat: Seat) -> Iterator[str]:
        fine = self._studied.finest(seat)
        if fine:
            yield ""
            well = self._words("What went well")
            yield f"{self._studied.names[seat - 1]}: {well[:1].lower()}{well[1:]}"
        for hand, turn in fine:
            yield from self._lesson(hand, turn)

    def _lesson(self, hand: HandStudied, turn: JudgedTurn) -> Iterator[str]:
        decision, lessons = turn.decision, lesson(turn)
        better = told(move_in_words(decision.best.order), self._lang)
        facts = {"hand": hand.number, "move": turn.number, "played": told(move_in_words(decision.played), self._lang)}
        if decision.is_mistake:
            facts |= {"better": better, "cost": with_error(*decision.told_cost, self._lang, 0)}
            yield "  " + self._words("hand {hand}, move {move}: {played}; better {better}, {cost} points more", **facts)
        else:
            facts["gain"] = with_error(*decision.gain, self._lang, 0)
            message = "hand {hand}, move {move}: {played}; {gain} points more than players of all kinds"
            yield "  " + self._words(message, **facts)
        known = "; ".join(phrase.told(self._lang) for phrase in (lessons.tiles, *lessons.known))
        yield "    " + self._words("what was known: {known}", known=known)
        why = "; ".join(phrase.told(self._lang) for phrase in lessons.why)
        yield "    " + self._words("for {better}: {why}", better=better, why=why)
