"""The final act: what was played, by which law, who won what, what happened, and places to sign (CI-2, CI-17). And for
whoever organises: what to look over in the hall (TG-1…5), and the prizes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from tantera.paper import blocks
from tantera.paper.lists import edit_in_words
from tantera.paper.persons import card_name
from tantera.paper.press import Document
from tantera.paper.results import after_round, standing_blocks
from tantera.paper.saying import (
    day_and_time,
    day_in_words,
    figure,
    format_in_words,
    limit_in_words,
    role_in_words,
    time_in_words,
)
from tantera.rules.tournament import Award
from tantera.tournament import orders as o
from tantera.tournament.awards import AwardWon, worth
from tantera.tournament.events import Recorded
from tantera.tournament.names import clean
from tantera.tournament.presentation import Presentation
from tantera.tournament.state import TournamentState
from tantera.tournament.structure import in_round
from tantera.tournament.telling import score_told, teller
from tantera.words import Phrase, translate
from tantera.words.numbers import Ordinal, number


def act(tournament: Presentation, lang: str) -> Document:
    head = translate(lang, "head of the chain")
    mono = frozenset({head, translate(lang, "seed"), translate(lang, "published beforehand")})
    parts: list[blocks.Block] = [blocks.facts(_facts(tournament, head, lang), mono)]
    parts.append(blocks.title(translate(lang, "Standings")))
    parts += standing_blocks(tournament, lang)
    parts.append(blocks.title(translate(lang, "Prizes")))
    parts += prize_blocks(tournament, lang, receipts=False)
    parts.append(blocks.title(translate(lang, "What happened")))
    lines = list(_happenings(tournament, lang))
    parts.append(blocks.items(lines) if lines else blocks.text(translate(lang, "Nothing to be told.")))
    parts.append(blocks.sign(_signing(tournament.state, lang)))
    title = translate(lang, "Act of the tournament")
    return blocks.document(tournament, lang, [blocks.sheet(title, parts, after_round(tournament, lang))])


def _signing(state: TournamentState, lang: str) -> list[str]:
    """Who signs the act: the arbiters and the organiser by their names where the event gives them."""
    organisers = translate(lang, "the organisers")
    if state.about.organiser:
        organisers = f"{clean(state.about.organiser)}, {organisers}"
    named = [f"{name}, {translate(lang, 'arbiter')}" for name in arbiters(state)]
    referees = named or [translate(lang, "the director of refereeing"), translate(lang, "a judge")]
    return [*referees, organisers, translate(lang, "a player, as witness")]


def arbiters(state: TournamentState) -> list[str]:
    """By name, in the order in which the event gives them."""
    return [name for name in map(clean, state.about.texts.get("arbiters", "").splitlines()) if name]


def _facts(tournament: Presentation, head: str, lang: str) -> Iterator[tuple[str, str]]:
    state, history = tournament.state, tournament.state.log.history
    took_part = {entry for round in tournament.published for entry in in_round(state, round)}
    players = sum(len(state.entries[entry].players) for entry in took_part)
    yield translate(lang, "tournament"), state.name
    yield from about_lines(state, lang)
    yield translate(lang, "rule book"), f"{tournament.book.name.text(lang)} ({tournament.book.id})"
    yield translate(lang, "format"), format_in_words(tournament, lang)
    limit = tournament.book.options.limit
    yield translate(lang, "each match"), limit_in_words(limit, lang)
    time = time_in_words(tournament, limit, lang)
    if time:
        yield translate(lang, "time"), time
    if state.options.limit_final is not None:
        yield translate(lang, "the final"), limit_in_words(state.options.limit_final, lang)
    yield translate(lang, "rounds"), str(len(tournament.published))
    some = len(took_part) < len(state.entries)
    entries = translate(
        lang,
        "{entries} of {all} entries, {players} players" if some else "{entries} entries, {players} players",
        entries=number(len(took_part), lang),
        players=number(players, lang),
        all=number(len(state.entries), lang),
    )
    yield translate(lang, "took part"), entries
    if history and history[0].at:
        begun, ended = (day_and_time(record.at, lang) for record in (history[0], history[-1]))
        yield translate(lang, "date"), translate(lang, "from {begun} to {ended}", begun=begun, ended=ended)
    committed = next((record.order.hash for record in history if isinstance(record.order, o.Commit)), "")
    if committed:
        yield translate(lang, "published beforehand"), committed
    if state.seed:
        yield translate(lang, "seed"), state.seed
    yield translate(lang, "last record"), str(state.number)
    yield head, state.head


def about_lines(state: TournamentState, lang: str) -> Iterator[tuple[str, str]]:
    """What is said of the event itself: the day, the place, whose it is, who referees."""
    about = state.about
    if about.date:
        yield translate(lang, "on the day"), day_in_words(about.date, lang)
    if about.venue:
        yield translate(lang, "place of the event"), clean(about.venue)
    if about.organiser:
        yield translate(lang, "organised by"), clean(about.organiser)
    if names := arbiters(state):
        yield translate(lang, "arbiters"), ", ".join(names)


def _happenings(tournament: Presentation, lang: str) -> Iterator[tuple[str, str]]:
    """Sanctions, defaults and changes by hand, round by round; then rulings as the log has them."""
    for number_of, sentence in sorted(_of_rounds(tournament, lang), key=lambda line: line[0]):
        yield translate(lang, "Round {round}", round=number_of), sentence
    slips, line = _Slips(), teller(tournament.state)
    for record in tournament.state.log.history:
        if record.number in tournament.state.log.gone:
            continue  # what was undone is told by its undoing
        when, person = day_and_time(record.at, lang), role_in_words(tournament, record.by, lang)
        as_logged = isinstance(record.order, o.EditPlayer | o.EditEvent | o.Undo)
        for what in (
            [line(record.number).whole] if as_logged else (*slips.told(record.order), *_told(tournament, record))
        ):
            sentence = translate(lang, "{when}, {who}: {what}", when=when, who=person, what=what.told(lang))
            yield str(record.number), sentence


def _of_rounds(tournament: Presentation, lang: str) -> Iterator[tuple[int, str]]:
    for fine in tournament.fines:
        facts = {
            "name": tournament.name(fine.player),
            "points": figure(-fine.points, lang, True),
            "article": fine.article,
        }
        yield fine.round, translate(lang, "{name}: {points} on the difference ({article}).", **facts)
    for card in tournament.cards:
        shown = card_name(tournament.book, card.card, lang)
        sentence = "{name}: {card} ({article})."
        yield card.round, translate(lang, sentence, name=tournament.name(card.player), card=shown, article=card.article)
    for round in tournament.rounds:
        for table in tournament.tables(round):
            if table.default:
                absent = ", ".join(dict.fromkeys(tournament.name(player) for player in table.default))
                sentence = "Table {table}: default, {absent} did not come."
                yield round.number, translate(lang, sentence, table=table.table, absent=absent)
        for player, name in round.stand_ins.items():
            if player in tournament.state.players:  # the others complete a table and sit for nobody
                yield (
                    round.number,
                    translate(lang, "{name} sits for {absent}.", name=name, absent=tournament.name(player)),
                )
    for round in tournament.rounds:
        for edit in round.edited:
            what = edit_in_words(tournament, edit, lang)
            yield round.number, translate(lang, "Draft changed by hand: {what}.", what=what)


def _told(tournament: Presentation, record: Recorded) -> Iterator[Phrase]:
    """What an act tells of a record of the log."""
    match record.order:
        case o.Publish(override=str(reason)):
            yield Phrase("publishes round {round} with a rule broken: {reason}", round=_round(record), reason=reason)
        case o.Repair(round=number, how="swap_unstarted", preview=False):
            yield Phrase("repairs the tables of round {round} that had not begun", round=number)
        case o.Repair(round=number, how="redraw", preview=False):
            yield Phrase("draws round {round} again", round=number)
        case o.Expel(player=player, round=number, article=article):
            expelled = "{player} is expelled in round {round} ({article})"
            yield Phrase(expelled, player=tournament.name(player), round=number, article=article)
        case o.Withdraw(entries=entries):
            yield Phrase("withdrawn: {names}", names="; ".join(map(tournament.entry_name, entries)))
        case o.Return(entries=entries):
            yield Phrase("back again: {names}", names="; ".join(map(tournament.entry_name, entries)))
        case o.Lot(secret=secret, drawn=drawn):
            yield Phrase("public lot: the secret was {secret}, drawn in the hall {drawn}", secret=secret, drawn=drawn)
        case _:
            pass
    if isinstance(record.order, o.Publish) and record.order.accept_missing:
        tables = ", ".join(map(str, record.order.accept_missing))
        without = "publishes round {round} without the slips of tables {tables}"
        yield Phrase(without, round=_round(record), tables=tables)


class _Slips:
    """What became of the slips, record by record: which were corrected, which were in dispute and how that ended."""

    def __init__(self) -> None:
        self.scores: dict[tuple[int, int], tuple[int, ...]] = {}
        self.disputed: set[tuple[int, int]] = set()

    def told(self, order: o.AnyOrder) -> Iterator[Phrase]:
        if not isinstance(order, o.Result | o.Confirm | o.Dispute):
            return
        where, reason = (order.round, order.table), None
        was, is_disputed = self.scores.get(where, ()), where in self.disputed
        if isinstance(order, o.Result):
            self.scores[where], reason = order.points, order.reason
        facts = {"round": order.round, "table": order.table, "score": score_told(self.scores.get(where, ()))}
        if isinstance(order, o.Dispute) or (isinstance(order, o.Result) and order.status == "disputed"):
            self.disputed.add(where)
            yield Phrase("table {table} of round {round} is disputed", **facts)
        elif is_disputed and (isinstance(order, o.Confirm) or order.status != "entered"):
            self.disputed.discard(where)
            yield _because("settles the dispute at table {table} of round {round}: {score}", facts, reason)
        elif was and self.scores[where] != was:
            sentence = "corrects table {table} of round {round} to {score}, before {was}"
            yield _because(sentence, facts | {"was": score_told(was)}, reason)
        elif reason:
            yield _because("writes down table {table} of round {round}: {score}", facts, reason)


def _because(sentence: str, facts: Mapping[str, object], reason: str | None) -> Phrase:
    said = Phrase(sentence, **facts)
    return Phrase("{said} ({reason})", said=said, reason=clean(reason)) if reason else said


def _round(record: Recorded) -> int:
    """The round that an order to publish was about, where the order itself left it open."""
    number = getattr(record.outcome, "round", None)
    return number if isinstance(number, int) else 0


CUPS: Final = 3
"""Places of the clubs' table that have a line to write on: a cup, a ham."""


def checklist(tournament: Presentation, lang: str) -> Document:
    """What the book's articles give an organiser to tick off before anybody sits down."""
    book = tournament.book
    parts = [blocks.blanks(translate(lang, "Hall"), translate(lang, "Date"))]
    with_checks = [article for article in book.articles if article.check]
    for article in with_checks:
        title = article.title.text(lang) if article.title is not None else ""
        parts.append(blocks.title(" ".join(filter(None, (article.id, title)))))
        parts.append(blocks.ticks(item.text(lang) for item in article.check))
    if not with_checks:
        parts.append(
            blocks.text(translate(lang, "The book asks for nothing in particular. What the organiser looks over:"))
        )
        parts.append(blocks.ticks(translate(lang, line) for line in EVERYWHERE))
    parts.append(blocks.sign([translate(lang, "Looked over by")]))
    title = translate(lang, "The organiser's check-list")
    return blocks.document(tournament, lang, [blocks.sheet(title, parts, book.name.text(lang))])


EVERYWHERE = (
    "Tables with their numbers, readable from across the room",
    "Four chairs at each table",
    "A complete set of tiles at each table, counted",
    "Slips and a pen at each table",
    "A clock that everybody sees or hears",
    "A control table for the slips, with a spare set of tiles",
)
"""Where the book has no such article."""


def prizes(tournament: Presentation, lang: str) -> Document:
    """Who receives what: percentages of the fees paid, with a place to sign for it."""
    title = translate(lang, "Prizes")
    return blocks.document(
        tournament, lang, [blocks.sheet(title, prize_blocks(tournament, lang, receipts=True))], small=11.5
    )


def prize_blocks(tournament: Presentation, lang: str, receipts: bool) -> Iterator[blocks.Block]:
    """The prizes of every category, what they come from and what is left."""
    fees = "Fees paid: {paid}, by {count} entries."
    payers = sum(entry.paid > 0 for entry in tournament.state.entries.values())
    yield blocks.text(translate(lang, fees, paid=number(tournament.fund, lang), count=number(payers, lang)))
    # To be written on by hand, where a club gets what the event does not say.
    clubs = tournament.teams[:CUPS] if receipts and not any(one.club for one in tournament.awards) else ()
    if not tournament.prizes and not tournament.awards and not tournament.vacant_awards and not clubs:
        yield blocks.text(translate(lang, "The event has no prizes from the fees."))
        return
    if tournament.prizes:
        shares = zip(tournament.prizes, tournament.state.options.prizes, strict=False)
        money = [blocks.figures(translate(lang, "share")), blocks.figures(translate(lang, "amount"), bold=True)]
        rows = [
            [f"{prize.place}.", tournament.entry_name(prize.entry), f"{percent} %", number(prize.amount, lang)]
            for prize, percent in shares
        ]
        yield _prize_table(money, rows, lang, receipts)
    if tournament.awards:
        trophies = [blocks.column(translate(lang, "prize"), 45, bold=True)]
        rows = [
            [what_for(one.award).told(lang), winner(tournament, one), worth_in_words(one, lang)]
            for one in tournament.awards
        ]
        yield _prize_table(trophies, rows, lang, receipts)
    for award in tournament.vacant_awards:
        yield blocks.text(vacant_told(award).told(lang))
    if clubs:
        yield blocks.title(translate(lang, "By clubs"))
        cups = [blocks.column(translate(lang, "prize"), 40)]
        yield _prize_table(cups, [[f"{prize.place}.", prize.club, ""] for prize in clubs], lang, receipts)
    given = sum(prize.amount for prize in tournament.prizes) + sum(award.amount for award in tournament.awards)
    left = tournament.fund - given
    if left > 0:
        yield blocks.text(translate(lang, "Not given as prizes: {amount}.", amount=number(left, lang)))


def prizes_won(tournament: Presentation, lang: str) -> Iterator[tuple[str, str, str]]:
    """Whose each prize is, for what, and what there is for it: those of the fees first."""
    for won in tournament.prizes:
        prize = number(won.amount, lang) if won.amount else ""
        yield tournament.entry_name(won.entry), place_told(won.place).told(lang), prize
    for award in tournament.awards:
        yield winner(tournament, award), what_for(award.award).told(lang), worth_in_words(award, lang)


def place_told(place: int) -> Phrase:
    return Phrase("{first} place", first=Ordinal(place))


def what_for(award: Award) -> Phrase:
    """The place, and among whom.

    >>> what_for(Award(1, "señoras", trophy="copa")).told("es"), what_for(Award(3, clubs=True)).told("es")
    ('1.er puesto en la categoría señoras', '3.er puesto por clubes')
    """
    if award.clubs:
        return Phrase("{first} place of the clubs", first=Ordinal(award.place))
    if not award.category:
        return place_told(award.place)
    return Phrase("{first} place in the category {name}", first=Ordinal(award.place), name=clean(award.category))


def vacant_told(award: Award) -> Phrase:
    """That nobody gets it: nobody is in the category, or it is written in another way there."""
    sentence = "{place}: nobody is there for it ({prize})."
    return Phrase(sentence, place=what_for(award), prize=clean(worth(award)))


def winner(tournament: Presentation, won: AwardWon) -> str:
    return won.club or tournament.entry_name(won.entry)


def worth_in_words(won: AwardWon, lang: str) -> str:
    parts = (number(won.amount, lang) if won.amount else "", clean(won.award.trophy))
    return " + ".join(filter(None, parts))


def _prize_table(what: list[dict[str, Any]], rows: list[list[str]], lang: str, receipts: bool) -> blocks.Block:
    columns = [blocks.figures("", bold=True), blocks.column(translate(lang, "name"), "fr", bold=True), *what]
    if receipts:
        columns.append(blocks.column(translate(lang, "received (signature)"), 50))
        rows = [[*row, ""] for row in rows]
    return blocks.table(columns, rows) | {"pad": 3.2 if receipts else 1.3}
