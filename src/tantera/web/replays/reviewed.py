"""A studied match as a page shows it: pure, from figures and the match they are about to pictures and words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from markupsafe import Markup
from msgspec import Struct

from tantera.layout import draw_rack, draw_table
from tantera.layout import places as layout_places
from tantera.play import Match, MoveOrder, View
from tantera.play.hand import Hand
from tantera.play.ledger import Happened, Ledger
from tantera.rules import Seat
from tantera.solver.estimate import Estimate
from tantera.solver.unknown import unknown_in_words
from tantera.study.figures import HandStudied, JudgedDecision, JudgedOption, JudgedTurn, MatchStudied, SideBalance
from tantera.study.moments import hands_of, moves_of
from tantera.study.telling import ENOUGH, lesson, level, move_in_words
from tantera.telling import names_of
from tantera.web.replays.charts import INTERVAL, HandBar, band, bar, hands_in_columns, hands_in_rows, reach
from tantera.web.replays.showing import HandBoard
from tantera.words import translate
from tantera.words.numbers import NOTHING, number
from tantera.words.phrases import told

CLOSEST: Final = 9.0


class Figure(Struct, frozen=True):
    """A line of the balance."""

    name: str
    picture: Markup | None
    text: str
    margin: str = ""


class SideShown(Struct, frozen=True):
    name: str
    names: str
    score: int


class PlayerShown(Struct, frozen=True):
    name: str
    is_you: bool
    picture: Markup | None
    lost: str
    decisions: str
    level: str
    mistakes: int
    open_picture: Markup | None
    open_lost: str


class OptionShown(Struct, frozen=True):
    move: str
    picture: Markup
    value: str
    margin: str
    wins: str
    chance: str
    open: str
    is_best: bool
    is_played: bool
    is_best_open: bool


class TurnShown(Struct, frozen=True):
    """A decision, with the table as it was."""

    hand: int
    move: int
    link: str
    """Its step in the replay."""
    played: str
    better: str
    cost: str
    chance: str
    """What it cost in chances to win the match, in words; empty where nobody knows."""
    open_cost: str
    board: Markup
    rack: Markup
    racks: tuple[tuple[str, Markup], ...]
    """Everybody's, for those who want to see them."""
    known: str
    why: tuple[str, ...]
    but: tuple[str, ...]
    wins: str
    options: tuple[OptionShown, ...]


class Decisions(Struct, frozen=True):
    """What one player did best and worst."""

    name: str
    is_you: bool
    costly: tuple[TurnShown, ...]
    fine: tuple[TurnShown, ...]


class Review(Struct, frozen=True):
    """Everything on the page that is about the study."""

    sides: tuple[SideShown, ...]
    heading: str
    balance: tuple[Figure, ...]
    sentence: str
    columns: Markup
    rows: Markup
    chart_of: str
    """Whose play the chart shows."""
    totals: tuple[tuple[str, tuple[str, ...]], ...]
    """Where more than two sides play: each one's result, luck, play and rest."""
    players: tuple[PlayerShown, ...]
    decisions: tuple[Decisions, ...]
    notes: tuple[str, ...]


def sides_of(match: Match, you: Seat | None, lang: str) -> tuple[SideShown, ...]:
    """The score, one's own side first."""
    sides = []
    for side, score in sorted(zip(match.sides, match.score, strict=True), key=lambda one: you not in one[0]):
        called = "" if you is None or len(side) == 1 else translate(lang, "We" if you in side else "They")
        names = [translate(lang, "you") if seat == you else match.names[seat - 1] for seat in side]
        sides.append(SideShown(called, " · ".join(names), score))
    return tuple(sides)


def reviewed(studied: MatchStudied, ledger: Ledger, you: Seat | None, lang: str, replay: str = "") -> Review:
    """The page of a match to one of those who played it, or to anybody else; `replay` is where its steps are."""
    return _Reviewed(studied, ledger, you, lang, replay).whole()


class _Reviewed:
    def __init__(self, studied: MatchStudied, ledger: Ledger, you: Seat | None, lang: str, replay: str) -> None:
        self.studied, self.match, self.you, self.lang, self.replay = studied, ledger.match, you, lang, replay
        self.hands: Mapping[int, Sequence[Happened[Match]]] = dict(hands_of(ledger))
        self.side = next((place for place, side in enumerate(studied.sides) if you in side), 0)
        """Whose balance is shown."""

    def say(self, message: str, **facts: object) -> str:
        return translate(self.lang, message, **facts)

    def whole(self) -> Review:
        bars = [self.bar(hand, hand.shares[self.side]) for hand in self.studied.hands if hand.shares is not None]
        title = self.say("Luck and play, hand by hand")
        order = sorted(range(1, len(self.studied.names) + 1), key=self.nearest)
        return Review(
            sides=sides_of(self.match, self.you, self.lang),
            heading=self.heading(),
            balance=tuple(self.balance()) if bars else (),
            sentence=self.sentence() if bars else "",
            columns=hands_in_columns(bars, title) if bars else Markup(),
            rows=hands_in_rows(bars, title) if bars else Markup(),
            chart_of=self.ours(),
            totals=tuple(self.totals()) if len(self.studied.sides) > 2 and bars else (),
            players=tuple(map(self.player, order)),
            decisions=tuple(map(self.decisions, order)),
            notes=tuple(self.notes()),
        )

    def nearest(self, seat: Seat) -> tuple[bool, bool, Seat]:
        """Oneself first, then one's own side."""
        return seat != self.you, seat not in self.studied.sides[self.side], seat

    # --- the balance

    @property
    def share(self) -> SideBalance:
        return self.studied.shares[self.side]

    def names(self) -> str:
        return names_of(self.studied.sides[self.side], self.match)

    def heading(self) -> str:
        result = round(self.share.result) if self.studied.hands else 0
        points = number(abs(result), self.lang)
        pair = len(self.studied.sides[self.side]) > 1
        if len(self.studied.sides) > 2 or not result:
            return self.say("Where the points come from")
        if self.you is None:
            message = "Why {names} are {points} ahead" if result > 0 else "Why {names} are {points} behind"
            return self.say(message, names=self.names(), points=points)
        if pair:
            return self.say(
                "Why you two win by {points}" if result > 0 else "Why you two lose by {points}", points=points
            )
        return self.say("Why you win by {points}" if result > 0 else "Why you lose by {points}", points=points)

    def ours(self) -> str:
        if self.you is None:
            return self.say("play of {names}", names=self.names())
        return self.say("your play together" if len(self.studied.sides[self.side]) > 1 else "your own play")

    def balance(self) -> Iterable[Figure]:
        share = self.share
        luck, play, result = round(share.luck.mean), round(share.play.mean), round(share.result)
        rest = result - luck - play  # as it is read the sum is right to the point
        far = reach((share.luck, share.play, share.rest))
        yield self.line(self.say("Luck"), share.luck, luck, far, "luck")
        ours = self.ours()
        yield self.line(ours[0].upper() + ours[1:], share.play, play, far, "play")
        yield Figure(self.say("The rest"), bar(Estimate(float(rest), None), far, "rest"), self.signed(rest))
        if len(self.studied.sides) == 2 and not self.match.book.options.points_hurt:
            difference = self.match.score[self.side] - self.match.score[1 - self.side]
            if outside := difference - result:
                yield Figure(self.say("Outside these hands"), None, self.signed(outside))

    def line(self, name: str, figure: Estimate, shown: int, far: float, kind: str) -> Figure:
        margin = "" if figure.error is None else f"± {number(INTERVAL * figure.error, self.lang)}"
        return Figure(name, bar(figure, far, kind), self.signed(shown), margin)

    def sentence(self) -> str:
        share = self.share
        luck = self.sign(share.luck)
        tiles = {
            1: self.say("The tiles came"), -1: self.say("The tiles did not come"),
            0: self.say("The tiles were neither good nor bad"),
        }[luck]  # fmt: skip
        if self.you is None:
            played = {
                1: self.say("{names} played better", names=self.names()),
                -1: self.say("the others played better than {names}", names=self.names()),
                0: self.say("who played better cannot be told"),
            }
        else:
            pair = len(self.studied.sides[self.side]) > 1
            played = {
                1: self.say("you two played better" if pair else "you played better"),
                -1: self.say("they played better"),
                0: self.say("who played better cannot be told"),
            }
        return f"{tiles}; {played[self.sign(share.play)]}."

    @staticmethod
    def sign(figure: Estimate) -> int:
        """0 where the interval holds nought."""
        if abs(figure.mean) <= INTERVAL * (figure.error or 0.0):
            return 0
        return 1 if figure.mean > 0 else -1

    def bar(self, hand: HandStudied, share: SideBalance) -> HandBar:
        figures = {
            "hand": hand.number,
            "luck": self.signed(round(share.luck.mean)),
            "play": self.signed(round(share.play.mean)),
            "result": self.signed(round(share.result)),
        }
        heard = self.say("Hand {hand}: {result} points, luck {luck}, play {play}.", **figures)
        return HandBar(str(hand.number), share.luck, share.play, self.signed(round(share.result)), heard)

    def totals(self) -> Iterable[tuple[str, tuple[str, ...]]]:
        for side, share in zip(self.studied.sides, self.studied.shares, strict=True):
            luck, play, result = round(share.luck.mean), round(share.play.mean), round(share.result)
            figures = (result, luck, play, result - luck - play)
            yield names_of(side, self.match), tuple(map(self.signed, figures))

    # --- the players

    def player(self, seat: Seat) -> PlayerShown:
        plays = [self.studied.play(one) for one in range(1, len(self.studied.names) + 1)]
        play = plays[seat - 1]
        far, far_open = (
            max((one.mean + INTERVAL * (one.error or 0.0) for one in errors if one is not None), default=1.0)
            for errors in ([one.error for one in plays], [one.open_error for one in plays])
        )
        return PlayerShown(
            name=self.studied.names[seat - 1],
            is_you=seat == self.you,
            picture=None if play.error is None else band(play.error, 0.0, max(far, 1.0)),
            lost=NOTHING if play.error is None else number(max(0.0, play.error.mean), self.lang, 1),
            decisions=self.say("{count} choices", count=play.decisions),
            level=level(play).told(self.lang) if play.decisions >= ENOUGH else "",
            mistakes=play.mistakes,
            open_picture=None if play.open_error is None else band(play.open_error, 0.0, max(far_open, 1.0)),
            open_lost=NOTHING if play.open_error is None else number(play.open_error.mean, self.lang, 1),
        )

    def decisions(self, seat: Seat) -> Decisions:
        return Decisions(
            self.studied.names[seat - 1],
            seat == self.you,
            tuple(self.turn(*one) for one in sorted(self.studied.costliest(seat), key=_in_points)),
            tuple(self.turn(*one) for one in self.studied.finest(seat)),
        )

    # --- a decision

    def turn(self, hand: HandStudied, turn: JudgedTurn) -> TurnShown:
        decision, seen = turn.decision, turn.view
        lessons, played = lesson(turn), decision.options[decision.place]
        known = "; ".join(phrase.told(self.lang) for phrase in lessons.known)
        fine = not decision.is_mistake
        return TurnShown(
            hand=hand.number,
            move=turn.number,
            link=f"{self.replay}?hand={hand.number}&view={decision.seat}&move={max(0, turn.number - 1)}"
            if self.replay
            else "",
            played=self.move(decision.played),
            better=self.move(decision.best.order),
            cost=self.points(decision.gain.mean if fine else -decision.told_cost.mean),
            chance=self.chance(decision, played),
            open_cost=NOTHING if decision.open_cost is None else self.signed(-decision.open_cost),
            board=self.board(seen),
            rack=Markup(draw_rack(seen.mine, lessons.tiles.told(self.lang), theme=None)),
            racks=tuple(self.open_racks(hand.number, turn)),
            known=known[:1].upper() + known[1:] + ".",
            why=tuple(self.upfirst(phrase.told(self.lang)) for phrase in lessons.why),
            but=tuple(phrase.told(self.lang) for phrase in lessons.but),
            wins=self.wins(decision, played),
            options=tuple(self.options(decision)),
        )

    def upfirst(self, text: str) -> str:
        return text[:1].upper() + text[1:]

    def chance(self, decision: JudgedDecision, played: JudgedOption) -> str:
        if decision.lost is None or played.chance is None or decision.best.chance is None:
            return ""
        shares = {"best": self.percent(decision.best.chance), "played": self.percent(played.chance)}
        if decision.best == played:
            return self.say("chance to win the match: {played}", **shares)
        return self.say("chance to win the match: {played}, with the better one {best}", **shares)

    def wins(self, decision: JudgedDecision, played: JudgedOption) -> str:
        """What everybody understands: how often the hand is won."""
        shares = {"best": round(100 * decision.best.wins), "played": round(100 * played.wins)}
        if decision.best == played or shares["best"] <= shares["played"]:
            return ""
        message = "Of 100 deals that could be, with it {best} hands are won, with the one played {played}."
        return self.say(message, **shares)

    def options(self, decision: JudgedDecision) -> Iterable[OptionShown]:
        values = [one.value for one in decision.options]
        low = min(0.0, min(one.mean - INTERVAL * (one.error or 0.0) for one in values))
        high = max(0.0, max(one.mean + INTERVAL * (one.error or 0.0) for one in values), low + 1)
        most = max((one.open for one in decision.options if one.open is not None), default=None)
        for place, one in enumerate(decision.options):
            yield OptionShown(
                move=self.move(one.order),
                picture=band(one.value, low, high),
                value=self.points(one.value.mean),
                margin="" if one.value.error is None else f"± {number(INTERVAL * one.value.error, self.lang, 1)}",
                wins=self.percent(one.wins),
                chance="" if one.chance is None else self.percent(one.chance),
                open=NOTHING if one.open is None else self.signed(one.open),
                is_best=one == decision.best,
                is_played=place == decision.place,
                is_best_open=one.open is not None and one.open == most,
            )

    def board(self, seen: View) -> Markup:
        chain = seen.chain
        places = () if chain is None else layout_places(chain, seen.book.options.set)
        players, opener = len(seen.names), seen.opener or 1
        way = 1 if seen.book.options.turns == "to_the_right" else -1
        turns = HandBoard(players, opener, (), (), (), way).turns(seen.seat)
        title = str(chain) if chain is not None else self.say("the table was empty")
        return Markup(draw_table(places, title, seat_offset=turns, closest=CLOSEST, theme=None))

    def open_racks(self, number: int, turn: JudgedTurn) -> Iterable[tuple[str, Markup]]:
        before = next(moment.before for moment in moves_of(self.hands[number]) if moment.number == turn.number)
        hand: Hand | None = before.hand
        assert hand is not None
        for seat in hand.seats:
            if seat != turn.decision.seat:
                name = self.studied.names[seat - 1]
                yield name, Markup(draw_rack(hand.rack(seat), name, theme=None))

    def move(self, order: MoveOrder) -> str:
        return told(move_in_words(order), self.lang)

    # --- figures and notes

    def notes(self) -> Iterable[str]:
        without = unknown_in_words(self.match.book)
        if without is not None:
            sentence = without.told(self.lang)
            yield f"{self.upfirst(sentence)}."
        if any(hand.shares is None for hand in self.studied.hands):
            yield self.say("Hands whose tiles are not all known have no balance.")

    def signed(self, figure: float) -> str:
        return number(figure, self.lang, sign=True).replace("-", "−") if figure else "0"

    def points(self, figure: float) -> str:
        return number(figure, self.lang, 1, sign=True).replace("-", "−") if round(figure, 1) else "0"

    def percent(self, share: float) -> str:
        return f"{number(100 * share, self.lang)} %"


def _in_points(one: tuple[HandStudied, JudgedTurn]) -> float:
    """The page tells costs in points, so what cost most points stands first."""
    return -one[1].decision.told_cost.mean
