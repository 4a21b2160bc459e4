"""How events change a match: the first one begins it under its law, each of the others has its one function here."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from operator import sub
from typing import Any, Final

from msgspec.structs import replace

from tantera.play import events as e
from tantera.play.consequences import FOLLOWED, follow, with_hand, with_points
from tantera.play.hand import begin_hand, evolve_hand, opened_by
from tantera.play.match import AWAITING, CHOOSING, COUNTING, DEALING, ENDED, PLAYING, SEATING, Clock, Match, Person
from tantera.rules import Book, Seat, check_law
from tantera.rules.functions import AT_TIMES, right_of


def start_match(book: Book, event: e.MatchStarted) -> Match:
    """The match that begins with its first event, under the book that the event names and no other."""
    check_law(book, event.law)
    players = book.options.players
    if book.options.play == "pairs":
        sides: tuple[e.Side, ...] = ((1, 3), (2, 4))
    else:
        sides = tuple((seat,) for seat in range(1, players + 1))
    settled = event.opener is not None or book.options.first_opener == "double"
    minutes = book.options.limit.minutes
    return Match(
        book=book,
        names=event.names,
        sides=sides,
        phase=DEALING if settled else SEATING,
        score=(0,) * len(sides),
        law=event.law,
        started=event.at,
        at=event.at,
        clock=Clock(None if minutes is None else event.at + minutes * 60_000),
        players=event.players,
        people=tuple(map(Person, event.names, event.players or ("",) * players)),
        sitting=tuple(range(players)),
        brought=event.brought,
        bringers=tuple([record.seat - 1 for record in event.brought]),
        home=sides[0],
        opener=event.opener,
        first_opener=event.opener,
        re_entries=(0,) * players,
    )


def evolve(match: Match, event: e.Event) -> Match:
    """The match after an event. Every event but the first is known here; a correction is the ledger's to apply."""
    change = _EVOLVE.get(type(event))
    if change is None:
        raise TypeError(f"evolve does not know {type(event).__name__}")
    after = change(match, event)
    return replace(after, at=event.at) if event.at > after.at else after


def folded(match: Match, events: Iterable[e.Event]) -> Match:
    """The match after these events."""
    for event in events:
        match = evolve(match, event)
    return match


def _in_hand(match: Match, event: e.Event) -> Match:
    """Events of the hand being played; before any deal they change nothing."""
    if match.hand is None:
        return match
    hand, at = evolve_hand(match.hand, event), match.at if match.at > event.at else event.at
    if hand.made is not match.hand.made:
        return replace(with_hand(match, hand), at=at)
    return replace(match, hand=hand, at=at)


def _opening_drawn(match: Match, event: e.OpeningDrawn) -> Match:
    drawn = replace(match, drawn=event.tiles, draw_winner=event.winner, commitment=None)
    return drawn if match.book.customs.seating == "by_draw" else _opens(drawn, event.winner)


def _seats_taken(match: Match, event: e.SeatsTaken) -> Match:
    moved = replace(
        match,
        names=tuple(match.names[before - 1] for before in event.seats),
        players=tuple(match.players[before - 1] for before in event.seats) if match.players else (),
        sitting=tuple(match.sitting[before - 1] for before in event.seats),
        brought=tuple(replace(record, seat=event.seats.index(record.seat) + 1) for record in match.brought),
        drawn=tuple(match.drawn[before - 1] for before in event.seats),
        home=match.side_of(event.seats.index(match.home[0]) + 1),
        scorer=None if match.scorer is None else event.seats.index(match.scorer) + 1,
        counter=None if match.counter is None else event.seats.index(match.counter) + 1,
        draw_winner=event.opener,
    )
    return _opens(moved, event.opener)


def _opener_agreed(match: Match, event: e.OpenerAgreed) -> Match:
    """Before the first hand the table agrees; before a later one, or once it is dealt, the winners say who of them
    opens."""
    if match.phase is CHOOSING and match.hand is not None:
        hand = opened_by(match.hand, event.seat, event.at)
        return replace(match, opener=event.seat, hand=hand, phase=PLAYING)
    if match.phase is DEALING:
        return replace(match, opener=event.seat, opener_chosen=True)
    return _opens(match, event.seat)


def _opens(match: Match, seat: Seat) -> Match:
    return replace(match, opener=seat, first_opener=seat, phase=DEALING)


def _hand_dealt(match: Match, event: e.HandDealt) -> Match:
    return replace(
        match,
        hand=begin_hand(match.book, event),
        opener=event.opener,
        first_opener=match.first_opener or event.opener,
        phase=CHOOSING if event.choosing is True else PLAYING,
        agreed=(),
        shuffle_wish=None,
        opener_chosen=False,
        opener_found=match.opener is None,
        ruled_on=False,
    )


def _deal_refused(match: Match, event: e.DealRefused) -> Match:
    """The tiles are thrown in and dealt once more; an opener whom the deal had found is looked for again."""
    if match.hand is None or not match.hand_in_play:
        return match
    first = None if match.opener_found and not match.lines else match.first_opener
    opener = None if match.opener_found else match.opener
    if match.choosing and match.book.options.choose_opener == "after_lifting":
        opener = match.lines[-1].next_opener  # whom the winners chose by other tiles
    return replace(
        match, hand=None, opener=opener, first_opener=first, phase=DEALING, redeals=match.redeals + 1, commitment=None
    )


def _hand_scored(match: Match, event: e.HandScored) -> Match:
    """The line has all that the hand brought: what was made in play is on the score already."""
    return replace(
        match,
        lines=(*match.lines, event),
        score=tuple(
            [had - made + more for had, made, more in zip(match.score, match.made, event.written, strict=True)]
        ),
        opener=event.next_opener,
        first_opener=match.first_opener or event.next_opener,
        phase=COUNTING,
        hands_left=_hands_left(match, event),
        counted_at=event.at,
        agreed=(),
        sanction=None,
        commitment=None,
        redeals=0,
    )


def _hands_left(match: Match, event: e.HandScored) -> int | None:
    """A void hand is played again: it uses up none of the hands that are left."""
    if match.hands_left is None or event.how == "void":
        return match.hands_left
    return max(0, match.hands_left - 1)


def _player_replaced(match: Match, event: e.PlayerReplaced) -> Match:
    """A reserve has a clean record; who comes back finds their own, and what they brought from earlier matches."""
    place, came = event.seat - 1, Person(event.name, event.player)
    names = (*match.names[:place], event.name, *match.names[place + 1 :])
    players = (*match.players[:place], event.player, *match.players[place + 1 :]) if match.players else ()
    known = [person for person in match.relieved if _is_same(match.people[person], came)]
    person, people = (known[0], match.people) if known else (len(match.people), (*match.people, came))
    sitting = (*match.sitting[:place], person, *match.sitting[place + 1 :])
    records = zip(match.brought, match.bringers, strict=True)
    brought = tuple([replace(record, seat=event.seat) if bringer == person else record for record, bringer in records])
    return replace(match, names=names, players=players, people=people, sitting=sitting, brought=brought)


def _is_same(one: Person, other: Person) -> bool:
    return one.player == other.player and (bool(one.player) or one.name == other.name)


def _count_agreed(match: Match, event: e.CountAgreed) -> Match:
    agreed = (*match.agreed, *(seat for seat in match.side_of(event.seat) if seat not in match.agreed))
    return _counted(replace(match, agreed=agreed))


def _counted(match: Match) -> Match:
    """The next hand is dealt once everybody who is still in has agreed with the count."""
    agreed = match.phase is COUNTING and set(match.seats) <= set(match.agreed)
    return replace(match, phase=DEALING) if agreed else match


def _player_re_entered(match: Match, event: e.PlayerReEntered) -> Match:
    index = event.seat - 1
    re_entries = tuple(used + (place == index) for place, used in enumerate(match.re_entries))
    score = tuple(event.score if place == index else points for place, points in enumerate(match.score))
    return replace(match, re_entries=re_entries, score=score)


def _player_eliminated(match: Match, event: e.PlayerEliminated) -> Match:
    """Whoever is out is waited for no more: not to open, and not to agree with a count either (UEH-ganador)."""
    left = _counted(replace(match, out=(*match.out, event.seat)))
    if left.opener != event.seat or not left.seats:
        return left
    return replace(left, opener=right_of(event.seat, left.seats))


def _time_called(match: Match, event: e.TimeCalled) -> Match:
    in_hand = match.hand_in_play or event.lifted is True
    left = AT_TIMES[match.book.options.at_time](in_hand, match.book.extra_hands).hands_left
    return replace(match, time_called=event.at, hands_left=left, clock=replace(match.clock, ends=None))


def _decision_awaited(match: Match, event: e.DecisionAwaited) -> Match:
    resumes = match.resumes if match.phase is AWAITING else match.phase
    return replace(match, awaiting=event, phase=AWAITING, resumes=resumes, clock=match.clock.stopped(event.at))


def _decision_taken(match: Match, event: e.DecisionTaken) -> Match:
    if event.infraction is not None and match.hand_in_play:
        match = replace(match, ruled_on=True)
    if match.awaiting is None:
        return match
    return _time_goes_on(replace(match, awaiting=None, phase=match.resumes), event.at)


def _clock_resumed(match: Match, event: e.ClockResumed) -> Match:
    paused, clock = match.clock.paused, match.clock
    if paused is None:
        return match
    resumed = replace(match, counted_at=match.counted_at + event.at - max(paused, match.counted_at))
    if match.awaiting is not None:  # somebody still decides: the turn stands still
        going = clock.going_on(event.at, everything=True)
        return replace(resumed, clock=replace(going, turn_stopped=clock.turn_stopped))
    return _time_goes_on(resumed, event.at, everything=True)


def _time_goes_on(match: Match, at: int, everything: bool = False) -> Match:
    """The turn goes on from where it stood: a decision or a pause costs nobody time.

    One that began while time stood still, because the hand was rebuilt, begins now.
    """
    stopped, hand = match.clock.turn_stopped, match.hand
    if match.clock.paused is not None and not everything:
        return match
    going = replace(match, clock=match.clock.going_on(at, everything))
    if hand is None or stopped is None:
        return going
    return replace(going, hand=replace(hand, turn_began=hand.turn_began + at - max(stopped, hand.turn_began)))


def _end_set(match: Match, event: e.EndSet) -> Match:
    """Set while time stands still, the end is put off by what is left of the pause, not by what has been of it."""
    paused = match.clock.paused is not None
    if paused:
        match = _clock_resumed(match, e.ClockResumed(at=event.at))
    clock = replace(match.clock, ends=event.ends)
    return replace(match, clock=clock.stopped(event.at, everything=True) if paused else clock)


def _infraction_recorded(match: Match, event: e.InfractionRecorded) -> Match:
    offender = None if event.seat is None else match.sitting[event.seat - 1]
    return replace(match, infractions=(*match.infractions, event), offenders=(*match.offenders, offender))


_EVOLVE: Final[dict[type, Callable[[Match, Any], Match]]] = {
    e.SeedCommitted: lambda match, event: replace(match, commitment=event.commitment),
    e.OpeningDrawn: _opening_drawn,
    e.SeatsTaken: _seats_taken,
    e.OpenerAgreed: _opener_agreed,
    e.ScorerNamed: lambda match, event: replace(match, scorer=event.seat),
    e.CounterNamed: lambda match, event: replace(match, counter=event.seat),
    e.ShuffleWished: lambda match, event: replace(match, shuffle_wish=event.again),
    e.TilesShuffled: lambda match, event: replace(match, shuffled_by=event.seats),
    e.DealRepeated: lambda match, event: match,
    e.HandDealt: _hand_dealt,
    e.DealRefused: _deal_refused,
    e.RacksLifted: _in_hand,
    e.TilePlaced: _in_hand,
    e.DoublesPlaced: _in_hand,
    e.TurnPassed: _in_hand,
    e.TileDrawn: _in_hand,
    e.TileExposed: _in_hand,
    e.MoveSeen: _in_hand,
    e.WentOut: _in_hand,
    e.HandBlocked: _in_hand,
    e.LimitReached: _in_hand,
    e.HandScored: _hand_scored,
    e.BonusGiven: lambda match, event: with_points(match, event.side, event.points),
    e.ScoreReset: lambda match, event: replace(match, score=tuple(map(sub, match.score, event.taken))),
    e.PlayerReplaced: _player_replaced,
    e.CountAgreed: _count_agreed,
    e.PlayerReEntered: _player_re_entered,
    e.PlayerEliminated: _player_eliminated,
    e.TimeWarned: lambda match, event: replace(match, warned=event.minutes),
    e.TimeCalled: _time_called,
    e.ClockPaused: lambda match, event: replace(match, clock=match.clock.stopped(event.at, everything=True)),
    e.ClockResumed: _clock_resumed,
    e.EndSet: _end_set,
    e.DecisionAwaited: _decision_awaited,
    e.DecisionTaken: _decision_taken,
    **dict.fromkeys(FOLLOWED, follow),
    e.MatchEnded: lambda match, event: replace(
        match, winner=event.winner, ended_by=event.ended_by, phase=ENDED, awaiting=None, opener=None
    ),
    e.SheetSigned: lambda match, event: replace(match, signatures=(*match.signatures, event.seat)),
    e.InfractionRecorded: _infraction_recorded,
    e.ScoreTaken: lambda match, event: replace(
        match, score=event.score, opener=event.opener, first_opener=match.first_opener or event.opener
    ),
}
"""Every event but the first one and a correction: the one place where what happened becomes how things stand."""
