"""The answers of ``tantera solve``: as data, and as a small table for people."""

from __future__ import annotations

from typing import Any

from tantera.cli.study.solve_command import SolveOptions
from tantera.cli.study.solving import Answer, mover_of, sides_of
from tantera.play import Hand
from tantera.words import translate
from tantera.words.numbers import NOTHING, counted, number


def as_data(answer: Answer, sampled: bool) -> dict[str, Any]:
    """The object for other programs. Where no points came out ``value`` is null, and ``wins`` says who wins."""
    if not sampled:
        moves: list[dict[str, Any]] = [{"move": move.token, "value": move.value} for move in answer.moves]
        if answer.value is not None:
            return {"value": answer.value, "moves": moves, "nodes": answer.nodes}
        for move, row in zip(answer.moves, moves, strict=True):
            row["wins"] = move.wins
        return {"value": None, "wins": answer.wins, "moves": moves, "nodes": answer.nodes}
    means = [
        {"move": move.token, "value": _round(move.value), "error": _error(move.value, move.error), "wins": move.wins}
        for move in answer.moves
    ]
    return {"value": _round(answer.value), "moves": means, "nodes": answer.nodes, "worlds": answer.worlds}


def _round(value: float | None) -> float | None:
    return None if value is None else round(value, 4)


def _error(value: float | None, error: float | None) -> float | None:
    return None if value is None else round(error or 0.0, 4)


def tell(hand: Hand, answer: Answer, options: SolveOptions, sampled: bool, lang: str) -> None:
    """A small table, best move first, as the side of the seat to move sees it."""
    if not answer.moves:
        words = "seat {seat} to move: nothing known within {seconds} s (--seconds 0 waits)"
        print(translate(lang, words, seat=hand.turn, seconds=_seconds(options, lang)))
    elif sampled:
        _tell_means(hand, answer, options, lang)
    elif options.who_wins or answer.value is None:
        _tell_winners(hand, answer, options, lang)
    else:
        _tell_points(hand, answer, lang)


def _tell_points(hand: Hand, answer: Answer, lang: str) -> None:
    ours, theirs = sides_of(hand)
    heading = "seat {seat} to move: points for {ours} (negative: for {theirs})"
    print(translate(lang, heading, seat=hand.turn, ours=ours, theirs=theirs))
    for move in answer.moves:
        print(f"  {move.token:<9} {_signed(mover_of(hand) * (move.value or 0), lang):>6}")
    print(_value(hand, answer, lang, 0))


def _tell_winners(hand: Hand, answer: Answer, options: SolveOptions, lang: str) -> None:
    print(translate(lang, "seat {seat} to move: who wins by each move", seat=hand.turn))
    for move in answer.moves:
        print(f"  {move.token:<9} {_winner(hand, move.wins, lang)}")
    winner = _winner(hand, answer.wins or 0, lang)
    print(translate(lang, "winner: {side}, {nodes}", side=winner, nodes=_nodes(answer, lang)))
    if not options.who_wins:
        print(_no_points(options, lang))


def _tell_means(hand: Hand, answer: Answer, options: SolveOptions, lang: str) -> None:
    ours, _ = sides_of(hand)
    only_winners = options.who_wins or answer.value is None
    deals = counted(lang, answer.worlds, "1 deal", "{count} deals")
    if only_winners:
        heading = "seat {seat} to move: how often {ours} wins in {deals} drawn for the unknown tiles"
    else:
        heading = "seat {seat} to move: mean points for {ours} over {deals} drawn for the unknown tiles"
    print(translate(lang, heading, seat=hand.turn, ours=ours, deals=deals))
    columns = [translate(lang, "move"), translate(lang, "mean"), translate(lang, "± error"), translate(lang, "won")]
    print(f"  {columns[0]:<9}" + ("" if only_winners else f" {columns[1]:>8} {columns[2]:>8}") + f" {columns[3]:>8}")
    for move in answer.moves:
        won = f"{number(100 * move.wins / answer.worlds, lang, 1)} %"
        mean = _signed(mover_of(hand) * (move.value or 0), lang, 2)
        error = NOTHING if move.error is None else number(move.error, lang, 2)
        print(f"  {move.token:<9}" + ("" if only_winners else f" {mean:>8} {error:>8}") + f" {won:>8}")
    summary = _nodes(answer, lang) if only_winners else _value(hand, answer, lang, 2)
    print(f"{summary}; {translate(lang, 'all racks open in every deal')}")
    if answer.value is None:
        print(_no_points(options, lang))
    if answer.worlds < options.worlds:
        done, worlds = number(answer.worlds, lang), number(options.worlds, lang)
        words = "{done} of {worlds} deals drawn, {seconds} s"
        print(translate(lang, words, done=done, worlds=worlds, seconds=_seconds(options, lang)))


def _value(hand: Hand, answer: Answer, lang: str, places: int) -> str:
    value, nodes = number(answer.value or 0, lang, places), _nodes(answer, lang)
    return translate(lang, "value {value} for {side}, {nodes}", value=value, side=_positive(hand), nodes=nodes)


def _no_points(options: SolveOptions, lang: str) -> str:
    words = "points not known within {seconds} s (--seconds 0 waits)"
    return translate(lang, words, seconds=_seconds(options, lang))


def _winner(hand: Hand, wins: int, lang: str) -> str:
    """The side that wins: `wins` is as 1+3 see it."""
    ours, theirs = sides_of(hand)
    return translate(lang, "nobody") if not wins else ours if wins == mover_of(hand) else theirs


def _positive(hand: Hand) -> str:
    """The side whose points are positive."""
    ours, theirs = sides_of(hand)
    return ours if mover_of(hand) > 0 else theirs


def _signed(value: float, lang: str, places: int = 0) -> str:
    return number(value, lang, places, sign=True)


def _nodes(answer: Answer, lang: str) -> str:
    return counted(lang, answer.nodes, "1 node", "{count} nodes")


def _seconds(options: SolveOptions, lang: str) -> str:
    text = f"{options.seconds:g}"
    return text if lang == "en" else text.replace(".", ",")
