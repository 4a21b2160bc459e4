"""About players: one player's record, and everybody's cards and penalties with their articles."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tantera.paper import blocks, sums
from tantera.paper.lists import score_in_words
from tantera.paper.press import Document
from tantera.paper.results import after_round, seen_from
from tantera.paper.saying import figure, seat_in_words
from tantera.rules import BOOKS, Book, built_in_books
from tantera.tournament.presentation import Presentation
from tantera.tournament.state import Round
from tantera.words import translate


def record(tournament: Presentation, players: Iterable[str], lang: str) -> Document:
    """A sheet for each player: every round with table, partner, opponents and result; cards and penalties."""
    sheets = [_of(tournament, player, lang) for player in players]
    return blocks.document(tournament, lang, sheets, small=10)


def _of(tournament: Presentation, player: str, lang: str) -> dict[str, object]:
    parts: list[blocks.Block] = []
    entry = tournament.state.players[player]
    standing = next((one for one in tournament.standings if one.entry == entry), None)
    if standing is not None:
        lines = [(translate(lang, "place"), f"{standing.place} / {len(tournament.standings)}")]
        lines += [
            (sums.head(tournament, name, lang), figure(standing.values.get(name), lang, sums.is_signed(name)))
            for name in sums.columns(tournament)
        ]
        parts.append(blocks.facts(lines))
    columns = [
        blocks.figures(translate(lang, "round"), bold=True),
        blocks.figures(translate(lang, "table")),
        blocks.column(translate(lang, "seat")),
        *([] if tournament.state.alone else [blocks.column(translate(lang, "partner"), "fr")]),
        blocks.column(translate(lang, "opponents"), "fr"),
        blocks.column(translate(lang, "result"), 30, bold=True),
    ]
    rounds = tournament.published
    parts.append(blocks.table(columns, [_line(tournament, round, player, entry, lang) for round in rounds]))
    parts += _sanctions(tournament, {player}, lang)
    club = tournament.club(player)
    return blocks.sheet(tournament.name(player), parts, " · ".join(filter(None, (club, after_round(tournament, lang)))))


def _line(tournament: Presentation, round: Round, player: str, entry: str, lang: str) -> list[str]:
    table = tournament.table_of(round, player)
    if table is None:
        rests = entry in round.byes
        what = translate(lang, "rests") if rests else translate(lang, "did not play")
        return [str(round.number), "", "", *([] if tournament.state.alone else [""]), "", what]
    seat = table.seats.index(player)
    alone = tournament.state.alone
    others = [other for place, other in enumerate(table.seats) if other != player and (alone or (place - seat) % 2)]
    partner = table.partner(player) if not alone else None
    result = score_in_words(tournament, table, lang) if tournament.state.alone else seen_from(table, seat, lang)
    return [
        str(round.number), str(table.table), seat_in_words(tournament, seat + 1, lang),
        *([] if tournament.state.alone else [_named(tournament, round, partner)]),
        " · ".join(_named(tournament, round, other) for other in others), result,
    ]  # fmt: skip


def _named(tournament: Presentation, round: Round, player: str | None) -> str:
    return tournament.seated(round, player) if player else "–"


def cards_and_penalties(tournament: Presentation, lang: str) -> Document:
    """Every card and every point taken off, by player, and the articles in full below."""
    parts = list(_sanctions(tournament, None, lang))
    if not parts:
        parts = [blocks.text(translate(lang, "No cards and no penalties."))]
    title = translate(lang, "Cards and penalties")
    return blocks.document(tournament, lang, [blocks.sheet(title, parts, after_round(tournament, lang))])


def _sanctions(tournament: Presentation, only: set[str] | None, lang: str) -> Iterator[blocks.Block]:
    cards = [card for card in tournament.cards if only is None or card.player in only]
    taken = [fine for fine in tournament.fines if only is None or fine.player in only]
    out = [player for player in tournament.out if only is None or player in only]
    name, number, article = translate(lang, "name"), translate(lang, "round"), translate(lang, "article")
    name_column = [] if only is not None else [blocks.column(name, "fr", bold=True)]
    shared = [*name_column, blocks.figures(number), blocks.column(article, 32 if name_column else "fr")]
    if cards:
        yield blocks.title(translate(lang, "Cards"))
        rows = [
            [tournament.name(c.player), str(c.round), c.article, card_name(tournament.book, c.card, lang)]
            for c in cards
        ]
        rows = [row[-len(shared) - 1 :] for row in rows]
        yield blocks.table([*shared, blocks.column(translate(lang, "card"), 40)], rows)
    if taken:
        yield blocks.title(translate(lang, "Penalties"))
        points = [[tournament.name(p.player), str(p.round), p.article, figure(-p.points, lang, True)] for p in taken]
        points = [row[-len(shared) - 1 :] for row in points]
        yield blocks.table([*shared, blocks.figures(translate(lang, "off the difference"), 40)], points)
    if out:
        yield blocks.title(translate(lang, "Expelled"))
        yield blocks.text(", ".join(tournament.name(player) for player in out))
    cited = dict.fromkeys([*(card.article for card in cards), *(sanction.article for sanction in taken)])
    articles = [line for one in cited for line in _article(tournament.book, one, lang)]
    if articles:
        yield blocks.title(translate(lang, "The articles"))
        yield blocks.items(articles)


def card_name(book: Book, card: str, lang: str) -> str:
    """What a card is called: in this book, or in the first that has it."""
    return next((one.name.text(lang) for some in _books(book) for one in some.cards if one.id == card), card)


def _article(book: Book, article: str, lang: str) -> Iterator[tuple[str, str]]:
    """What it says and, apart, how we read it."""
    entry = next((entry for some in _books(book) if (entry := some.find(article)) is not None), None)
    if entry is not None:
        yield article, entry.text(lang)
        if entry.reading is not None:
            yield "", f"{translate(lang, 'How we read it')}: {entry.reading.text(lang)}"


def _books(first: Book) -> Iterator[Book]:
    """The tournament's own book first: a judge may cite from any of them."""
    yield first
    yield from (built_in_books(book) for book in BOOKS if book != first.id)
