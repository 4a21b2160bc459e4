"""What somebody may do now, in every phase of a match. Terminals, pages, bots and tests ask here and nowhere else.

Every order listed is accepted by the table's door at that moment. Orders that take something only their giver knows (a
seed, an article and who broke it, when the hall's clock ends) cannot be listed: `PERMISSIONS` says who may give those.
"""

from __future__ import annotations

from collections.abc import Iterator

from tantera.play import orders as o
from tantera.play.actors import DIRECTOR, JUDGES, REFEREE, TABLE, Eyes, Role
from tantera.play.events import DecisionAwaited
from tantera.play.match import AWAITING, CHOOSING, COUNTING, DEALING, ENDED, PLAYING, SEATING, Match
from tantera.play.moves import legal_moves
from tantera.rules import Seat
from tantera.words import Misuse, Phrase


def options(match: Match, eyes: Eyes) -> tuple[o.Order, ...]:
    """What these eyes may order now.

    Options betray a rack: nobody has any in a hand whose tiles they have not lifted (TG-8.5).
    """
    check_eyes(match, eyes)
    if isinstance(eyes, Role):
        return tuple(_of_an_office(match, eyes))
    if match.phase is PLAYING and match.clock.paused is None:
        return _in_play(match).get(eyes, ())
    return tuple(_of_a_seat(match, eyes))


def options_of_players(match: Match) -> dict[Seat, tuple[o.Order, ...]]:
    """What each player may order now, by seat; who is not among them may order nothing."""
    if match.phase is PLAYING and match.clock.paused is None:
        return _in_play(match)
    of_each = {seat: tuple(_of_a_seat(match, seat)) for seat in range(1, len(match.names) + 1)}
    return {seat: orders for seat, orders in of_each.items() if orders}


def _in_play(match: Match) -> dict[Seat, tuple[o.Order, ...]]:
    """While a hand is played whoever is in turn moves; before it is opened others may ask for another deal."""
    hand = match.hand
    assert hand is not None
    orders: dict[Seat, tuple[o.Order, ...]] = {hand.turn: legal_moves(hand)} if hand.turn in hand.lifted else {}
    if match.book.customs.may_redeal_from is not None and not hand.moves:
        for seat in hand.lifted:
            if may_redeal(match, seat):
                orders[seat] = (*orders.get(seat, ()), o.AskRedeal(seat))
    return orders


def check_eyes(match: Match, eyes: Eyes) -> None:
    """A `Misuse` where this is no match, or neither a seat nor an office."""
    if not isinstance(match, Match):
        raise Misuse(Phrase("{found} is no match, expected what start_match or step gives", found=repr(match)))
    if not isinstance(eyes, Role | int):
        raise Misuse(Phrase("{found} are no eyes, expected a seat or an office", found=repr(eyes)))


def _of_a_seat(match: Match, seat: Seat) -> Iterator[o.Order]:
    if not 1 <= seat <= len(match.names):
        return
    if match.phase is AWAITING and match.awaiting is not None:
        yield from _decisions(match.awaiting, seat)
        return
    if match.phase is ENDED:
        if seat in match.signers and seat not in match.signatures:
            yield o.SignSheet(seat)
        return
    if match.clock.paused is not None:
        return
    if match.phase in (SEATING, DEALING):
        yield from _naming(match, seat)
    if match.phase is SEATING:
        if match.book.options.first_opener == "agreed":
            yield from map(o.AgreeOpener, match.seats)
        elif match.draw_winner == seat:
            yield from map(o.ChooseSeat, range(1, len(match.names) + 1))
    elif match.phase is DEALING:
        if match.book.customs.opener_may_shuffle_again and match.opener == seat and match.shuffle_wish is None:
            yield o.ShuffleAgain(seat, again=False)
            yield o.ShuffleAgain(seat, again=True)
        if seat in match.opener_choosers:
            yield from map(o.AgreeOpener, match.opener_choosers)
    elif match.phase is CHOOSING:
        if seat in match.opener_choosers:
            yield from map(o.AgreeOpener, match.opener_choosers)
        if may_redeal(match, seat):
            yield o.AskRedeal(seat)
    elif match.phase is COUNTING and seat in match.seats and seat not in match.agreed:
        yield o.AgreeCount(seat)


def may_redeal(match: Match, seat: Seat) -> bool:
    """Whether this seat may throw the tiles in: the book lets whoever holds so many doubles, before the opening."""
    least, hand = match.book.customs.may_redeal_from, match.hand
    if least is None or hand is None or match.phase not in (CHOOSING, PLAYING) or hand.moves or seat not in hand.lifted:
        return False
    return hand.doubles(seat) >= least


def first_naming(match: Match) -> tuple[tuple[o.NameScorer | o.NameCounter, Seat], ...]:
    """What has to be named before the first deal, and by whom, where it is all the same who: the first of each pair."""
    return tuple(
        [((o.NameScorer if side == match.home else o.NameCounter)(side[0]), side[0]) for side in match.unnamed]
    )


def _naming(match: Match, seat: Seat) -> Iterator[o.Order]:
    """Who keeps the sheet and who counts, named once, before the first hand (TG-6.2)."""
    for side in match.unnamed:
        if seat in side:
            yield from map(o.NameScorer if side == match.home else o.NameCounter, side)


def _decisions(awaited: DecisionAwaited, eyes: Eyes) -> Iterator[o.Order]:
    if awaited.infraction is not None and decides(awaited, eyes):
        yield from map(o.TakeDecision, awaited.choices)


def decides(awaited: DecisionAwaited, eyes: Eyes) -> bool:
    """Whether this is whom the match awaits."""
    if isinstance(eyes, Role):
        return awaited.who == eyes.value
    return isinstance(awaited.who, tuple) and eyes in awaited.who


def _of_an_office(match: Match, role: Role) -> Iterator[o.Order]:
    awaited = match.awaiting
    if awaited is not None:
        yield from _decisions(awaited, role)
        if awaited.infraction is None and role is JUDGES:
            yield from (o.GiveRuling(side, role.value) for side in (*match.sides, None))
        if not awaited.choices and role is DIRECTOR:  # what is not written, the director rules (CI-18)
            yield o.RecordInfraction(awaited.article)
    if match.phase is ENDED or role not in (REFEREE, DIRECTOR, TABLE):
        return
    if match.clock.paused is not None:
        yield o.ResumeClock()
    elif role is not TABLE:
        yield o.PauseClock("referee" if role is REFEREE else "director")
    else:
        yield o.PauseClock("restart")
    if role is DIRECTOR and match.time_called is None:
        yield o.CallTime()
