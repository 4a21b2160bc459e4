"""Judging lateness, defaults, stand-ins, penalties, cards and expulsions."""

from __future__ import annotations

from collections import Counter
from typing import cast

from tantera.tournament import orders as o
from tantera.tournament.decided import (
    Decided,
    a_player,
    a_published_round,
    books_of,
    check_name,
    cited,
    seated_at,
    the_round,
    the_table,
)
from tantera.tournament.orders import Given
from tantera.tournament.problems import Refused
from tantera.tournament.state import Round, TournamentState


def late(tournament: TournamentState, given: Given) -> Decided:
    order = cast(o.Late, given.order)
    round = a_published_round(tournament, order.round)
    a_player(tournament, order.player)
    number = seated_at(round, order.player)
    rule = tournament.options.late
    if rule is None:
        raise Refused("no_such_rule", "the book says nothing about lateness")
    if order.minutes >= rule.default_minutes:
        _no_slip_yet(tournament, round, number)
    return Decided()


def default(tournament: TournamentState, given: Given) -> Decided:
    order = cast(o.Default, given.order)
    round = a_published_round(tournament, order.round)
    table = the_table(round, order.table)
    for player in order.absent:
        if player not in table.seats:
            raise Refused("not_seated", "{player} has no seat at table {table}", player=player, table=order.table)
    if len(set(order.absent)) != len(order.absent):
        raise Refused("wrong_value", "the same player stands there twice")
    _no_slip_yet(tournament, round, order.table)
    return Decided()


def stand_in(tournament: TournamentState, given: Given) -> Decided:
    order = cast(o.StandIn, given.order)
    check_name(order.name)
    round = a_published_round(tournament, order.round)
    a_player(tournament, order.player)
    number = round.seat_of(order.player)
    if number is None and order.player not in tournament.expelled:
        seated_at(round, order.player)
    if number is not None and order.player not in tournament.expelled:
        _no_slip_yet(tournament, round, number)
    return Decided()


def _no_slip_yet(tournament: TournamentState, round: Round, number: int) -> None:
    if round.tables[number - 1].slip is not None:
        raise Refused("slip_is_in", "the slip of table {table} is in", cited(tournament, "default"), table=number)


def penalty(tournament: TournamentState, given: Given) -> Decided:
    order = cast(o.Penalty, given.order)
    the_round(tournament, order.round)
    a_player(tournament, order.player)
    _an_article(tournament, order.article)
    return Decided()


def card(tournament: TournamentState, given: Given) -> Decided:
    order = cast(o.ShowCard, given.order)
    the_round(tournament, order.round)
    a_player(tournament, order.player)
    _an_article(tournament, order.article)
    if all(order.card != one.id for book in books_of(tournament) for one in book.cards):
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
    for one in books_of(tournament)[0].cards:
        if one.id == order.card and one.every is not None and count % one.every.times == 0:
            return [one.every.card]
    return []


def cards_brought(tournament: TournamentState, player: str) -> dict[str, int]:
    """The cards with which a player sits down: none where cards last for the match."""
    if tournament.options.card_span == "match":
        return {}
    return dict(Counter(one.card for one in tournament.cards if one.player == player))


def expel(tournament: TournamentState, given: Given) -> Decided:
    order = cast(o.Expel, given.order)
    the_round(tournament, order.round)
    a_player(tournament, order.player)
    _an_article(tournament, order.article)
    if order.player in tournament.expelled:
        raise Refused("is_out", "{entry} was expelled and cannot return", tournament.expelled[order.player].article,
                      entry=order.player)  # fmt: skip
    return Decided()


def _an_article(tournament: TournamentState, article: str) -> None:
    """An article of the event's book or of one of the others."""
    if all(book.find(article) is None for book in books_of(tournament)):
        raise Refused("unknown_article", "there is no article {article}", article=article)
