"""What the keys and values of a book mean, as a club secretary says it: for ``rules new`` and ``rules diff``.

The words are English sentences; `Phrase` and the catalogues in ``locale/`` tell them in Spanish and Catalan.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from tantera.formats import FORMATS
from tantera.rules.bonuses.conditions import CONDITIONS
from tantera.rules.scores import Bonus
from tantera.words import Moment, Phrase, counting

KEYS: Final[dict[str, str]] = {
    "name": "name",
    "about": "what it is",
    "options.limit": "limit",
    "options.at_time": "when time is up",
    "options.level_at_end": "level at the end",
    "options.draw_order": "highest tile in the draw",
    "options.first_tile": "first tile of the match",
    "options.boneyard": "sleeping tiles",
    "options.reserve": "tiles that always stay asleep",
    "options.false_pass_award": "award for a false pass",
    "options.first_opener": "who opens first",
    "options.next_opener": "who opens next",
    "options.tied_block": "tied block",
    "options.set": "set of tiles",
    "options.tiles": "tiles each",
    "options.play": "who plays with whom",
    "options.players": "players at a table",
    "options.scoring": "what the winner of a hand scores",
    "options.false_thinking": "pausing with nothing to think about",
    "options.next_match_opener": "who opens the next match",
    "options.block": "who wins a block",
    "options.block_points": "what whoever wins a block scores",
    "options.tied_worth": "the hand after a tied one counts times",
    "options.tied_worth_until": "and counts once again from so many points of anybody",
    "options.choose_opener": "when the winners choose who opens",
    "options.closing": "closing the hand",
    "options.reset": "points lost when the others win a hand",
    "options.turns": "turns go",
    "options.fault_count": "infractions are counted by",
    "options.card_span": "cards last for",
    "options.table_seating": "partners at a table, by rank",
    "options.avoid_partners": "rounds without meeting a partner again",
    "options.championship": "championship",
    "table.seating": "seats",
    "table.shuffle": "who shuffles",
    "table.first_shuffle": "who shuffles for the first hand",
    "table.may_redeal_from": "a new deal may be asked for with so many doubles",
    "table.opener_may_shuffle_again": "the opener may shuffle again and then takes last",
    "table.taking": "who takes tiles first",
    "table.lifting": "when tiles are lifted",
    "table.most_doubles": "dealt again with more doubles than",
    "table.draws_up_to": "sleeping tiles may be drawn up to so many players",
    "table.two_doubles_from_hand": "two doubles in one turn, from hand",
    "table.equal_ends": "both ends alike",
    "table.exposed_tiles": "a tile that has been seen",
    "table.fewer_play_alone": "fewer than four play alone without saying so",
    "clock.move_seconds": "seconds for a move",
    "clock.block_seconds": "seconds for a move when a block is possible",
    "clock.at_end": "when a move's time is over",
    "warn_minutes": "minutes before time at which the table is told",
    "comment_seconds": "seconds to comment on a finished hand",
    "extra_hands": "hands after time",
    "prize.domino": "points for a dominó",
    "prize.block": "points for a block",
    "prize.capicua": "points for a capicúa",
    "prize.double": "points for going out with a double",
    "prize.double_capicua": "points for a double capicúa",
    "points_in_play.count": "points in play, from the open ends",
    "points_in_play.exact": "the limit must be hit exactly",
    "points_in_play.last_tile": "points for going out",
    "points_in_play.partners_play_on": "who goes out leaves the partner to play on",
    "raises.factor": "a raised hand counts times",
    "raises.after": "the next hand is raised after",
    "raises.add": "points added to a raised hand",
    "best_of": "matches in a series, at most",
    "re_entry.most": "re-entries, at most",
    "re_entry.factors": "what a point counts before and after each re-entry",
    "sheet.scorer": "who keeps the sheet",
    "sheet.signed_by": "who signs the sheet",
    "sheet.difference_cap": "points that count for the difference, at most",
    "tournament.format": "format of a tournament",
    "tournament.rounds": "rounds of a tournament",
    "tournament.ranked_by": "ranked by",
    "tournament.pairing": "pairs of a Swiss round",
    "tournament.avoid_opponents": "rounds without meeting an opponent again",
    "tournament.bye": "score of a bye",
    "tournament.default_score": "score of a default, for those present and those absent",
    "tournament.late": "lateness",
    "tournament.grace_minutes": "minutes of grace",
    "tournament.stand_ins": "stand-ins complete the last table",
    "tournament.out_after_losses": "matches lost after which nobody is drawn again",
    "tournament.legs": "matches of a round robin against each other pair",
    "tournament.groups": "groups",
    "tournament.advance": "go on from each group",
    "tournament.limit_final": "limit of the final",
    "tournament.warn_minutes": "minutes before time at which the hall is told",
    "tournament.dates": "days of a league calendar",
    "tournament.accelerated": "accelerated rounds",
    "tournament.balanced": "rounds with balanced partners",
    "tournament.prizes": "prizes, in per cent",
    "tournament.awards": "other prizes",
    "tournament.one_prize": "nobody gets two prizes",
    "tournament.teams": "players of a club that count for the teams",
    "tournament.team_pairs": "pairs of a club in a meeting",
    "tournament.teams_meet": "how clubs meet",
    "tournament.level_meeting": "a meeting that is level",
    "tournament.registration": "registration",
    "tournament.fee": "entry fee",
    "tournament.members_only": "members only",
    "tournament.clubs": "clubs whose members may enter",
    "tournament.duplicate": "the same deals at every table",
}
"""What each key decides."""

_SHUFFLES: Final = {
    "losing_side": "the side that lost the hand before",
    "left_then_opener": "the player on the opener's left, then the opener",
    "left_of_opener": "the player on the opener's left",
    "previous_opener": "whoever opened the hand before",
    "anybody": "anybody",
}

VALUES: Final[dict[str, dict[str, str]]] = {
    "options.at_time": {
        "stop": "the match stops and the hand in play does not count",
        "finish_hand": "the hand in play is finished and counts",
        "extra_hands": "some more hands are played",
        "finish_and_extra": "the hand in play is finished and some more are played",
    },
    "options.level_at_end": {
        "ruling": "the judges rule",
        "one_more_hand": "one more hand",
        "half_point": "half a point each",
    },
    "options.draw_order": {"sum": "by its pips", "number": "by its higher number"},
    "options.first_tile": {"any": "any tile", "double": "a double", "highest_double": "the highest double"},
    "options.boneyard": {
        "none": "stay asleep",
        "one": "one may be drawn by whoever cannot play",
        "until_fits": "whoever cannot play draws until one fits",
    },
    "options.false_pass_award": {"20": "20 points", "remaining_plus_20": "the pips left and 20 points"},
    "options.first_opener": {
        "draw": "whoever draws the highest tile",
        "double": "whoever holds the highest double",
        "agreed": "as the table agrees",
    },
    "options.next_opener": {
        "right": "the next one in turn",
        "last_tile": "whoever laid the last tile",
        "winner": "the winners",
        "loser": "the losers",
        "winners_choose": "the winners, who choose which of the two",
        "highest_double": "whoever holds the highest double",
    },
    "options.tied_block": {
        "nobody_same_opener": "nobody scores and the same player opens",
        "nobody_moves_on": "nobody scores and the opening moves on",
        "mano_wins": "the opener wins",
        "nobody_highest_double": "nobody scores and the highest double opens",
        "closer_wins": "whoever closed the hand wins",
        "closer_loses": "whoever closed the hand loses",
    },
    "options.block": {
        "pair": "the side with the fewest pips",
        "lowest_player": "the side of the player with the fewest pips",
        "closer_against_next": "whoever closed it or the next player: the one with fewer pips",
        "closer_against_previous": "whoever closed it or the player before: the one with fewer pips",
        "nobody": "nobody",
    },
    "options.block_points": {"as_won": "the same as for any hand", "nothing": "nothing"},
    "options.choose_opener": {
        "before_dealing": "before the tiles are dealt",
        "after_lifting": "having seen their tiles",
    },
    "options.closing": {
        "free": "allowed to anybody",
        "forced": "only by whoever has no other move",
    },
    "options.reset": {
        "never": "none",
        "others": "those of the others: all must be won in a row",
        "everybody": "everybody's: the match starts again",
        "one_all": "everybody's, but at one all the next hand makes it two to nothing",
    },
    "options.turns": {"to_the_right": "to the right", "to_the_left": "to the left, clockwise"},
    "options.fault_count": {"player": "player", "pair": "pair"},
    "options.set": {"double-six": "28 tiles, to double six", "double-nine": "55 tiles, to double nine"},
    "options.play": {"pairs": "pairs", "alone": "everybody alone"},
    "options.scoring": {
        "all": "all pips left",
        "opponents": "the opponents' pips",
        "own_loss": "nothing: the losers write down their own pips",
        "fixed": "a fixed prize",
        "nothing": "nothing: points are made in play",
    },
    "options.false_thinking": {"allowed": "allowed", "forbidden": "forbidden"},
    "options.next_match_opener": {
        "same_method": "found as in the first match",
        "loser": "the losers",
        "winner": "the winners",
    },
    "options.card_span": {"match": "the match", "tournament": "the tournament"},
    "options.table_seating": {
        "1+4v2+3": "first and fourth against second and third",
        "1+3v2+4": "first and third against second and fourth",
    },
    "options.championship": {"winners_on": "winners meet until one is left", "one_round": "one round"},
    "table.seating": {"as_entered": "as entered", "by_draw": "chosen by the winner of the draw"},
    "table.shuffle": _SHUFFLES,
    "table.first_shuffle": _SHUFFLES,
    "table.taking": {
        "opener_first": "the opener",
        "opener_last": "the opener takes last",
        "shuffler_last": "whoever shuffled takes last",
    },
    "table.lifting": {"at_once": "at once", "staged": "step by step as the opening goes round"},
    "table.equal_ends": {"either": "either end", "right_hand": "the one on the player's right"},
    "table.exposed_tiles": {"shown": "stays in view", "must_play": "must be played as soon as it fits"},
    "clock.at_end": {"first_tile": "the first legal tile is played", "nothing": "the referee rules"},
    "points_in_play.count": {
        "fives_and_threes": "a fifth where they divide by five, a third where by three",
        "fives": "all of them where they divide by five",
    },
    "raises.add": {"worth": "what the blocked hand was worth"},
    "raises.after": {"tied_block": "a tied block", "block": "any block"},
    "sheet.scorer": {"named": "somebody named", "anybody": "anybody"},
    "sheet.signed_by": {
        "nobody": "nobody",
        "one_of_each_side": "one of each side",
        "scorer_and_counter": "the scorer and the counter",
        "everybody": "everybody",
    },
    "tournament.format": {one.name: one.words for one in FORMATS.values()},
    "tournament.teams_meet": {"round_robin": "everybody against everybody", "swiss": "Swiss system"},
    "tournament.level_meeting": {
        "points": "more points win it, then half a point each",
        "half": "half a point each",
    },
    "tournament.pairing": {"neighbours": "1 against 2, 3 against 4, …", "folded": "the upper half against the lower"},
}
"""What each value of a key means; numbers and yes or no need no words."""

DUPLICATE: Final[dict[str, str]] = {
    "butler": "butler: points better than the mean of the room",
    "matchpoints": "matchpoints: how many tables one is better than, in per cent",
}
"""How a hand is scored beside the same deal at other tables."""
RANKED_BY: Final[dict[str, str]] = {
    "points_won": "points won",
    "wins": "matches won",
    "difference": "difference",
    "efectividad": "efectividad",
    "points_for": "points for",
    "head_to_head": "head to head",
    "points_among_tied": "points among the tied",
    "re_entries": "re-entries",
    "duplicate": "duplicate",
    "lot": "the lot",
}
"""What puts entries in order, as a table of points calls it."""


def bonus_points(bonus: Bonus) -> Phrase:
    """What a bonus brings.

    >>> str(bonus_points(Bonus(kind="hand_won", by_hand=(100, 75))))
    '100, 75 points, by the number of hands won'
    >>> str(bonus_points(Bonus(kind="double_blank", points=100, unless=("both_ends_alike",))))
    '100 points, and none if both ends were alike'
    """
    if bonus.points is not None:
        usual = Phrase("{count} points", count=bonus.points)
    else:
        usual = Phrase("{listed} points, by the number of hands won", listed=", ".join(map(str, bonus.by_hand)))
    if not bonus.unless:
        return usual
    cases = in_a_row([CONDITIONS[case].explained for case in bonus.unless], "{one} or {other}")
    if bonus.otherwise:
        return Phrase("{usual}; {count} if {cases}", usual=usual, count=bonus.otherwise, cases=cases)
    return Phrase("{usual}, and none if {cases}", usual=usual, cases=cases)


def key_in_words(key: str) -> Phrase:
    """What a key decides, or the key itself where nobody has words for it.

    >>> str(key_in_words("options.next_opener"))
    'who opens next'
    """
    return Phrase(KEYS.get(key, key))


def value_in_words(key: str, value: Any) -> str | Phrase:
    """What a value means.

    >>> str(value_in_words("options.limit", {"points": 200, "minutes": 40}))
    '200 points or 40 minutes'
    """
    if value is None or value in ([], ()):
        return Phrase("none")
    if isinstance(value, bool):
        return Phrase("yes") if value else Phrase("no")
    if key in ("options.limit", "tournament.limit_final"):
        return in_a_row(list(_limit(value)), "{one} or {other}")
    if key == "tournament.late":
        if value["points"] is None:
            return Phrase("default at {default_minutes} minutes, nothing before", **value)
        return Phrase("{points} points off every {every_minutes} minutes, default at {default_minutes}", **value)
    if key == "tournament.duplicate":
        return Phrase(
            "{hands} hands a round, by {score}", hands=value["hands"], score=Phrase(DUPLICATE[value["score"]])
        )
    if key == "tournament.dates" and isinstance(value, dict):
        return Phrase("from {first}, every {days} days", first=value["from"], days=value["every_days"])
    if key == "tournament.registration":
        return Phrase(
            "from {opens} to {closes}", **{name: Moment(moment) if moment else "…" for name, moment in value.items()}
        )
    if key == "tournament.ranked_by":
        return in_a_row([Phrase(RANKED_BY[item]) for item in value], "{one}, {other}")
    if key in ("tournament.bye", "tournament.default_score"):
        return ", ".join("-".join(map(str, value[at : at + 2])) for at in range(0, len(value), 2))
    if key == "table.lifting" and not isinstance(value, str):
        return in_a_row([_waiting(item) for item in value], "{one}; {other}")
    words = VALUES.get(key, {}).get(str(value))
    if words is not None:
        return Phrase(words)
    if isinstance(value, (list, tuple)):
        return ", ".join(map(str, value))
    return str(value)


def _waiting(value: dict[str, int]) -> Phrase:
    """Who waits for what before lifting: players are counted from the opener."""
    if value["after"] == 1:
        return Phrase("No. {seat}, from the opener, once the opening tile is down", seat=value["seat"])
    message = "No. {seat}, from the opener, once No. {after} has played or passed"
    return Phrase(message, seat=value["seat"], after=value["after"])


def _limit(value: dict[str, int | None]) -> Iterator[Phrase]:
    if points := value.get("points"):
        yield counting(points, "1 point", "{count} points")
    if hands := value.get("hands"):
        yield counting(hands, "1 hand", "{count} hands")
    if minutes := value.get("minutes"):
        yield counting(minutes, "1 minute", "{count} minutes")


def in_a_row(phrases: list[Phrase], joined: str) -> Phrase:
    """Several phrases in one, joined two by two.

    >>> str(in_a_row([Phrase("play"), Phrase("pass"), Phrase("draw")], "{one}, {other}"))
    'play, pass, draw'
    """
    first, *others = phrases
    for other in others:
        first = Phrase(joined, one=first, other=other)
    return first
