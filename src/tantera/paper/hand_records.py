"""Hand records: what bridge clubs hang up every night. The racks, who opened, what it was worth, what the room made of
it, and where moves are known what most tables played and where they parted; only of a round whose deals everybody may
know."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from msgspec import Struct

from tantera.paper.press import Document
from tantera.paper.saying import figure, frame, seat_in_words, side_in_words
from tantera.play.hand import Hand
from tantera.tournament.duplicate import HandResults, HandScore, hand_of, hands_of, law_of, open_value, shown
from tantera.tournament.lines import Branch, CommonLine, LineMove, Lines, Value, common_line
from tantera.tournament.presentation import Presentation
from tantera.tournament.state import Round
from tantera.words import translate

FEW: Final = 10
"""So many tables or fewer: two hands stand on a page."""
NOTE: Final = (
    "With everything open: what the best play of all four brings who see every tile. Nobody at the table knew it. "
    "Deals: {secret}"
)


class HandWorth(Struct, frozen=True):
    """What takes a solver to know of a hand."""

    worth: int | None
    """To 1+3 with all tiles open."""
    line: CommonLine | None


def hands_worth(
    tournament: Presentation, of_round: Round, played: Lines, value: Value = open_value
) -> tuple[HandWorth, ...]:
    """Hand by hand."""
    return tuple(
        HandWorth(value(hand), common_line(hand, played.get(hand.number, {}), results, value))
        for results, hand in _hands(tournament, of_round)
    )


def _hands(tournament: Presentation, of_round: Round) -> list[tuple[HandResults, Hand]]:
    return [
        (results, hand_of(tournament.book, of_round.revealed, of_round.number, number))
        for number, results in enumerate(hands_of(tournament.state, of_round), 1)
    ]


def hand_records(tournament: Presentation, of_round: Round, lang: str, known: Sequence[HandWorth] = ()) -> Document:
    """What is `known` of its hands is worked out where it is not given."""
    known = known or hands_worth(tournament, of_round, {})
    told = _Teller(tournament, of_round, lang, law_of(tournament.state).score == "butler")
    sides = " · ".join(side_in_words(tournament, side, lang) for side in ("1+3", "2+4"))
    hands = [
        told.hand(results, hand, one) for (results, hand), one in zip(_hands(tournament, of_round), known, strict=True)
    ]
    title = translate(lang, "Hands of round {round}", round=of_round.number)
    second = translate(lang, "the same tiles at {count} tables", count=len(of_round.tables))
    return Document("hands", {
        **frame(tournament, lang, title, second, False),
        "hand": translate(lang, "hand no."),
        "opens": translate(lang, "opens"),
        "open": translate(lang, "With everything open"),
        "apage": 2 if len(of_round.tables) <= FEW else 1,
        "most": translate(lang, "Most played"),
        "ways": [translate(lang, words) for words in ("what was played", "tables", "with everything open", "mean")],
        "heads": [translate(lang, "table"), sides, translate(lang, "points"), "butler" if told.by_points else "%", ""],
        "note": translate(lang, NOTE, secret=of_round.revealed),
        "hands": hands,
    })  # fmt: skip


class _Teller(Struct, frozen=True):
    """A round, and in which words and figures it is told."""

    tournament: Presentation
    of_round: Round
    lang: str
    by_points: bool

    def hand(self, results: HandResults, hand: Hand, known: HandWorth) -> dict[str, Any]:
        opens = seat_in_words(self.tournament, hand.opener, self.lang)
        nets = [one.points[0] - one.points[1] for one in results.tables if one is not None and one.points is not None]
        return {
            "number": hand.number,
            "opens": translate(self.lang, "{seat} opens", seat=opens),
            "seats": [
                {
                    "name": seat_in_words(self.tournament, seat, self.lang),
                    "rack": sorted((tile.code[::-1] for tile in rack), reverse=True),
                    "opens": seat == hand.opener,
                }
                for seat, rack in enumerate(hand.dealt, 1)
            ],
            "value": known.worth,
            "worth": self._worth(known.worth),
            "line": None if known.line is None else self._line(known.line),
            "room": self._room(results, len(nets)),
            "nets": nets,
            "tables": self._tables(results),
        }

    def _line(self, line: CommonLine) -> dict[str, Any]:
        """With how many tables were still together, wherever there were fewer than before."""
        moves, together = [], 0
        for move in line.moves:
            moves.append(self._move(move) + (f" ({move.tables})" if move.tables != together else ""))
            together = move.tables
        first = line.branches[0].move if line.branches else None
        return {
            "moves": ", ".join(moves),
            "parted": translate(
                self.lang, "All {count} tables whose moves are known played the same", count=line.tables
            )
            if first is None
            else translate(
                self.lang,
                "The tables parted at move {number}, {seat}; points of {side}",
                number=line.parted,
                side=side_in_words(self.tournament, "1+3", self.lang),
                seat=seat_in_words(self.tournament, first.seat, self.lang),
            ),
            "ways": [self._way(branch) for branch in line.branches],
        }

    def _way(self, branch: Branch) -> list[str]:
        mean = None if branch.mean is None else shown(branch.mean)
        figures = (figure(one, self.lang, sign=True) for one in (branch.worth, mean))
        return [self._move(branch.move), str(branch.move.tables), *figures]

    def _move(self, move: LineMove) -> str:
        if not move.tiles:
            return translate(self.lang, "draws" if move.drawn else "pass")
        tiles = " ".join(tile.spoken for tile in move.tiles)
        if move.against is None:
            return tiles
        return translate(self.lang, "{tile} at the {number}", tile=tiles, number=move.against)

    def _worth(self, worth: int | None) -> str:
        """A side and what it makes; the solver may not have finished, and then nobody guesses."""
        if worth is None:
            return translate(self.lang, "not valued")
        side = side_in_words(self.tournament, "1+3" if worth > 0 else "2+4", self.lang)
        return f"{side} +{abs(worth)}" if worth else "0"

    def _room(self, results: HandResults, count: int) -> str:
        if results.datum is None:
            return translate(self.lang, "played by nobody")
        mean = figure(shown(results.datum), self.lang, sign=True)
        return translate(self.lang, "{count} tables · mean {mean}", count=count, mean=mean)

    def _tables(self, results: HandResults) -> list[list[str]]:
        """The best of 1+3 first, with what each side has of it."""
        played = [(number, score) for number, score in enumerate(results.tables, 1) if score is not None]
        return [self._table(number, score) for number, score in sorted(played, key=lambda one: -one[1].score)]

    def _table(self, number: int, score: HandScore) -> list[str]:
        seats = self.of_round.tables[number - 1].seats
        names = " – ".join(" / ".join(map(self._short, seats[side::2])) for side in (0, 1))
        points = "–" if score.points is None else "–".join(map(str, score.points))
        other = -score.score if self.by_points else 100 - score.score
        both = (figure(shown(one), self.lang, self.by_points) for one in (score.score, other))
        return [str(number), names, points, *both]

    def _short(self, seat: str) -> str:
        known = self.tournament.called.get(seat)
        return self.of_round.stand_ins.get(seat, seat) if known is None else known.short
