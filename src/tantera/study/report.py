"""A study for other programs: plain numbers, every one with its standard error, the same from the same match."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

from tantera.play import Match
from tantera.rules import Seat
from tantera.solver.estimate import Estimate
from tantera.solver.unknown import unknown_rules
from tantera.study.figures import HandStudied, JudgedOption, JudgedTurn, MatchStudied, Play, SideBalance
from tantera.study.over_time import PlayerOverTime
from tantera.study.pairs import PairStudied, Sureness, questions_in
from tantera.study.standings import LuckStanding
from tantera.study.telling import lesson, level, move_in_words
from tantera.words.phrases import told

ROUNDED: Final = 2
OF_CHANCES: Final = 4


def report(studied: MatchStudied, match: Match, lang: str) -> dict[str, Any]:
    """Everything of a match; `lang` is that of the few words in it."""
    return {
        "book": match.book.id,
        "reckoned_without": list(unknown_rules(match.book)),
        "sides": [
            {"seats": list(side), "names": [studied.names[seat - 1] for seat in side]} | _share(share)
            for side, share in zip(studied.sides, studied.shares, strict=True)
        ],
        "players": [_player(studied, seat, lang) for seat in range(1, len(studied.names) + 1)],
        "hands": [_hand(hand, lang) for hand in studied.hands],
    }


def _player(studied: MatchStudied, seat: Seat, lang: str) -> dict[str, Any]:
    costliest = [{"hand": hand.number} | _turn(turn, lang) for hand, turn in studied.costliest(seat)]
    finest = [{"hand": hand.number} | _turn(turn, lang) for hand, turn in studied.finest(seat)]
    return {
        "seat": seat,
        "name": studied.names[seat - 1],
        **_play(studied.play(seat), lang),
        "costliest": costliest,
        "finest": finest,
    }


def _play(play: Play, lang: str) -> dict[str, Any]:
    return {
        "decisions": play.decisions,
        "mistakes": play.mistakes,
        "play": _figure(play.gain),
        "cost": _figure(play.cost),
        "error_a_decision": None if play.error is None else _figure(play.error),
        "error_a_decision_open": None if play.open_error is None else _figure(play.open_error),
        "level": level(play).told(lang),
    }


def over_time_report(players: Iterable[PlayerOverTime], lang: str) -> list[dict[str, Any]]:
    """Several matches together: every player, in all and by months."""
    return [
        {"name": player.together.name, "matches": player.together.matches}
        | _play(player.together.play, lang)
        | {"months": [{"month": one.month, "matches": one.matches} | _play(one.play, lang) for one in player.months]}
        for player in players
    ]


def _hand(hand: HandStudied, lang: str) -> dict[str, Any]:
    shares = None if hand.shares is None else [_share(share) for share in hand.shares]
    return {"n": hand.number, "sides": shares, "decisions": [_turn(turn, lang) for turn in hand.turns]}


def _turn(turn: JudgedTurn, lang: str) -> dict[str, Any]:
    decision = turn.decision
    lessons = lesson(turn)
    return {
        "move": turn.number,
        "seat": decision.seat,
        "played": told(move_in_words(decision.played), lang),
        "cost": _figure(decision.told_cost),
        "cost_at_first": _figure(decision.cost),
        "gain": _figure(decision.gain),
        "lost": None if decision.told_lost is None else _figure(decision.told_lost, OF_CHANCES),
        "open_cost": decision.open_cost,
        "mistake": decision.is_mistake,
        "better": told(move_in_words(decision.best.order), lang),
        "options": [_option(option, lang) for option in decision.options],
        "known": [phrase.told(lang) for phrase in (lessons.tiles, *lessons.known)],
        "why": [phrase.told(lang) for phrase in lessons.why],
        "but": [phrase.told(lang) for phrase in lessons.but],
    }


def _option(option: JudgedOption, lang: str) -> dict[str, Any]:
    """`wins`: the share of the deals that could be in which the hand is won; `chance`: of the match; `open`: points
    with all racks open."""
    chances = {"wins": option.wins, "chance": option.chance}
    shares = {name: None if share is None else round(share, OF_CHANCES) for name, share in chances.items()}
    return {"move": told(move_in_words(option.order), lang)} | _figure(option.value) | shares | {"open": option.open}


def _share(share: SideBalance) -> dict[str, Any]:
    return {
        "result": round(share.result, ROUNDED),
        "luck": _figure(share.luck),
        "play": _figure(share.ours),
        "play_of_the_others": _figure(share.theirs),
        "rest": _figure(share.rest),
    }


def luck_table(rows: Iterable[LuckStanding]) -> list[dict[str, Any]]:
    """Standings without luck, for other programs."""
    return [
        {
            "place": row.place,
            "entry": row.who,
            "hands": row.hands,
            "written": round(row.written, ROUNDED),
            "luck": _figure(row.luck),
            "play": _figure(row.play),
            "without_luck_a_hand": _figure(row.without_luck),
        }
        for row in rows
    ]


def pairs_report(pairs: Sequence[PairStudied]) -> dict[str, Any]:
    """Pairs and their partner's tiles, for other programs. `p` is for one pair alone, `p_among_all` for all questions
    that were asked."""
    asked = questions_in(pairs)
    return {"verdict": None, "questions": asked, "pairs": [_pair(pair, asked) for pair in pairs]}


def _pair(pair: PairStudied, asked: int) -> dict[str, Any]:
    pauses = pair.pauses
    return {
        "names": list(pair.names),
        "hands": pair.hands,
        "decisions": pair.decisions,
        "fit": None if pair.fit is None else _sure(pair.fit, asked),
        "pauses": None
        if pauses is None
        else {
            "with_choice": [pauses.with_choice, pauses.choices],
            "without_choice": [pauses.without, pauses.forced],
            "telling": None if pauses.telling is None else _sure(pauses.telling, asked),
        },
    }


def _sure(found: Sureness, asked: int) -> dict[str, float | None]:
    return _figure(found.excess, OF_CHANCES) | {"p": found.by_chance, "p_among_all": found.among(asked)}


def _figure(estimate: Estimate, places: int = ROUNDED) -> dict[str, float | None]:
    error = None if estimate.error is None else round(estimate.error, places)
    return {"value": round(estimate.mean, places), "error": error}
