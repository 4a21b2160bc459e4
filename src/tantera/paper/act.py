"""The final act: what was played, by which law, who won what, what happened, and places to sign (CI-2, CI-17)."""

from __future__ import annotations

from collections.abc import Iterator

from tantera.paper import blocks
from tantera.paper.data import Entry, Printable
from tantera.paper.lists import edit_in_words
from tantera.paper.organiser import prize_blocks
from tantera.paper.persons import card_name
from tantera.paper.press import Document
from tantera.paper.results import after_round, standing_blocks
from tantera.paper.saying import day_and_time, figure, format_in_words, limit_in_words, role_in_words, time_in_words
from tantera.words import translate
from tantera.words.numbers import number


def act(event: Printable, lang: str) -> Document:
    head = translate(lang, "head of the chain")
    mono = frozenset({head, translate(lang, "seed"), translate(lang, "published beforehand")})
    parts: list[blocks.Block] = [blocks.facts(_facts(event, head, lang), mono)]
    parts.append(blocks.title(translate(lang, "Standings")))
    parts += standing_blocks(event, lang)
    parts.append(blocks.title(translate(lang, "Prizes")))
    parts += prize_blocks(event, lang, receipts=False)
    parts.append(blocks.title(translate(lang, "What happened")))
    lines = list(_happenings(event, lang))
    parts.append(blocks.items(lines) if lines else blocks.text(translate(lang, "Nothing to be told.")))
    signing = ("the director of refereeing", "the organisers", "a judge", "a player, as witness")
    parts.append(blocks.sign([translate(lang, who) for who in signing]))
    title = translate(lang, "Act of the tournament")
    return blocks.document(event, lang, [blocks.sheet(title, parts, after_round(event, lang))])


def _facts(event: Printable, head: str, lang: str) -> Iterator[tuple[str, str]]:
    said = event.event
    took_part = [entry for entry in said.entries if _took_part(event, entry)]
    players = sum(len(entry.players) for entry in took_part)
    yield translate(lang, "tournament"), said.name
    yield translate(lang, "rule book"), f"{event.book.name.text(lang)} ({event.book.id})"
    yield translate(lang, "format"), format_in_words(event, lang)
    limit = event.book.options.limit
    yield translate(lang, "each match"), limit_in_words(limit, lang)
    time = time_in_words(event, limit, lang)
    if time:
        yield translate(lang, "time"), time
    if event.limit_final is not None:
        yield translate(lang, "the final"), limit_in_words(event.limit_final, lang)
    yield translate(lang, "rounds"), str(sum(not one.is_draft for one in said.rounds))
    entries = translate(
        lang,
        "{entries} entries, {players} players",
        entries=number(len(took_part), lang),
        players=number(players, lang),
    )
    yield translate(lang, "took part"), entries
    if event.begun:
        begun, ended = (day_and_time(iso, lang) for iso in (event.begun, event.ended))
        yield translate(lang, "date"), translate(lang, "from {begun} to {ended}", begun=begun, ended=ended)
    if event.committed:
        yield translate(lang, "published beforehand"), event.committed
    if said.seed:
        yield translate(lang, "seed"), said.seed
    yield translate(lang, "last record"), str(said.log.events)
    yield head, said.log.head


def _took_part(event: Printable, entry: Entry) -> bool:
    """Whether they ever had a table or a bye."""
    places = {entry.entry, *entry.players}
    rounds = [one for one in event.event.rounds if not one.is_draft]
    return any(places & set(one.byes) or any(places & set(table.seats) for table in one.tables) for one in rounds)


def _happenings(event: Printable, lang: str) -> Iterator[tuple[str, str]]:
    """Sanctions, defaults and changes by hand, round by round; then rulings as the log has them."""
    for number_of, sentence in sorted(_of_rounds(event, lang), key=lambda line: line[0]):
        yield translate(lang, "Round {round}", round=number_of), sentence
    for incident in event.incidents:
        when, who = day_and_time(incident.at, lang), role_in_words(event, incident.by, lang)
        sentence = translate(lang, "{when}, {who}: {what}", when=when, who=who, what=incident.what.phrase.told(lang))
        yield str(incident.number), sentence


def _of_rounds(event: Printable, lang: str) -> Iterator[tuple[int, str]]:
    for one in event.event.penalties:
        facts = {"name": event.name(one.player), "points": figure(one.difference, lang, True), "article": one.article}
        yield one.round, translate(lang, "{name}: {points} on the difference ({article}).", **facts)
    for card in event.cards:
        shown = card_name(event.book, card.card, lang)
        sentence = "{name}: {card} ({article})."
        yield card.round, translate(lang, sentence, name=event.name(card.player), card=shown, article=card.article)
    for played in event.event.rounds:
        for table in played.tables:
            if table.default:
                absent = ", ".join(dict.fromkeys(event.name(player) for player in table.default))
                sentence = "Table {table}: default, {absent} did not come."
                yield played.round, translate(lang, sentence, table=table.table, absent=absent)
        for player, name in played.stand_ins.items():
            if player in event.people:  # the others complete a table and sit for nobody
                yield played.round, translate(lang, "{name} sits for {absent}.", name=name, absent=event.name(player))
    for edit in event.edits:
        what = edit_in_words(event, edit.a, edit.b, edit.reason, lang)
        yield edit.round, translate(lang, "Draft changed by hand: {what}.", what=what)
