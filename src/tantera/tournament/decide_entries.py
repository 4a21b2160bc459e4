"""Judging what concerns entries, who is there, whom the draw keeps apart, and the public lot."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, cast

from tantera.rules.tournament import moment
from tantera.tournament import orders as o
from tantera.tournament.decided import Decided, a_player, an_entry, check_name, cited
from tantera.tournament.lot import commitment
from tantera.tournament.orders import EntryPlayer, Given
from tantera.tournament.problems import Refused
from tantera.tournament.state import TournamentState
from tantera.words import Moment
from tantera.words.alike import ERASED, alike


def enter(tournament: TournamentState, given: Given) -> Decided:
    order = cast(o.Enter, given.order)
    _registration_is_open(tournament, given.at)
    if tournament.published and not tournament.kind.late_entries:
        raise Refused("too_late", "nobody can join once round 1 is published in this format", cited(tournament, "draw"))
    if order.entry in tournament.entries:
        raise Refused("already_entered", "{name} has been entered", name=order.entry)
    if len(order.players) != (2 if tournament.pairs else 1):
        code = "wrong_number_of_players"
        raise Refused(code, "an entry here is a pair" if tournament.pairs else "an entry here is one player",
                      cited(tournament, "entries"))  # fmt: skip
    if tournament.kind.teams is not None and not _of_one_club(order.players):
        raise Refused(
            "no_club", "a pair here plays for one club: both players belong to it", cited(tournament, "entries")
        )
    ids = [player.id for player in order.players]
    for player in order.players:
        if player.id in tournament.players or ids.count(player.id) > 1:
            raise Refused("already_entered", "{name} has been entered", name=player.id)
        if player.name == ERASED:  # judged again in an undo: what they were taken in with is not known any more
            continue
        check_name(player.name, player.club or "")
        if tournament.edition > 1:
            _is_no_disguise(tournament, player)
        _may_come(tournament, player, order.players)
    return Decided()


def _of_one_club(players: Iterable[EntryPlayer]) -> bool:
    clubs = {player.club or "" for player in players if player.name != ERASED}
    return not clubs or (len(clubs) == 1 and clubs != {""})


def _is_no_disguise(tournament: TournamentState, player: EntryPlayer) -> None:
    """Two may have the same name: their clubs tell them apart. A name in other letters that looks like somebody's is
    nobody's name."""
    look, name = alike(player.name), player.name.casefold()
    others = (one.name for entry in tournament.entries.values() for one in entry.players)
    if (other := next((one for one in others if alike(one) == look and one.casefold() != name), None)) is not None:
        raise Refused("look_alike", "{name} is written in other letters than {other}, who is entered, and looks the "
                      "same: write it in the same ones", name=player.name, other=other)  # fmt: skip


def registration_stage(tournament: TournamentState, at: str) -> Literal["before", "open", "after"]:
    """Whether people may enter at this time (SJ-registro)."""
    window = tournament.options.registration
    if window is None or not at:
        return "open"
    now = moment(at)
    if window.opens is not None and now < moment(window.opens):
        return "before"
    return "after" if window.closes is not None and now > moment(window.closes) else "open"


def _registration_is_open(tournament: TournamentState, at: str) -> None:
    window, stage = tournament.options.registration, registration_stage(tournament, at)
    if window is None or stage == "open":
        return
    article = cited(tournament, "registration")
    if stage == "before":
        raise Refused("registration_closed", "registration opens on {time}", article, time=Moment(window.opens or ""))
    raise Refused("registration_closed", "registration closed on {time}", article, time=Moment(window.closes or ""))


def _may_come(tournament: TournamentState, player: EntryPlayer, together: Iterable[EntryPlayer]) -> None:
    """A guest is the guest of a member who is entered; where only members play, everybody is one or the other."""
    if player.guest_of is not None:
        host = _player(tournament, player.guest_of, together)
        if host is None or host.id == player.id:
            raise Refused("unknown_player", "{player} is no player here", player=player.guest_of)
        if host.guest_of is not None or host.member is False:
            raise Refused("not_a_member", "{player} is no member", cited(tournament, "entries"), player=host.name)
    elif tournament.options.members_only and player.member is False:
        raise _not_a_member(tournament, player)
    elif tournament.options.members_only and player.member is None and tournament.edition > 1:
        raise Refused("not_a_member", "is {player} a member, or whose guest? It has to be said here",
                      cited(tournament, "entries"), player=player.name)  # fmt: skip
    clubs = tournament.options.clubs
    if clubs and player.guest_of is None and player.club not in clubs:
        raise _not_a_member(tournament, player)


def _not_a_member(tournament: TournamentState, player: EntryPlayer) -> Refused:
    return Refused("not_a_member", "{player} is neither a member nor the guest of one", cited(tournament, "entries"),
                   player=player.name)  # fmt: skip


def _player(tournament: TournamentState, wanted: str, together: Iterable[EntryPlayer]) -> EntryPlayer | None:
    entry = tournament.entries.get(tournament.players.get(wanted, ""))
    known = (*together, *(entry.players if entry is not None else ()))
    return next((player for player in known if player.id == wanted), None)


def pay(tournament: TournamentState, given: Given) -> Decided:
    order = cast(o.Pay, given.order)
    an_entry(tournament, order.entry)
    if tournament.entries[order.entry].paid + order.amount < 0:
        raise Refused("less_than_nothing", "{entry} has not paid that much", entry=order.entry)
    return Decided()


def check_in(tournament: TournamentState, given: Given) -> Decided:
    order = cast(o.CheckIn, given.order)
    _all_known(tournament, order.entries)
    return Decided()


def check_out(tournament: TournamentState, given: Given) -> Decided:
    order = cast(o.CheckOut, given.order)
    _all_known(tournament, order.entries)
    for entry in order.entries:
        if tournament.entries[entry].rested_on:
            raise Refused("rests_on_it", "a published round rests on the check-in of {entry}: withdraw them",
                          cited(tournament, "draw"), entry=entry)  # fmt: skip
    return Decided()


def withdraw(tournament: TournamentState, given: Given) -> Decided:
    order = cast(o.Withdraw, given.order)
    _all_known(tournament, order.entries)
    return Decided()


def come_back(tournament: TournamentState, given: Given) -> Decided:
    order = cast(o.Return, given.order)
    _all_known(tournament, order.entries)
    return Decided()


def _all_known(tournament: TournamentState, entries: Iterable[str]) -> None:
    for entry in entries:
        an_entry(tournament, entry)
        if tournament.is_out(tournament.entries[entry]):
            article = next(
                tournament.expelled[player].article
                for player in tournament.entries[entry].ids
                if player in tournament.expelled
            )
            raise Refused("is_out", "{entry} was expelled and cannot return", article, entry=entry)


def keep_apart(tournament: TournamentState, given: Given) -> Decided:
    order = cast(o.KeepApart, given.order)
    for player in order.players:
        a_player(tournament, player)
    if len(set(order.players)) != len(order.players):
        raise Refused("wrong_value", "the same player stands there twice")
    return Decided()


def commit(tournament: TournamentState, given: Given) -> Decided:
    _before_the_first_draw(tournament)
    if tournament.committed is not None or tournament.lot_drawn:
        raise Refused("already_committed", "the lot has been committed to")
    return Decided()


def lot(tournament: TournamentState, given: Given) -> Decided:
    order = cast(o.Lot, given.order)
    _before_the_first_draw(tournament)
    if tournament.committed is None:
        raise Refused("not_committed", "no hash of a secret has been published")
    if commitment(order.secret) != tournament.committed:
        raise Refused("lot_does_not_match", "this is not the secret whose hash was published")
    return Decided()


def _before_the_first_draw(tournament: TournamentState) -> None:
    if tournament.played:
        raise Refused("already_drawn", "round 1 has been drawn")
