"""What the kernels do not know of a book: they reckon without it, and whoever shows their figures says so."""

from __future__ import annotations

from typing import Final

from tantera.rules import Book
from tantera.rules.bonuses import BONUSES
from tantera.rules.glossary import in_a_row, key_in_words
from tantera.words import Phrase

_KNOWN_BONUSES: Final = frozenset({"capicua", "double_blank", "first_pass"})


def unknown_rules(book: Book) -> tuple[str, ...]:
    """The keys of a book that change what a hand is worth and that the kernels do not know.

    >>> from tantera.rules import load_book
    >>> unknown_rules(load_book("tarragona")), unknown_rules(load_book("brasil-7"))
    ((), ('options.block', 'options.closing', 'prize.double', 'prize.double_capicua'))
    """
    options, prize, keys = book.options, book.prize, []
    if options.block != "pair" and options.scoring != "nothing":
        keys.append("options.block")
    if options.block_points == "nothing":
        keys.append("options.block_points")
    if book.points_in_play is not None and book.points_in_play.exact:
        keys.append("points_in_play.exact")  # a position has no score
    if options.closing == "forced":
        keys.append("options.closing")
    if options.tied_block in ("closer_wins", "closer_loses"):
        keys.append("options.tied_block")
    if prize is not None:
        keys += [f"prize.{key}" for key in ("double", "double_capicua") if getattr(prize, key) is not None]
    if book.raises is not None and book.raises.add and prize is None:
        keys.append("raises.add")
    unknown = [bonus.kind for bonus in book.bonuses if bonus.kind not in _KNOWN_BONUSES or bonus.unless]
    return (*keys, *(f"bonus.{kind}" for kind in unknown))


def needs_the_engine(book: Book) -> bool:
    """Whether random hands of a book are played by the plain engine: play-outs know no points in play."""
    return bool(unknown_rules(book)) or book.points_in_play is not None


def unknown_in_words(book: Book, reckoner: Phrase | None = None) -> Phrase | None:
    """The same in a sentence about a figure, or about whoever reckons; None where everything is known.

    >>> from tantera.rules import load_book
    >>> str(unknown_in_words(load_book("cuba-doble-nueve")))
    'reckoned without these rules of cuba-doble-nueve: who wins a block'
    """
    keys = unknown_rules(book)
    if reckoner is not None:
        keys = tuple(key for key in keys if key != "points_in_play.exact")  # whoever plays a match knows its score
    if not keys:
        return None
    phrases = [BONUSES[key[6:]].explained if key.startswith("bonus.") else key_in_words(key) for key in keys]
    rules = in_a_row(phrases, "{one}; {other}")
    if reckoner is not None:
        return Phrase("{who} reckon without these rules of {book}: {rules}", who=reckoner, book=book.id, rules=rules)
    return Phrase("reckoned without these rules of {book}: {rules}", book=book.id, rules=rules)
