"""Pairs and their partner's tiles in words: the same tables for the terminal and for a director's page. What is said is
how often chance alone gives as much, and never who did what."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Final, NamedTuple

from tantera.study.pairs import FEWEST, PairStudied, Sureness
from tantera.words import Phrase, translate
from tantera.words.numbers import NOTHING, counted, number, with_error

COMMON: Final = 1 / 3
"""What chance gives as often as this says nothing."""
RAREST: Final = 1_000_000
"""Beyond this the tail of a normal distribution is no figure."""

FITS: Final = Phrase(
    "fits: how much better the choices suit the partner’s tiles than others that these might have been"
)
NOUGHT: Final = Phrase("whoever does not know them comes to nought, however well they play; ± is one standard error")
NO_VERDICT: Final = Phrase("no verdict: it says how often chance alone gives as much to an honest pair")
NOT_FOUND: Final = Phrase(
    "not found: of pairs that share their tiles in 5 to 10 hands of a hundred, hardly any shows within 300 hands"
)
MAY_DO: Final = Phrase(
    "what a director may do: have a judge follow their next tables, and look again with more hands; "
    "by itself it is no ground for a sanction"
)


class PairsTable(NamedTuple):
    """A row for each pair, its names first."""

    headings: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    notes: tuple[str, ...]


def fits_told(pairs: Sequence[PairStudied], asked: int, lang: str) -> PairsTable:
    """How well each pair's play fits the partner's tiles. `asked`: how many questions there were in all."""
    headings = (
        translate(lang, "pair"), translate(lang, "hands"), translate(lang, "decisions"),
        translate(lang, "fits the partner’s tiles"), *_by_chance(lang),
    )  # fmt: skip
    rows = [
        (
            " · ".join(pair.names),
            number(pair.hands, lang),
            number(pair.decisions, lang),
            *_sure(pair.fit, asked, lang, 3),
        )
        for pair in pairs
    ]
    counting = counted(
        lang, asked, "last column: {count} question was asked", "last column: {count} questions were asked"
    )
    notes = (FITS.told(lang), NOUGHT.told(lang), counting, *(one.told(lang) for one in (NO_VERDICT, NOT_FOUND, MAY_DO)))
    return PairsTable(headings, tuple(rows), notes)


def pauses_told(pairs: Sequence[PairStudied], forbidding: Collection[bool], asked: int, lang: str) -> PairsTable | None:
    """What the pauses of each pair carry; None where nobody's time is known. `forbidding`: whether their books forbid
    false thinking."""
    timed = [(pair, pair.pauses) for pair in pairs if pair.pauses is not None]
    if not timed:
        return None
    headings = (
        translate(lang, "pair"), translate(lang, "long pauses with a choice"), translate(lang, "without a choice"),
        translate(lang, "tiles that fit, after a pause"), *_by_chance(lang),
    )  # fmt: skip
    rows = [
        (
            " · ".join(pair.names), _part(one.with_choice, one.choices, lang), _part(one.without, one.forced, lang),
            *_sure(one.telling, asked, lang, 2),
        )
        for pair, one in timed
    ]  # fmt: skip
    may = {
        True: translate(lang, "The book forbids false thinking: to pause without a choice."),
        False: translate(lang, "The book allows false thinking: a pause may mean anything or nothing."),
    }
    meant = translate(
        lang, "tiles that fit: left after a pause, more or fewer than after a quick move with as many options"
    )
    return PairsTable(headings, tuple(rows), (meant, *(may[forbids] for forbids in sorted(forbidding))))


def in_words(pair: PairStudied, asked: int, lang: str) -> Iterator[str]:
    """What the figures of one pair come to, a plain sentence for each."""
    if pair.fit is None:
        yield too_few(pair.hands).told(lang)
    else:
        often = _how_often(pair.fit.among(asked), lang)
        yield translate(lang, "Its play: {often}. No verdict.", often=often)
    if pair.pauses is not None and pair.pauses.telling is not None:
        often = _how_often(pair.pauses.telling.among(asked), lang)
        yield translate(lang, "Its pauses: {often}. No verdict.", often=often)


def _how_often(chance: float, lang: str) -> str:
    if chance >= COMMON:
        return translate(lang, "no more than chance gives")
    sentence = "if all pairs were honest, chance would give as much in {figure} lists like this"
    return translate(lang, sentence, figure=_one_in(chance, lang))


def too_few(hands: int) -> Phrase:
    """Why nothing is said of a pair, or of all of them."""
    return Phrase("Hands together: {hands}. Below {fewest} nothing is said.", hands=hands, fewest=FEWEST)


def _one_in(chance: float, lang: str) -> str:
    if chance * RAREST < 1:
        return translate(lang, "fewer than 1 in {count}", count=number(RAREST, lang))
    return translate(lang, "1 in {count}", count=number(round(1 / chance), lang))


def _by_chance(lang: str) -> tuple[str, str]:
    return translate(lang, "by chance alone"), translate(lang, "among all that was asked")


def _sure(found: Sureness | None, asked: int, lang: str, places: int) -> tuple[str, str, str]:
    if found is None:
        return (NOTHING,) * 3
    figure = with_error(*found.excess, lang, places, sign=True)
    return figure, _rarely(found.by_chance, lang), _rarely(found.among(asked), lang)


def _rarely(chance: float, lang: str) -> str:
    return NOTHING if chance >= COMMON else _one_in(chance, lang)


def _part(part: int, whole: int, lang: str) -> str:
    return translate(lang, "{part} of {whole}", part=part, whole=whole)
