"""Match sheets for the referee's tests: written in a line, judged, and told back in lines that a hand can check."""

from __future__ import annotations

from typing import Any

from tantera.notation import judge, read, report
from tantera.play.match import Match
from tantera.rules import load_book
from tests.golden.hands import BLOCK_AC

RACKS = BLOCK_AC.racks
"""By seat, 29 48 36 55 pips: seat 1 opens."""

DEAL = "deal " + " ".join(f"{seat}:{rack}" for seat, rack in enumerate(RACKS, start=1))

BLOCK = BLOCK_AC.moves
"""The whole hand: 1+3 hold 22 + 28, 2+4 hold 33 + 43, and 126 go to 1+3."""


def paper(book: str, *hands: str, **tags: str) -> str:
    """A file of that book. Tags by name; `option="key=value …"` for options."""
    options = [f'[Option "{option}"]' for option in tags.pop("option", "").split()]
    lines = [f'[Book "{book}"]', *(f'[{name.capitalize()} "{value}"]' for name, value in tags.items()), *options]
    return "\n".join([*lines, *hands]) + "\n"


def hand(moves: str, number: int = 1, opener: int = 1, score: str = "0-0") -> str:
    """One hand with the racks above, dealt to the seats as they stand."""
    return f"#{number} o{opener} {score}\n{DEAL}\n{moves}"


def one(book: str, moves: str, **tags: str) -> str:
    """A file with one hand that seat 1 opens."""
    return paper(book, hand(moves), **tags)


def told(text: str) -> dict[str, Any]:
    return report(judge(read(text), load_book))


def match_of(text: str) -> Match:
    return judge(read(text), load_book).match


def followed(text: str, hand_number: int = -1) -> list[list[str]]:
    """What followed from each infraction of a hand, the last one if none is named: ``points 1+3 -20``."""
    return [_consequences(infraction) for infraction in told(text)["hands"][hand_number]["infractions"]]


def summary(said: dict[str, Any]) -> str:
    """What a report says of hands, infractions, cards, decisions and score, without what is empty.

    One line a hand (how it ended, who won it, points), one an infraction (article, seat, turn, what followed), then
    score, cards, points off differences, the decision awaited, who opens next, who won.
    """
    lines = []
    for played in said["hands"]:
        lines.append(f"#{played['n']} {played['how'] or 'unfinished'} {played['side'] or 'nobody'} {played['points']}")
        for seen in played["infractions"]:
            what = "; ".join(_consequences(seen)) or "nothing"
            lines.append(f"{seen['article']} seat {seen['seat']} turn {seen['turn']}: {what}")
    lines.append("score " + " ".join(map(str, said["score"].values())))
    for seat, cards in said["cards"].items():
        lines.append(f"cards {seat}: " + " ".join(f"{card} {shown}" for card, shown in cards.items() if shown))
    lines += [f"difference {seat}: {off}" for seat, off in said["difference_penalties"].items()]
    if said["awaiting"] is not None:
        awaiting = said["awaiting"]
        lines.append(f"awaiting {awaiting['who']} {awaiting['article']} {'/'.join(awaiting['choices'])}".rstrip())
    if said["next_opener"] is not None:
        lines.append(f"opens {said['next_opener']}")
    if said["ended_by"] is not None:
        lines.append(f"{said['ended_by']}: won by {said['winner'] or 'nobody'}")
    return "\n".join(lines)


def _consequences(infraction: dict[str, Any]) -> list[str]:
    return [" ".join(map(str, consequence.values())) for consequence in infraction["consequences"]]
