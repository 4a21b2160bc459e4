"""The door: a paper by its name, of a tournament as it stands."""

from __future__ import annotations

from typing import Final, Literal, get_args

from tantera.paper import lists, persons, results
from tantera.paper.act import act, checklist, prizes
from tantera.paper.press import Document
from tantera.paper.slips import Address, slips
from tantera.tournament.presentation import Presentation
from tantera.tournament.state import Round
from tantera.words import LANGS, Phrase, Problem

Paper = Literal[
    "slips", "seating", "tables", "standings", "crosstable", "record", "cards", "checklist", "prizes", "act"
]
PAPERS: Final[tuple[Paper, ...]] = get_args(Paper)
OF_A_ROUND: Final = frozenset({"slips", "seating", "tables"})


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
) -> Document:
    """A paper of a tournament, ready for the press.

    `round`: whose slips or seating (left out: the last one drawn); of the other papers, after which round (left out:
    now). `player`: whose record (left out: everybody's). `address`: where phones give results, for the codes on slips;
    a function of round and table where every table has an address of its own.
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
    return _of_a_round(tournament, what, tournament.rounds[-1 if round is None else round - 1], lang, address)


def _of_a_round(tournament: Presentation, what: str, of_round: Round, lang: str, address: Address | None) -> Document:
    match what:
        case "slips":
            return slips(tournament, of_round, lang, address)
        case "seating":
            return lists.seating_by_name(tournament, of_round, lang)
        case _:
            return lists.seating_by_table(tournament, of_round, lang)


def _of_the_tournament(tournament: Presentation, what: str, lang: str, player: str | None) -> Document:
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
