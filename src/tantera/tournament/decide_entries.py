"""Judging what concerns people: entries, who is there, whom the draw keeps apart, sanctions; and the public lot."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Literal

from msgspec.structs import replace

from tantera.rules.tournament import moment
from tantera.tournament import orders as o
from tantera.tournament.decided import (
    Decided,
    a_player,
    a_published_round,
    an_entry,
    books_of,
    check_name,
    cited,
    seated_at,
    the_round,
    the_table,
)
from tantera.tournament.orders import EntryPlayer, Given, Refused
from tantera.tournament.state import Round, TournamentState
from tantera.tournament.structure import commitment
from tantera.words import Moment
from tantera.words.alike import ERASED, alike


def enter(tournament: TournamentState, order: o.Enter, given: Given) -> Decided:
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
        check_name(player.name, player.club or "", player.short or "", *(player.categories or ()))
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
    others = (one.name for entry in tournament.entries.values() for one in entry.players if one.id != player.id)
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


def pay(tournament: TournamentState, order: o.Pay, given: Given) -> Decided:
    an_entry(tournament, order.entry)
    if tournament.entries[order.entry].paid + order.amount < 0:
        raise Refused("less_than_nothing", "{entry} has not paid that much", entry=order.entry)
    return Decided()


def check_out(tournament: TournamentState, order: o.CheckOut, given: Given) -> Decided:
    _all_known(tournament, order.entries)
    for entry in order.entries:
        if tournament.entries[entry].rested_on:
            raise Refused("rests_on_it", "a published round rests on the check-in of {entry}: withdraw them",
                          cited(tournament, "draw"), entry=entry)  # fmt: skip
    return Decided()


def of_entries(tournament: TournamentState, order: o.CheckIn | o.Withdraw | o.Return, given: Given) -> Decided:
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


def edit_player(tournament: TournamentState, order: o.EditPlayer, given: Given) -> Decided:
    a_player(tournament, order.player)
    changes = order.changes
    if not changes:
        raise Refused("nothing_changes", "nothing is said that would change")
    entry = tournament.entries[tournament.players[order.player]]
    player = replace(next(one for one in entry.players if one.id == order.player), **changes)
    if player.name == ERASED:
        return Decided()
    check_name(player.name, player.club or "", player.short or "", *(player.categories or ()))
    if "name" in changes:
        _is_no_disguise(tournament, player)
    if changes.keys() & {"club", "member", "guest_of"}:
        _may_come(tournament, player, entry.players)
    if tournament.kind.teams is not None and "club" in changes:
        if not player.club:
            raise Refused("no_club", "a pair here plays for one club: both players belong to it",
                          cited(tournament, "entries"))  # fmt: skip
        if tournament.published:
            raise Refused("too_late", "meetings of {club} are published: a pair does not change clubs any more",
                          cited(tournament, "entries"), club=tournament.club_of(entry.entry))  # fmt: skip
    return Decided()


def keep_apart(tournament: TournamentState, order: o.KeepApart, given: Given) -> Decided:
    for player in order.players:
        a_player(tournament, player)
    if len(set(order.players)) != len(order.players):
        raise Refused("wrong_value", "the same player stands there twice")
    return Decided()


def commit(tournament: TournamentState, order: o.Commit, given: Given) -> Decided:
    _before_the_first_draw(tournament)
    if tournament.committed is not None or tournament.lot_drawn:
        raise Refused("already_committed", "the lot has been committed to")
    return Decided()


def lot(tournament: TournamentState, order: o.Lot, given: Given) -> Decided:
    _before_the_first_draw(tournament)
    if tournament.committed is None:
        raise Refused("not_committed", "no hash of a secret has been published")
    if commitment(order.secret) != tournament.committed:
        raise Refused("lot_does_not_match", "this is not the secret whose hash was published")
    return Decided()


def _before_the_first_draw(tournament: TournamentState) -> None:
    if tournament.played:
        raise Refused("already_drawn", "round 1 has been drawn")


# --- lateness, defaults, stand-ins, penalties, cards and expulsions -------------------------------------------------


def late(tournament: TournamentState, order: o.Late, given: Given) -> Decided:
    round = a_published_round(tournament, order.round)
    a_player(tournament, order.player)
    number = seated_at(round, order.player)
    rule = tournament.options.late
    if rule is None:
        raise Refused("no_such_rule", "the book says nothing about lateness")
    if order.minutes >= rule.default_minutes:
        _no_slip_yet(tournament, round, number)
    return Decided()


def default(tournament: TournamentState, order: o.Default, given: Given) -> Decided:
    round = a_published_round(tournament, order.round)
    table = the_table(round, order.table)
    for player in order.absent:
        if player not in table.seats:
            raise Refused("not_seated", "{player} has no seat at table {table}", player=player, table=order.table)
    if len(set(order.absent)) != len(order.absent):
        raise Refused("wrong_value", "the same player stands there twice")
    _no_slip_yet(tournament, round, order.table)
    return Decided()


def stand_in(tournament: TournamentState, order: o.StandIn, given: Given) -> Decided:
    check_name(order.name)
    round = a_published_round(tournament, order.round)
    a_player(tournament, order.player)
    if not (tournament.pairs and order.player in tournament.expelled):  # their place in the pair is taken for good
        _no_slip_yet(tournament, round, seated_at(round, order.player))
    return Decided()


def _no_slip_yet(tournament: TournamentState, round: Round, number: int) -> None:
    if round.tables[number - 1].slip is not None:
        raise Refused("slip_is_in", "the slip of table {table} is in", cited(tournament, "default"), table=number)


def penalty(tournament: TournamentState, order: o.Penalty, given: Given) -> Decided:
    _can_be_recorded(tournament, order)
    return Decided()


def card(tournament: TournamentState, order: o.ShowCard, given: Given) -> Decided:
    _can_be_recorded(tournament, order)
    if all(order.card != known.id for book in books_of(tournament) for known in book.cards):
        raise Refused("unknown_card", "there is no card {card}", card=order.card)
    brings = _brings(tournament, order)
    return Decided(None, {"brings": brings} if brings else {})


def _brings(tournament: TournamentState, order: o.ShowCard) -> list[str]:
    """The card that this one brings, where the book counts them: two blue, one yellow (TG-18.4).

    They are counted over the tournament or over the match, as `card_span` says.
    """
    before = [
        one
        for one in tournament.cards
        if one.player == order.player and (tournament.options.card_span == "tournament" or one.round == order.round)
    ]
    count = Counter(one.card for one in before)[order.card] + 1
    for rule in books_of(tournament)[0].cards:
        if rule.id == order.card and rule.every is not None and count % rule.every.times == 0:
            return [rule.every.card]
    return []


def cards_brought(tournament: TournamentState, player: str) -> dict[str, int]:
    """The cards with which a player sits down: none where cards last for the match."""
    if tournament.options.card_span == "match":
        return {}
    return dict(Counter(card.card for card in tournament.cards if card.player == player))


def expel(tournament: TournamentState, order: o.Expel, given: Given) -> Decided:
    _can_be_recorded(tournament, order)
    if order.player in tournament.expelled:
        raise Refused("is_out", "{entry} was expelled and cannot return", tournament.expelled[order.player].article,
                      entry=order.player)  # fmt: skip
    return Decided()


def _can_be_recorded(tournament: TournamentState, order: o.Penalty | o.ShowCard | o.Expel) -> None:
    """Of a player, in a round, by an article of the event's book or of one of the others."""
    the_round(tournament, order.round)
    a_player(tournament, order.player)
    if all(book.find(order.article) is None for book in books_of(tournament)):
        raise Refused("unknown_article", "there is no article {article}", article=order.article)
