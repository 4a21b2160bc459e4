"""Judging what concerns entries, who is there, whom the draw keeps apart, and the public lot."""

from __future__ import annotations

from collections.abc import Iterable
from typing import cast

from tantera.rules.tournament import moment
from tantera.tournament import orders as o
from tantera.tournament.decided import Decided, a_player, an_entry
from tantera.tournament.formats import NO_LATE_ENTRIES
from tantera.tournament.lot import commitment
from tantera.tournament.orders import EntryPlayer, Given
from tantera.tournament.problems import Refused
from tantera.tournament.state import EventState


def enter(event: EventState, given: Given) -> Decided:
    order = cast(o.Enter, given.order)
    _registration_is_open(event, given.at)
    if event.published and event.format in NO_LATE_ENTRIES:
        raise Refused("too_late", "nobody can join once round 1 is published in this format")
    if order.entry in event.entries:
        raise Refused("already_entered", "{name} has been entered", name=order.entry)
    if len(order.players) != (2 if event.pairs else 1):
        code = "wrong_number_of_players"
        raise Refused(code, "an entry here is a pair" if event.pairs else "an entry here is one player")
    ids = [player.id for player in order.players]
    for player in order.players:
        if player.id in event.players or ids.count(player.id) > 1:
            raise Refused("already_entered", "{name} has been entered", name=player.id)
        _may_come(event, player, order.players)
    return Decided()


def _registration_is_open(event: EventState, at: str) -> None:
    window = event.options.registration
    if window is None or not at:
        return
    now = moment(at)
    if window.opens is not None and now < moment(window.opens):
        raise Refused("registration_closed", "registration opens at {time}", time=window.opens)
    if window.closes is not None and now > moment(window.closes):
        raise Refused("registration_closed", "registration closed at {time}", time=window.closes)


def _may_come(event: EventState, player: EntryPlayer, together: Iterable[EntryPlayer]) -> None:
    """A guest is the guest of a member who is entered; where only members play, everybody is one or the other."""
    if player.guest_of is not None:
        host = _player(event, player.guest_of, together)
        if host is None or host.id == player.id:
            raise Refused("unknown_player", "{player} is no player here", player=player.guest_of)
        if host.guest_of is not None or host.member is False:
            raise Refused("not_a_member", "{player} is no member", player=host.id)
    elif event.options.members_only and player.member is False:
        raise Refused("not_a_member", "{player} is neither a member nor the guest of one", player=player.id)
    clubs = event.options.clubs
    if clubs and player.guest_of is None and player.club not in clubs:
        raise Refused("not_a_member", "{player} is neither a member nor the guest of one", player=player.id)


def _player(event: EventState, wanted: str, together: Iterable[EntryPlayer]) -> EntryPlayer | None:
    entry = event.entries.get(event.players.get(wanted, ""))
    known = (*together, *(entry.players if entry is not None else ()))
    return next((player for player in known if player.id == wanted), None)


def pay(event: EventState, given: Given) -> Decided:
    order = cast(o.Pay, given.order)
    an_entry(event, order.entry)
    if event.entries[order.entry].paid + order.amount < 0:
        raise Refused("less_than_nothing", "{entry} has not paid that much", entry=order.entry)
    return Decided()


def check_in(event: EventState, given: Given) -> Decided:
    order = cast(o.CheckIn, given.order)
    _all_known(event, order.entries)
    return Decided()


def withdraw(event: EventState, given: Given) -> Decided:
    order = cast(o.Withdraw, given.order)
    _all_known(event, order.entries)
    return Decided()


def come_back(event: EventState, given: Given) -> Decided:
    order = cast(o.Return, given.order)
    _all_known(event, order.entries)
    return Decided()


def _all_known(event: EventState, entries: Iterable[str]) -> None:
    for entry in entries:
        an_entry(event, entry)
        if event.is_out(event.entries[entry]):
            raise Refused("is_out", "{entry} was expelled and cannot return", entry=entry)


def keep_apart(event: EventState, given: Given) -> Decided:
    order = cast(o.KeepApart, given.order)
    for player in order.players:
        a_player(event, player)
    if len(set(order.players)) != len(order.players):
        raise Refused("wrong_value", "the same player stands there twice")
    return Decided()


def commit(event: EventState, given: Given) -> Decided:
    _before_the_first_draw(event)
    if event.committed is not None or event.lot_drawn:
        raise Refused("already_committed", "the lot has been committed to")
    return Decided()


def lot(event: EventState, given: Given) -> Decided:
    order = cast(o.Lot, given.order)
    _before_the_first_draw(event)
    if event.committed is None:
        raise Refused("not_committed", "no hash of a secret has been published")
    if commitment(order.secret) != event.committed:
        raise Refused("lot_does_not_match", "this is not the secret whose hash was published")
    return Decided()


def _before_the_first_draw(event: EventState) -> None:
    if event.played:
        raise Refused("already_drawn", "round 1 has been drawn")
