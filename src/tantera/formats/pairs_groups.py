"""Pairs, groups and then knock-out: a round robin in each group, the best of each go on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tantera.formats import pairs_knock_out as knock_out
from tantera.formats import pairs_round_robin as round_robin
from tantera.formats.drawing.field import Drawing, DrawnTable, Field, Violation
from tantera.formats.drawing.roster import across, byes_of, here, in_order, late, tables_of
from tantera.formats.drawing.violations import always, higher_at_home
from tantera.formats.format import Format, Setting, TournamentLaw, Unfit
from tantera.formats.why import Why
from tantera.words import Phrase


def dealt(field: Field) -> tuple[tuple[str, ...], ...]:
    """The entries of each group: one by one in the order of the lot, as round 1 has them.

    Who comes later is put into the first group whose number is odd; there is no other place.
    """
    count = field.options.groups
    if field.round == 1:
        entries = [entrant.entry for entrant in field.entrants]
        return tuple(tuple(entries[group::count]) for group in range(count))
    tables, resting = tables_of(field, 1), list(byes_of(field, 1))
    total = 2 * len(tables) + len(resting)
    groups: list[list[str]] = []
    for group in range(count):
        size = len(range(group, total, count))
        mine, tables = tables[: size // 2], tables[size // 2 :]
        sat = [entry for met in mine for entry in (met.home, met.guest) if entry is not None]
        groups.append([*sat, *resting[: size % 2]])
        resting = resting[size % 2 :]
    for entry in late(field, [entry for group in groups for entry in group]):
        odd = next((group for group in groups if len(group) % 2), None)
        if odd is not None:
            odd.append(entry)
    return tuple(map(tuple, groups))


def group_rounds(groups: Sequence[Sequence[str]], legs: int = 1) -> int:
    """How many rounds until every group has played."""
    return max((round_robin.rounds(len(group), legs) for group in groups), default=0)


def rounds(groups: Sequence[Sequence[str]], legs: int, advance: int) -> int:
    """How many rounds in all, the knock-out included.

    >>> rounds(("abcd", "efgh"), legs=1, advance=2)
    5
    """
    return group_rounds(groups, legs) + knock_out.rounds(sum(min(advance, len(group)) for group in groups))


def draw(field: Field) -> Drawing:
    groups = dealt(field)
    played = group_rounds(groups, field.options.legs)
    if field.round <= played:
        return _group_round(field, groups)
    number = {entry: group for group, entries in enumerate(groups) for entry in entries}
    return knock_out.bracket(field, played + 1, lambda: seeds(field), number)


def seeds(field: Field) -> list[str]:
    """Who goes on: the winners of the groups first, then the seconds, …; among them the better ranked first.

    Where one who would go on cannot be drawn, the next of the group does.
    """
    present = here(field)
    rank = {entry: number for number, entry in enumerate(present)}
    going = [[entry for entry in group if entry in present][: field.options.advance] for group in field.groups]
    return [entry for _, _, entry in sorted((place, rank[e], e) for group in going for place, e in enumerate(group))]


def _group_round(field: Field, groups: Sequence[Sequence[str]]) -> Drawing:
    present = here(field)
    tables: list[DrawnTable] = []
    resting: list[str] = []
    notes: list[Why] = []
    for number, group in enumerate(groups, 1):
        last = round_robin.rounds(len(group), field.options.legs)
        if field.round > last:
            resting += [entry for entry in group if entry in present]
            notes += _rests(number) if group else ()
            continue
        drawn = round_robin.played(field, group, field.round - 1)
        for a, b in drawn.tables:
            facts = round_robin.numbers(group, a, b, field.round, last) | {"group": number}
            why = Why("group {group}, round {round} of {rounds}: {a} and {b} of its circle", facts)
            tables.append(DrawnTable(across(present[a].players, present[b].players), (why,)))
        resting += drawn.resting
        notes += drawn.notes
    known = {entry for group in groups for entry in group}
    outside = [entry for entry in present if entry not in known]
    notes += round_robin.came_late(outside)
    return Drawing(tuple(tables), tuple(in_order(field, (*resting, *outside))), tuple(notes))


def _rests(group: int) -> Iterator[Why]:
    yield Why("Group {group} has played everything and rests", {"group": group})


def levels(field: Field) -> list[tuple[str, ...]]:
    """Those who reached the knock-out by how far they came; empty while the groups play."""
    first = _first(field)
    return knock_out.levels(field, first) if field.round > first else []


def _first(field: Field) -> int:
    """The first round of the knock-out."""
    return group_rounds(dealt(field), field.options.legs) + 1


def too_often(field: Field, drawing: Drawing) -> Iterator[Violation]:
    """While the groups play, nobody meets anybody more often than there are legs."""
    if field.round < _first(field):
        yield from round_robin.too_often(field, drawing)


def still_in(field: Field, drawing: Drawing) -> Iterator[Violation]:
    """Afterwards who has lost plays no more, but for third place."""
    return knock_out.still_in(field, drawing, _first(field))


def _unfit(law: TournamentLaw) -> Iterator[Unfit]:
    left = law.groups * law.advance
    if left < 2:
        yield "advance", law.advance, Phrase("two or more pairs in the knock-out")
    elif law.rounds is not None:
        for_groups = (law.rounds - knock_out.rounds(left)) // law.legs
        if for_groups < 1:
            least = knock_out.rounds(left) + law.legs
            yield "rounds", law.rounds, Phrase("{least} or more: {left} pairs go on", least=least, left=left)
            return
        largest = for_groups + for_groups % 2  # 4 pairs meet in 3 rounds, 3 pairs in 3 as well
        if law.advance >= largest:
            expected = Phrase("fewer than the {size} of a group that so many rounds allow", size=largest)
            yield "advance", law.advance, expected


FORMAT = Format(
    name="pairs-groups",
    words="pairs, groups and then knock-out",
    listed=5,
    enters="pair",
    draw=draw,
    checks=(*always("pair"), too_often, still_in, higher_at_home),
    asks=(
        Setting("groups", "Groups", "where groups are played", least=1, most=1000),
        Setting("advance", "Go on of each group", least=1, most=1000),
        round_robin.LEGS,
    ),
    keys=frozenset({"limit_final"}),
    rounds=lambda course: rounds(course.groups, course.options.legs, course.options.advance),
    knock_out="after_groups",
    groups=dealt,
    group_rounds=group_rounds,
    bye="won_in_knock_out",
    unfit=_unfit,
)
