"""What a book means where it says nothing."""

from __future__ import annotations

import msgspec
import pytest

from tantera.rules import sanctions, schema

# Keys at their default are left out of the hash, so another default would change the law of every book that is silent,
# and no hash would tell. New keys may be added here; what stands here stays.
DEFAULTS: dict[str, dict[str, object]] = {
    "Options": {
        "at_time": "finish_hand",
        "level_at_end": "one_more_hand",
        "draw_order": "sum",
        "first_tile": "any",
        "boneyard": "none",
        "false_pass_award": 20,
        "first_opener": "draw",
        "next_opener": "right",
        "tied_block": "nobody_moves_on",
        "set": "double-six",
        "play": "pairs",
        "players": 4,
        "scoring": "all",
        "false_thinking": "forbidden",
        "next_match_opener": "same_method",
        "card_span": "match",
        "table_seating": "1+4v2+3",
        "avoid_partners": 0,
        "championship": "winners_on",
    },
    "Customs": {
        "seating": "as_entered",
        "shuffle": "anybody",
        "opener_may_shuffle_again": False,
        "taking": "opener_first",
        "lifting": "at_once",
        "most_doubles": None,
        "two_doubles_from_hand": None,
        "draws_up_to": 4,
        "equal_ends": "either",
        "exposed_tiles": "shown",
        "fewer_play_alone": False,
    },
    "Limit": {"points": None, "hands": None, "minutes": None},
    "MoveClock": {"at_end": "first_tile"},
    "Prize": {"capicua": None},
    "Raise": {"after": "tied_block"},
    "SheetCustoms": {"scorer": "anybody", "signed_by": "nobody", "difference_cap": None},
    "Tournament": {
        "format": None,
        "rounds": None,
        "ranked_by": (),
        "pairing": "neighbours",
        "avoid_opponents": 0,
        "bye": None,
        "default_score": None,
        "late": None,
        "grace_minutes": 0,
        "stand_ins": False,
        "legs": 1,
        "groups": 2,
        "advance": 2,
        "limit_final": None,
        "prizes": (),
        "teams": 0,
        "registration": None,
        "fee": 0,
        "members_only": False,
        "clubs": (),
    },
    "Consequence": {
        "side": "offender",
        "points": 0,
        "remaining": False,
        "award": None,
        "card": None,
        "opening": "same",
        "to_limit": False,
    },
    "Choice": {"consequences": ()},
    "Growth": {"consequences": (), "becomes": None, "confirm": False, "article": None},
    "Severity": {"consequences": (), "decision": None, "every": ()},
    "Card": {"every": None},
    "Infraction": {
        "severity": None,
        "consequences": (),
        "again": None,
        "unknown": None,
        "decision": None,
        "choices": (),
        "ruling": False,
        "while_right_waits": False,
        "abandons": False,
    },
    "Book": {
        "clock": None,
        "comment_seconds": None,
        "extra_hands": 2,
        "prize": None,
        "bonus": (),
        "raises": None,
        "best_of": 1,
        "re_entry": None,
        "tournament": None,
        "severity": (),
        "card": (),
        "infraction": (),
    },
}


@pytest.mark.parametrize("name", DEFAULTS)
def test_what_a_book_need_not_say_stays_what_it_was(name):
    kind = getattr(schema, name, None) or getattr(sanctions, name)
    defaults = {field.encode_name: field.default for field in msgspec.structs.fields(kind)}
    assert {key: msgspec.to_builtins(defaults[key]) for key in DEFAULTS[name]} == DEFAULTS[name]
