"""Documents for hypothesis: everything a DGN file can say, sense or not."""

from hypothesis import strategies as st

from tantera.notation import Document
from tantera.notation.document import (
    ONCE,
    Comment,
    DealItem,
    DoublesTurn,
    DrawTurn,
    ExposedItem,
    HandText,
    Item,
    OpeningTurn,
    PassTurnItem,
    PlaceTurn,
    RecordItem,
    ResultItem,
    SeedItem,
    SeenItem,
    in_order,
)
from tantera.notation.errors import Where
from tantera.tiles import ALL_TILES, End

tiles = st.sampled_from(ALL_TILES)
seats = st.integers(1, 4)
digits = st.integers(0, 9)
sides = st.sampled_from([(1, 3), (2, 4), (1,), (2,), (3,), (4,)])
in_one_line = st.text(st.characters(codec="utf-8", exclude_characters="\n"), max_size=20)
remarks = in_one_line.map(str.strip)
words = st.from_regex(r"[A-Za-z0-9_.\-ñçé]{1,12}", fullmatch=True)
times = st.none() | st.integers(0, 9_999_999_999)

openings = st.builds(OpeningTurn, tiles, took=times)
placements = st.builds(PlaceTurn, st.sampled_from(End), digits, digits, took=times)
passes = st.builds(PassTurnItem, took=times)
moves = st.one_of(
    openings,
    placements,
    passes,
    st.builds(DoublesTurn, digits, digits, took=times),
    st.builds(DrawTurn, st.none() | tiles, took=times),
    st.builds(SeenItem, seats, openings | placements | passes),
    st.builds(ExposedItem, seats, tiles),
)
records = st.builds(
    RecordItem,
    words,
    st.none() | seats,
    st.dictionaries(words.filter(lambda key: key != "seat"), in_one_line | words, max_size=3).map(
        lambda d: tuple(d.items())
    ),
)
comments = st.builds(Comment, remarks)
hexes = st.binary(min_size=1, max_size=40).map(bytes.hex)
seeds = st.builds(
    SeedItem,
    hexes,
    hexes,
    st.lists(st.tuples(seats, in_one_line | words), max_size=3, unique_by=lambda one: one[0]).map(tuple),
)
racks = st.dictionaries(st.integers(0, 4), st.lists(st.none() | tiles, max_size=10).map(tuple), min_size=1)
deals = racks.map(lambda held: DealItem(tuple(sorted(held.items(), key=lambda rack: rack[0] or 5))))

points = st.integers(0, 9_999_999)
pips = st.integers(0, 99_999)
totals = st.one_of(
    st.just(((), False)),
    st.tuples(st.tuples(pips, pips), st.just(False)),
    st.tuples(st.lists(st.none() | pips, min_size=2, max_size=4).map(tuple), st.just(True)),
)


@st.composite
def results(draw: st.DrawFn) -> ResultItem:
    how = draw(st.sampled_from(["domino", "block", "tie", "void", "lost", "ruling", "time"]))
    left, alone = draw(totals)
    match how:
        case "domino":
            return ResultItem("domino", (draw(seats),), draw(points), left, alone=alone)
        case "block":
            return ResultItem("block", draw(sides), draw(points), left, alone=alone)
        case "tie":
            return ResultItem("block", totals=left, alone=alone)
        case "void":
            return ResultItem("void", article=draw(words))
        case "lost":
            return ResultItem("lost", draw(sides), draw(points), article=draw(words))
        case "ruling":
            return ResultItem("ruling", text=draw(in_one_line))
        case _:
            return ResultItem("time")


@st.composite
def hands(draw: st.DrawFn) -> HandText:
    items: list[Item] = draw(st.lists(records | comments, max_size=2))
    if draw(st.booleans()):
        items.append(draw(deals))
    items += draw(st.lists(st.one_of(moves, moves, records, comments), max_size=12))
    seed = draw(st.none() | seeds)
    result = draw(st.none() | results())
    ending: list[Item] = [item for item in (seed, result) if item is not None]
    items += draw(st.permutations(ending))
    items += draw(st.lists(comments, max_size=2))
    alone = draw(st.booleans())
    numbers = st.integers(-9_999_999, 9_999_999)
    score = draw(st.lists(numbers, min_size=2, max_size=4 if alone else 2))
    return HandText(draw(st.integers(0, 9999)), draw(seats), tuple(score), alone, tuple(items))


@st.composite
def documents(draw: st.DrawFn) -> Document:
    once = {"Book": draw(in_one_line)}
    once |= draw(st.dictionaries(st.sampled_from(sorted(ONCE - {"Book"})), in_one_line, max_size=5))
    names = st.sampled_from(["Option", "Ärbiter", "Notes_2"])
    tags = draw(st.permutations([*once.items(), *draw(st.lists(st.tuples(names, in_one_line), max_size=4))]))
    ordered = in_order([(name, value, Where(1, 1)) for name, value in tags])
    return Document(
        tuple((name, value) for name, value, _ in ordered),
        tuple(draw(st.lists(hands(), max_size=3))),
        tuple(draw(st.lists(remarks, max_size=2))),
    )
