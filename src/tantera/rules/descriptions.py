"""What every key of a book is for, in a sentence: editors show it while somebody writes (``tantera rules schema``).

The settings have their words in `glossary.py`; here is everything else, by the table it stands in.
"""

from __future__ import annotations

from typing import Final

from tantera.rules.bonuses import BONUSES
from tantera.rules.bonuses.conditions import CONDITIONS
from tantera.rules.glossary import KEYS, VALUES
from tantera.words import Phrase

TABLES: Final = {
    "Options": "options", "Customs": "table", "MoveClock": "clock", "Prize": "prize", "Raise": "raises",
    "PointsInPlay": "points_in_play", "ReEntry": "re_entry", "SheetCustoms": "sheet", "Tournament": "tournament",
}  # fmt: skip
"""Which table of a file a type of the schema is."""


def description(kind: str, key: str, lang: str) -> str | None:
    """What a key is for, and what each of its values means; None where nobody has said it.

    >>> description("Options", "draw_order", "en")
    'Highest tile in the draw. sum: by its pips; number: by its higher number.'
    """
    name = f"{TABLES[kind]}.{key}" if kind in TABLES else key
    if kind == "Cites":
        cited = Phrase("The article cited for {what}.", what=Phrase(CITED[key])) if key in CITED else None
        return cited.told(lang) if cited is not None else None
    words = FIELDS.get(f"{kind}.{key}") or FIELDS.get(f"Words.{key}") or KEYS.get(name)
    if words is None:
        return None
    values = RULES.get(f"{kind}.{key}") or {value: Phrase(meaning) for value, meaning in VALUES.get(name, {}).items()}
    each = "; ".join(f"{value}: {meaning.told(lang)}" for value, meaning in values.items())
    text = Phrase(words).told(lang)
    return f"{text[0].upper()}{text[1:].removesuffix('.')}." + (f" {each}." if each else "")


RULES: Final[dict[str, dict[str, Phrase]]] = {
    "Bonus.kind": {kind: rule.explained for kind, rule in BONUSES.items()},
    "Bonus.unless": {case: condition.explained for case, condition in CONDITIONS.items()},
}
"""Values that say themselves what they mean."""

FIELDS: Final[dict[str, str]] = {
    "Book.id": "The book's id: small letters, digits and hyphens.",
    "Book.name": "What the book is called; one language is enough.",
    "Book.about": "What it is, in a sentence.",
    "Book.options": "Limit, openers, ties, scoring, the set, who plays: what a table may also set for itself.",
    "Book.cites": "Which article a refusal cites, by what was wrong.",
    "Book.article": "The rules in the club's own words, one [[article]] each.",
    "Book.table": "How a hand comes about, and what a turn may hold.",
    "Book.clock": "Time for a move.",
    "EveryDays.from": "The day of the first round, like 2026-05-31.",
    "EveryDays.every_days": "How many days later each next round is played.",
    "Book.prize": "Fixed points by the kind of win, in place of pips.",
    "Book.points_in_play": "Points from the open ends after every tile, written at once.",
    "Book.bonus": "Points on top of a hand, one [[bonus]] each.",
    "Book.raises": "What a block does to the worth of the next hand.",
    "Book.re_entry": "Players over the limit who come back.",
    "Book.sheet": "The score sheet and who answers for it.",
    "Book.tournament": "How a tournament of these rules is run; an event may set any of it otherwise.",
    "Book.severity": "Classes of infractions that bring the same, one [[severity]] each.",
    "Book.card": "The cards a referee may show, one [[card]] each.",
    "Book.infraction": "What a referee may record, one [[infraction]] each.",
    "Book.asks": "The options people are asked about when they open a table.",
    "Words.es": "In Spanish.",
    "Words.ca": "In Catalan.",
    "Words.en": "In English.",
    "Words.pt": "In Portuguese.",
    "Limit.points": "Over when somebody has so many points.",
    "Limit.hands": "Over after so many hands.",
    "Limit.minutes": "Over after so many minutes.",
    "Article.id": "Its id, by which it is cited: CN-4.2.",
    "Article.number": "Where it stands in the club's own text.",
    "Article.ways": "What makes it hold: the program, a referee, a tournament, or nobody: it is only read.",
    "Article.chapter": "The chapter that begins with this article.",
    "Article.title": "What it is about, in a few words.",
    "Article.reading": "How the club reads it.",
    "Article.figure": "A drawing beside it.",
    "Article.check": "What an organiser ticks off before play begins.",
    "Article.settles": "The settings its words lay down, like options.next_opener: whoever changes one is warned.",
    "Article.settles_all": "Its words say nothing beyond what it settles.",
    "Article.offers": "What else its words allow, like options.scoring = opponents.",
    "Waiting.seat": "Who waits, counted from the opener, who is No. 1.",
    "Waiting.after": "Whose turn they wait for, counted likewise; 1: until the opening tile is down.",
    "Bonus.kind": "What it is for.",
    "Bonus.points": "How many points.",
    "Bonus.by_hand": "Instead of points: those of the first hand won, of the second…",
    "Bonus.unless": "The cases in which it is not given.",
    "Bonus.otherwise": "How many points are given in those cases instead.",
    "Bonus.article": "The article that the sheet cites.",
    "Lateness.points": "Points off the difference each time.",
    "Lateness.every_minutes": "Every so many minutes.",
    "Lateness.default_minutes": "After so many minutes the match is lost.",
    "Lateness.article": "Where the book says so.",
    "Registration.opens": "From when, like 2026-05-31T10:30.",
    "Duplicate.hands": "How many hands the tables of a round share: the match ends with them.",
    "Duplicate.score": "By the points better than the mean of the room, or by how many tables one is better than.",
    "Registration.closes": "Until when, like 2026-05-31T11:00.",
    "Award.place": "For which place.",
    "Award.category": "Among those of this category; left out: among everybody.",
    "Award.clubs": "Among the clubs.",
    "Award.amount": "So much money.",
    "Award.percent": "So many per cent of the fees.",
    "Award.trophy": "A thing, in words: a cup, a ham.",
    "Severity.id": "Its name in this file.",
    "Severity.name": "What people call it.",
    "Severity.consequences": "What follows every time.",
    "Severity.decision": "Who chooses what follows.",
    "Severity.every": "What several of the same bring.",
    "Consequence.kind": "What follows.",
    "Consequence.side": "Whose score the points go on.",
    "Consequence.points": "So many points; below zero they are taken off.",
    "Consequence.remaining": "And the pips of every tile not yet played.",
    "Consequence.award": "As many points as this option says.",
    "Consequence.card": "Which card.",
    "Consequence.opening": "Who opens after a void hand.",
    "Consequence.to_limit": "The others' score is raised to the limit.",
    "Consequence.late": "A tile taken back late: it stays, or is withdrawn.",
    "Decision.who": "Who chooses.",
    "Decision.choices": "Between what.",
    "Choice.id": "The name of the choice in this file.",
    "Choice.consequences": "What follows if it is chosen.",
    "Choice.needs": "What must be so at the table for it to be offered.",
    "Growth.times": "Every so many times.",
    "Growth.consequences": "What follows then.",
    "Growth.becomes": "It counts as this severity, too.",
    "Growth.confirm": "Only if the referee confirms it.",
    "Growth.article": "Where the book says so.",
    "Card.id": "Its name in this file.",
    "Card.name": "What people call it.",
    "Card.every": "So many of it bring another card.",
    "CardGrowth.times": "Every so many times.",
    "CardGrowth.card": "Which card.",
    "Infraction.article": "The article it breaks; its id.",
    "Infraction.name": "As a referee calls it, short.",
    "Infraction.example": "What it looks like at the table.",
    "Infraction.also": "What players call it besides: a search finds it.",
    "Infraction.breaks": "Other articles it is a breach of.",
    "Infraction.severity": "Its class, from [[severity]].",
    "Infraction.consequences": "What follows, on top of what its class brings.",
    "Infraction.again": "What follows from the second time on, instead.",
    "Infraction.unknown": "What follows if nobody knows who did it.",
    "Infraction.decision": "Who chooses what follows, instead of what its class says.",
    "Infraction.choices": "More to choose from than its class gives.",
    "Infraction.touched": "What follows instead if the tile was touched.",
    "Infraction.needs": "What must have been so at the table.",
    "Infraction.if_forbidden": "In force only where the table forbids what this option names.",
    "Infraction.ruling": "A free ruling: whoever judges says what follows.",
    "Infraction.while_right_waits": "Only while the player on the right has not played.",
    "Infraction.abandons": "Leaving before the match is over.",
}
"""By type and key. A text of any table has the languages of `Words`."""

CITED: Final[dict[str, str]] = {
    "seating": "seats and the draw",
    "opener": "who opens",
    "deal": "shuffling and taking tiles",
    "turn": "whose turn it is",
    "opening_tile": "the first tile",
    "fit": "a tile that does not fit",
    "must_play": "a pass with a tile that fits",
    "equal_ends": "equal ends",
    "two_doubles": "two doubles in one turn",
    "drawing": "sleeping tiles",
    "exposed": "tiles in view",
    "clock": "time for a move",
    "count": "the count",
    "limit": "the limit",
    "time": "time and its end",
    "scorer": "who keeps the sheet",
    "sheet": "the sheet",
    "talk": "talking",
    "closing": "closing the hand",
    "rack": "tiles that stay as lifted",
    "tied_block": "a tied block",
    "silence": "silence while a hand is played",
    "draw": "the draw of a round",
    "entries": "who may enter",
    "registration": "registration",
    "slip": "the slip",
    "level": "a level score",
    "default": "who does not come",
    "in_play": "points in play",
    "re_entries": "re-entries",
    "sanctions": "who may sanction",
    "suspension": "suspending a player",
}
"""What a refusal, or a line of the sheet, cites an article for."""
