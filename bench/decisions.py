"""What it is worth to decide well: bots that weigh *continue* and *annul* against the same bots that always go on.

    python3 run.py bench decisions [BOT] [MATCHES]

Matches of Tarragona to the book's limit. About once a hand the referee records a minor offence of somebody (TG-14.8),
and the player on the offender's right decides (TG-18.2). Each match is played twice with the sides swapped, same deals
and the same chance; what the referee may confirm (TG-15.5) is left.
"""

from __future__ import annotations

from random import Random
from statistics import fmean, stdev
from typing import Final

from rich.progress import track

from bench._program import Measured, program
from tantera.bots import Bot, make, warm_up
from tantera.play import (
    REFEREE,
    TABLE,
    DealHand,
    Order,
    Phase,
    RecordInfraction,
    Side,
    TakeDecision,
    View,
    hand_seed,
    new_match,
    options,
    start_match,
    view,
)
from tantera.referee import step
from tantera.rules import Book, load_book

OFFENCE: Final = "TG-14.8"
A_TURN: Final = 0.05
"""How often somebody offends."""


def goes_on(bot: Bot) -> Bot:
    """The same bot, but whatever it is asked it takes the first choice: *continue*."""

    def answer(seen: View) -> Order:
        first = seen.options[0]
        return first if isinstance(first, TakeDecision) else bot(seen)

    return answer


def winner(book: Book, name: str, seed: int, deciders: Side) -> Side | None:
    """Who wins a match in which these seats decide and the others always go on."""
    chance, bots = Random(seed), {seat: make(name, seed) for seat in (1, 2, 3, 4)}
    bots = {seat: bot if seat in deciders else goes_on(bot) for seat, bot in bots.items()}
    match = start_match(book, new_match(book, opener=seed % 4 + 1))
    while match.phase is not Phase.ENDED:
        seat = next((seat for seat in match.seats if options(match, seat)), None)
        if match.phase is Phase.PLAYING and chance.random() < A_TURN:
            match = step(match, RecordInfraction(OFFENCE, chance.choice(match.seats)), REFEREE, 0).after
        elif seat is not None:
            match = step(match, bots[seat](view(match, seat)), seat, 0).after
        elif match.awaiting is not None:
            match = step(match, TakeDecision("no"), REFEREE, 0).after
        else:
            match = step(match, DealHand(hand_seed(seed, match.hand_number)), TABLE, 0).after
    return match.winner


def main(name: str = "counter", matches: int = 500) -> Measured:
    book = load_book("tarragona")
    warm_up(name, book)
    shares = []
    for seed in track(range(matches), f"{name} decides", transient=True):
        won = [winner(book, name, seed, deciders) == deciders for deciders in ((1, 3), (2, 4))]
        shares.append(fmean(won))
    error = stdev(shares) / len(shares) ** 0.5
    print(f"{name} that decides v {name} that always goes on, {matches} matches twice:")
    print(f"wins {fmean(shares):.1%} ± {error:.1%}")
    sure = fmean(shares) - 2 * error > 0.5
    return Measured({f"{name}: matches won": fmean(shares)}, [] if sure else [f"{name} that decides wins more"])


if __name__ == "__main__":
    program(main, str, int, quick=("greedy", 2))
