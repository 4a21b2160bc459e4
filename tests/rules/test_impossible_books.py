"""Books whose parts are right one by one and cannot be played together."""

from __future__ import annotations

from pathlib import Path

import pytest

from tantera.rules import RuleBookError, load_book, parse_book, with_options

UEH = (Path(__file__).parents[2] / "src" / "tantera" / "rules" / "books" / "ueh.toml").read_text("utf-8")


@pytest.mark.article("UEH-reparto")
@pytest.mark.parametrize("most", [0, 1])
def test_a_limit_of_doubles_that_no_deal_could_keep_is_refused(most: int):
    with pytest.raises(RuleBookError, match=rf"table.most_doubles: found {most}, expected 2 or more"):
        parse_book(UEH.replace("most_doubles = 4", f"most_doubles = {most}"))


@pytest.mark.article("UEH-reenganche")
@pytest.mark.parametrize("option", [{"play": "pairs"}, {"scoring": "all"}])
def test_re_entries_need_players_alone_who_write_their_own_loss(option: dict[str, str | int]):
    with pytest.raises(RuleBookError, match=r're_entry: found .* expected play = "alone"'):
        with_options(load_book("ueh"), option)


@pytest.mark.parametrize(
    ("bonus", "said"),
    [
        ("points = 10\notherwise = 5", r"bonus\[1\].otherwise: found 5, expected unless = \[…\]"),
        ('points = 10\nunless = ["no_double_opened", "no_double_opened"]', "expected each of them once"),
        ('points = 10\nunless = ["both_ends_alike"]', "expected a case that may be so or not: of capicua it is known"),
        ('points = 10\nunless = ["rain"]', "'rain' as number 1 of the list|'rain'.*expected one of both_ends_alike"),
    ],
)
def test_a_bonus_whose_exceptions_make_no_sense_is_refused(bonus: str, said: str):
    with pytest.raises(RuleBookError, match=said):
        parse_book(f'id = "club"\nextends = "clasico"\n[[bonus]]\nkind = "capicua"\n{bonus}\n')
