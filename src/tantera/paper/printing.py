"""The door: a paper by its name, of a tournament as it stands."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, Literal, get_args

from tantera.paper import lists, people, persons, results
from tantera.paper.act import act, checklist, prizes
from tantera.paper.dealing import dealing_cards
from tantera.paper.hand_records import HandWorth, hand_records
from tantera.paper.press import Document
from tantera.paper.slips import Address, slips
from tantera.tournament.presentation import Presentation
from tantera.tournament.state import Round
from tantera.words import LANGS, Phrase, Problem
from tantera.words.alike import ERASED

Paper = Literal[
    "slips",
    "seating",
    "tables",
    "entrants",
    "fees",
    "judges",
    "badges",
    "dealing",
    "hands",
    "standings",
    "crosstable",
    "record",
    "cards",
    "checklist",
    "prizes",
    "certificates",
    "act",
]
"""A paper by its name."""
PAPERS: Final[tuple[Paper, ...]] = get_args(Paper)
"""Every paper that can be printed, by its name."""
_OF_PEOPLE: Final[dict[str, Callable[[Presentation, str], Document]]] = {
    "entrants": people.entrants,
    "fees": people.fees,
    "judges": people.judges,
    "badges": people.badges,
    "certificates": people.certificates,
}
OF_A_ROUND: Final = frozenset({"slips", "seating", "tables", "dealing", "hands"})
OF_DUPLICATE: Final = frozenset({"dealing", "hands"})
"""Papers of rounds in which all tables have the same deals."""


def printable(tournament: Presentation) -> list[Paper]:
    """The papers that there are of a tournament as it stands."""
    rounds = tournament.rounds
    dealt = any(one.secret not in ("", ERASED) for one in rounds)
    told = any(one.revealed for one in rounds)
    there = {"dealing": dealt, "hands": told} | dict.fromkeys(("slips", "seating", "tables"), bool(rounds))
    return [name for name in PAPERS if there.get(name, True)]


class PaperProblem(Problem):
    """A paper that cannot be printed."""

    code = "paper"


def laid_out(
    tournament: Presentation,
    what: str,
    lang: str,
    *,
    round: int | None = None,
    player: str | None = None,
    address: Address | None = None,
    hands_worth: Sequence[HandWorth] = (),
) -> Document:
    """A paper of a tournament, ready for the press.

    `round`: whose slips or seating (left out: the last one drawn); of the other papers, after which round (left out:
    now). `player`: whose record (left out: everybody's). `address`: where phones give results, for the codes on slips;
    a function of round and table where every table has an address of its own. `hands_worth`: what is known of the hands
    on their records (left out: it is worked out, without their moves).
    """
    if what not in PAPERS:
        raise PaperProblem(Phrase("there is no paper {what}: there are {papers}", what=what, papers=", ".join(PAPERS)))
    if lang not in LANGS:
        raise PaperProblem(Phrase("papers are in {langs}, found {found}", langs=", ".join(LANGS), found=lang))
    if round is not None and not 1 <= round <= len(tournament.state.played):
        raise PaperProblem(Phrase("there is no round {round}", round=round))
    if player is not None and player not in tournament.state.players:
        raise PaperProblem(Phrase("there is no player {player}", player=player))
    if what not in OF_A_ROUND:
        return _of_the_tournament(tournament.after(round), what, lang, player)
    if not tournament.rounds:
        raise PaperProblem(Phrase("no round has been drawn yet"))
    return _of_a_round(tournament, what, _meant(tournament, what, round), lang, address, hands_worth)


def _meant(tournament: Presentation, what: str, number: int | None) -> Round:
    """The round that somebody named, or the last one of which there is such a paper."""
    rounds = tournament.rounds
    if number is not None:
        return rounds[number - 1]
    if what == "hands":
        return hands_told(tournament) or rounds[-1]
    if what == "dealing":
        return next((one for one in reversed(rounds) if one.secret), rounds[-1])
    return rounds[-1]


def hands_told(tournament: Presentation, number: int | None = None) -> Round | None:
    """The round whose hands everybody may know: the one of this number, or the last; None where there is none."""
    told = (one for one in reversed(tournament.rounds) if one.revealed and number in (None, one.number))
    return next(told, None)


def _of_a_round(
    tournament: Presentation,
    what: str,
    of_round: Round,
    lang: str,
    address: Address | None,
    hands_worth: Sequence[HandWorth],
) -> Document:
    match what:
        case "slips":
            return slips(tournament, of_round, lang, address)
        case "dealing":
            if not of_round.secret or of_round.secret == ERASED:
                sentence = "round {round} has no deals to lay out: only a duplicate round that is published"
                raise PaperProblem(Phrase(sentence, round=of_round.number))
            return dealing_cards(tournament, of_round, lang)
        case "hands":
            if not of_round.revealed:
                raise PaperProblem(Phrase("the hands of round {round} are told when it is closed, if it was duplicate",
                                          round=of_round.number))  # fmt: skip
            return hand_records(tournament, of_round, lang, hands_worth)
        case "seating":
            return lists.seating_by_name(tournament, of_round, lang)
        case _:
            return lists.seating_by_table(tournament, of_round, lang)


def _of_the_tournament(tournament: Presentation, what: str, lang: str, player: str | None) -> Document:
    if what in _OF_PEOPLE:
        return _OF_PEOPLE[what](tournament, lang)
    match what:
        case "standings":
            return results.standings(tournament, lang)
        case "crosstable":
            return results.crosstable(tournament, lang)
        case "record":
            return persons.record(tournament, list(tournament.state.players) if player is None else [player], lang)
        case "cards":
            return persons.cards_and_penalties(tournament, lang)
        case "checklist":
            return checklist(tournament, lang)
        case "prizes":
            return prizes(tournament, lang)
        case _:
            return act(tournament, lang)
