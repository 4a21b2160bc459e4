"""Whose the prizes are, worked out a second time."""

from __future__ import annotations

import unicodedata
from typing import Any

from tantera.tournament.check.clubs import club_lines
from tantera.tournament.check.memory import Memory
from tantera.tournament.check.sums import teams


def awards_of(memory: Memory, lines: list[dict[str, Any]]) -> dict[str, Any]:
    """The part of the object that says it; nothing where the event names no such prizes."""
    wanted = memory.law.get("awards")
    if not wanted:
        return {}
    awards = [award if isinstance(award, dict) else _as_said(award) for award in wanted]
    clubs = club_lines(memory) if memory.law.of_clubs else teams(memory, lines)
    order = [line["entry"] for line in lines]
    percentages = list(memory.law.get("prizes") or ())
    only_one = bool(memory.law.get("one_prize"))
    taken = set(order[: len(percentages)])
    fund = sum(entry.paid for entry in memory.entries.values())
    given: list[dict[str, Any]] = []
    for of_clubs, kind in dict.fromkeys(map(_kind, awards)):
        can = [entry for entry in order if _is_in(memory, entry, kind)]
        if only_one and not (kind == "" and percentages):
            can = [entry for entry in can if entry not in taken]
        now: set[str] = set()
        for award in awards:
            if _kind(award) != (of_clubs, kind):
                continue
            place = award["place"]
            amount = award.get("amount", 0) + fund * award.get("percent", 0) // 100
            if of_clubs:
                whose = {"club": clubs[place - 1]["club"]} if place <= len(clubs) else None
            else:
                whose = {"entry": can[place - 1]} if place <= len(can) else None
                now |= set(whose.values()) if whose else set()
            if whose is not None:
                words = {key: award[key] for key in ("category", "trophy") if award.get(key)}
                given.append({"place": place, "amount": amount, **words, **whose})
        taken |= now
    return {"awards": given}


def _kind(award: dict[str, Any]) -> tuple[bool, str]:
    return bool(award.get("clubs")), _sounds(award.get("category", ""))


def _as_said(award: Any) -> dict[str, Any]:
    return {name: getattr(award, name) for name in award.__struct_fields__}


def _is_in(memory: Memory, entry: str, kind: str) -> bool:
    """Whether all players of an entry are of a category."""
    if not kind:
        return True
    said = memory.entries[entry].known_as.values()
    return all(kind in map(_sounds, one.get("categories") or ()) for one in said)


def _sounds(name: str) -> str:
    """Without accents, capitals and signs."""
    letters = unicodedata.normalize("NFKD", name.casefold().replace("º", " o").replace("ª", " a"))
    kept = (letter if letter.isalnum() else " " for letter in letters if not unicodedata.combining(letter))
    return " ".join("".join(kept).split())
