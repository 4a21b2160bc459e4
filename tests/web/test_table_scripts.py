"""The geometry of the table's page: the same as the room `layout` has, in the scripts that a browser runs."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from tantera.layout import places
from tantera.rules import Seat
from tantera.tiles import Chain, End, TileSet
from tantera.web.pages.static_files import words_of
from tests.web.node import run_script

PAGE = "globalThis.document = { getElementById: () => null };\n"
"""The scripts ask for the page's words when they are loaded."""
PHONE, SMALL, LYING, LAPTOP = ((390, 400), (360, 360), (260, 190), (880, 506))


def chains(tile_set: TileSet, count: int, seed: int) -> list[Chain]:
    """Chains as random play leaves them, at every length."""
    random, found = Random(seed), []
    for _ in range(count):
        tiles = list(tile_set.tiles)
        random.shuffle(tiles)
        chain = Chain.opened(tiles.pop())
        while fitting := [(tile, end) for tile in tiles for end in End if tile.has(chain.end(end))]:
            found.append(chain)
            tile, end = random.choice(fitting)
            tiles.remove(tile)
            chain = chain.placed(tile, end)
        found.append(chain)
    return found


def laid(chain: Chain, tile_set: TileSet, quarters: int = 0) -> list[dict[str, Any]]:
    """As the wire has it."""
    return [
        {"tile": one.placement.code, "end": one.placement.end, "x": one.x, "y": one.y, "angle": one.angle}
        for one in (place.seen_from(quarters) for place in places(chain, tile_set))
    ]


def test_the_table_is_turned_as_layout_turns_it():
    some = Random(1).sample(chains(TileSet.DOUBLE_SIX, 4, 3), 12)
    given = [laid(chain, TileSet.DOUBLE_SIX) for chain in some]
    script = PAGE + (
        'const { turned } = await load("table/seats.js");\n'
        "const all = given.map((chain) => [0, 1, 2, 3].map((by) => chain.map((place) => turned(place, by))));\n"
        "console.log(JSON.stringify(all));"
    )
    for chain, by_quarters in zip(some, run_script(script, given), strict=True):
        for quarters, turned in enumerate(by_quarters):
            meant = laid(chain, TileSet.DOUBLE_SIX, quarters)
            assert [(one["x"], -one["y"], one["angle"]) for one in turned] == [
                (one["x"], one["y"], one["angle"]) for one in meant
            ]


@pytest.mark.parametrize(
    ("players", "below", "sides"),
    [
        (4, 1, {1: "below", 2: "right", 3: "above", 4: "left"}),
        (4, 3, {3: "below", 4: "right", 1: "above", 2: "left"}),
        (3, 2, {2: "below", 3: "right", 1: "left"}),
        (2, 2, {2: "below", 1: "above"}),
    ],
)
def test_the_next_player_sits_on_the_right(players: int, below: Seat, sides: dict[Seat, str]):
    script = PAGE + (
        'const { sides } = await load("table/seats.js");\n'
        "console.log(JSON.stringify(sides(given.below, given.players)));"
    )
    found = run_script(script, {"below": below, "players": players})
    assert {int(seat): side for seat, side in found.items()} == sides


def test_where_play_goes_clockwise_the_next_player_sits_on_the_left():
    facts = '{"clockwise": true}'
    script = f"globalThis.document = {{ getElementById: () => ({{ textContent: {facts!r} }}) }};\n" + (
        'const { sides, quarters } = await load("table/seats.js");\n'
        "console.log(JSON.stringify([sides(1, 4), sides(2, 3), quarters(2, 1)]));"
    )
    four, three, turned = run_script(script, {})
    assert four == {"1": "below", "2": "left", "3": "above", "4": "right"}
    assert three == {"1": "right", "2": "below", "3": "left"}
    assert turned == 3


FIT = (
    PAGE
    + """
const { fitted, LEAST } = await load("table/fit.js");
const { boxOf, openHalf } = await load("table/tiles.js");
const told = given.chains.map((chain) => {
  const ends = ["<", ">"].map((end) => openHalf(chain.findLast((one) => one.end === end) ?? chain[0], end));
  const view = fitted(chain.map(boxOf), ends, { left: 0, top: 0, right: given.wide, bottom: given.high }, null);
  const inside = ({ left, top, right, bottom }) =>
    Math.abs(left - view.x) * view.scale <= given.wide / 2 + 0.01 &&
    Math.abs(right - view.x) * view.scale <= given.wide / 2 + 0.01 &&
    Math.abs(top - view.y) * view.scale <= given.high / 2 + 0.01 &&
    Math.abs(bottom - view.y) * view.scale <= given.high / 2 + 0.01;
  const seen = { last: inside(ends[1]), both: ends.every(inside) };
  return { scale: view.scale, whole: view.whole, all: chain.map(boxOf).every(inside), ...seen };
});
console.log(JSON.stringify({ least: LEAST, told }));
"""
)


@pytest.mark.parametrize("area", [PHONE, SMALL, LYING, LAPTOP], ids=["phone", "small", "lying", "laptop"])
@pytest.mark.parametrize("tile_set", list(TileSet), ids=lambda one: one.value)
def test_the_carro_is_shown_whole_or_its_end_is_readable(tile_set: TileSet, area: tuple[int, int]):
    """Every chain of random play: all of it at a size that can be read, or else both its ends; of the largest sets on a
    small screen the end last played."""
    wide, high = area
    drawn = [laid(chain, tile_set) for chain in chains(tile_set, 25, 7)]
    for one in (place for chain in drawn for place in chain):
        one["y"] = -one["y"]  # the screen's way; what angle means stays as it is
    found = run_script(FIT, {"chains": drawn, "wide": wide, "high": high})
    for told in found["told"]:
        assert told["scale"] >= (8 if area is LYING or tile_set is not TileSet.DOUBLE_SIX else found["least"])
        assert told["all"] if told["whole"] else told["last"]
        assert told["both"] or tile_set is not TileSet.DOUBLE_SIX
    if tile_set is TileSet.DOUBLE_SIX and area is LAPTOP:
        assert all(told["whole"] for told in found["told"])


BEND = (
    PAGE
    + """
const { bestShape, isFree, laidIn } = await load("table/bend.js");
const { sizeIn } = await load("table/fit.js");
const { boxOf } = await load("table/tiles.js");
const scale = (places) => sizeIn({ left: 0, top: 0, right: given.wide, bottom: given.high }, places.map(boxOf));
let shape = null;
const told = given.chains.map((chain) => {
  const before = chain.length === 1 ? null : shape;
  shape = bestShape(chain, [], true, scale, before);
  const { places, next } = laidIn(shape, chain);
  const coming = ["<", ">"].flatMap((end) => ["01", "11"].map((tile) => next({ tile, end })));
  const stays = before === shape && chain.length > 1;
  return { free: isFree(places) && coming.every((one) => Number.isFinite(one.x + one.y)),
    straight: new Set(places.filter(({ tile }) => tile[0] !== tile[1]).map(({ angle }) => angle % 180)).size < 2,
    size: scale(places), law: scale(chain), length: chain.length, stays,
    same: places.map(({ tile, end }) => [tile, end]) };
});
console.log(JSON.stringify(told));
"""
)


@pytest.mark.parametrize("area", [SMALL, LYING, LAPTOP], ids=["small", "lying", "laptop"])
def test_where_no_book_says_so_the_carro_bends_where_its_tiles_are_seen_largest(area: tuple[int, int]):
    wide, high = area
    drawn = [laid(chain, TileSet.DOUBLE_SIX) for chain in chains(TileSet.DOUBLE_SIX, 8, 11)]
    found = run_script(BEND, {"chains": drawn, "wide": wide, "high": high})
    for chain, told in zip(drawn, found, strict=True):
        assert told["free"], "no tile lies on another"
        assert told["same"] == [[one["tile"], one["end"]] for one in chain]
    long = [told for told in found if told["length"] >= 9]
    gain = 1.05 if area is LAPTOP else 1.2  # where all are large, one more turn is worth no larger tile
    assert sum(told["size"] for told in long) > gain * sum(told["law"] for told in long)
    assert all(told["straight"] for told in found if told["length"] <= 3), "nothing is folded back that has room"
    assert sum(not told["stays"] for told in found) <= 3 * 8, "it lies still while more tiles come"


COUNTED = (
    PAGE
    + """
const { Bend } = await load("table/bend.js");
const { LEAST, sizeIn } = await load("table/fit.js");
const { boxOf } = await load("table/tiles.js");
globalThis.innerWidth = 360;
const areaOf = ([wide, high]) => ({ left: 0, top: 0, right: wide, bottom: high });
const told = given.chains.map((chain) => {
  const connection = { law: { sides_matter: false } };
  const app = { connection, quarters: 0 };
  const bend = new Bend(app);
  return given.areas.map(([phase, area]) => {
    connection.shown = { phase, number: 1, chain, options: [] };
    app.room = () => areaOf(area);
    bend.update();
    return { shape: bend.shape, size: sizeIn(areaOf(area), connection.shown.chain.map(boxOf)), least: LEAST };
  });
});
console.log(JSON.stringify(told));
"""
)


def test_the_carro_is_laid_anew_when_a_hand_is_over_only_where_its_pips_could_not_be_read():
    drawn = [laid(chain, TileSet.DOUBLE_SIX) for chain in chains(TileSet.DOUBLE_SIX, 12, 3)]
    drawn = [chain for chain in drawn if len(chain) > 15]
    tall, wide, little = (300, 480), (300, 300), (270, 150)
    found = run_script(
        COUNTED, {"chains": drawn, "areas": [("playing", tall), ("counting", wide), ("counting", little)]}
    )
    anew = 0
    for playing, counted, squeezed in found:
        assert counted["shape"] == playing["shape"] or counted["size"] < counted["least"]
        if squeezed["shape"] != playing["shape"]:
            anew += 1
    assert anew > len(found) / 4


@pytest.mark.parametrize(("same", "ends"), [(None, "<>"), ("<", ">"), (">", "<")])
def test_which_end_is_asked_only_where_it_makes_a_difference(same: str | None, ends: str):
    script = PAGE + (
        'const { Choice } = await load("table/choice.js");\n'
        'const play = (end, x) => ({ order: "place_tile", tile: "64", end, place: { x, y: 0, angle: 0 } });\n'
        'const options = ["<", ">"].map(play).map((one) => (one.end === given ? { ...one, same: true } : one));\n'
        'const shown = { phase: "playing", options };\n'
        "const choice = new Choice({ quarters: 0, connection: { shown, current: true, pending: [] } });\n"
        'console.log(JSON.stringify(choice.of("64").map(({ order }) => order.end).join("")));'
    )
    assert run_script(script, same) == ends


SLOTS = (
    PAGE
    + """
const { Slots } = await load("table/slots.js");
const slots = new Slots();
const shown = given.map(({ number, rack, count, lifted }) => {
  const places = slots.update({ number, racks: [rack], counts: [count ?? rack.length] }, 1, lifted);
  return places.map(({ tile, held }) => (held ? (tile ?? "?") : "-")).join(" ");
});
console.log(JSON.stringify(shown));
"""
)


@pytest.mark.article("TG-13.2")
def test_a_rack_keeps_its_gaps_and_takes_a_tile_back_to_its_place():
    steps = [
        {"number": 1, "rack": None, "count": 3},
        {"number": 1, "rack": ["14", "01", "66"]},
        {"number": 1, "rack": ["14", "66"]},
        {"number": 1, "rack": ["14"]},
        {"number": 1, "rack": ["14", "66"]},
        {"number": 1, "rack": ["14", "66", "25"]},
        {"number": 2, "rack": ["66", "25", "01"]},
    ]
    shown = ["? ? ?", "14 01 66", "14 - 66", "14 - -", "14 - 66", "14 - 66 25", "66 25 01"]
    assert run_script(SLOTS, steps) == shown


@pytest.mark.article("TG-13.2")
def test_a_page_that_is_loaded_again_shows_the_same_gaps():
    again = {"number": 4, "rack": ["14", "66"], "lifted": ["01", "14", "22", "66"]}
    later = {"number": 4, "rack": ["66"]}
    next_hand = {"number": 5, "rack": ["14", "33"]}
    assert run_script(SLOTS, [again, later, next_hand]) == ["- 14 - 66", "- - - 66", "14 33"]


AWAY = {
    "es": "La mesa te espera; te tocaba a ti.",
    "ca": "La taula t'espera; et tocava a tu.",
    "en": "The table waits for you; it was your turn.",
}
ENDS = {"es": ["arriba", "abajo", "izquierda", "derecha"], "ca": ["a dalt", "a baix", "esquerra", "dreta"]}
CLOCK = {"es": "reloj", "ca": "rellotge", "en": "clock"}
SENTENCES = """
globalThis.document = { getElementById: (id) => ({ textContent: id === "words" ? JSON.stringify(given) : "{}" }) };
globalThis.matchMedia = () => ({ matches: false });
const { meanwhile, side } = await load("table/band.js");
const both = [true, false];
const all = both.flatMap((alone) => both.flatMap((clock) => both.map((mine) => meanwhile({ alone, clock, mine }))));
const ends = both.flatMap((upright) => [side(0, upright), side(1, upright)]);
console.log(JSON.stringify({ all, onlooker: meanwhile(null), ends }));
"""


@pytest.mark.parametrize("lang", AWAY)
def test_without_a_connection_a_table_says_whether_it_waits_or_its_clock_runs(lang: str):
    said = run_script(SENTENCES, words_of(lang, "table/band.js"))
    waits, others = said["all"][:4], said["all"][4:]
    assert waits[2] == AWAY[lang]
    assert waits[:2] == others[:2], "a clock goes on for who plays alone too"
    assert [CLOCK[lang] in one for one in waits + others] == [True, True, False, False] * 2
    assert said["onlooker"] == others[3]
    assert len(set(said["ends"])) == 4
    assert said["ends"] == ENDS.get(lang, said["ends"])


OFFLINE = """
const { leftOffline, running } = await load("table/band.js");
Date.now = () => 100_000;
const told = given.cases.map(({ move, friend, lost = 100_000 }) => {
  const seats = [{ person: "ana" }, { person: friend, bot: friend ? null : "level-1" }];
  const waits = move ? [{ what: "move", until: 100_000 + move }] : [];
  const table = { seat: 1, seats, waits, settings: { times: { move, grace: 60_000 } } };
  const shown = { turn: 1, clock: {} };
  const left = leftOffline({ connection: { current: false, lostAt: lost, shown, table, now: () => 100_000 } });
  return left === null ? null : running(left);
});
console.log(JSON.stringify(told));
"""
LEFT = {
    "es": ("Te quedan 0:15; después se juega por ti", "1:00", "Se acabó tu tiempo: se juega por ti"),
    "ca": ("Et queden 0:15; després es juga per tu", "1:00", "S’ha acabat el teu temps: es juga per tu"),
    "en": ("0:15 left, then it is played for you", "1:00", "Your time is up: it is played for you"),
}


@pytest.mark.parametrize("lang", LEFT)
def test_without_a_connection_a_turn_says_how_long_it_is_until_somebody_plays_it_alone_with_bots_too(lang: str):
    cases = [
        {"move": None, "friend": None},
        {"move": 15_000, "friend": None},
        {"move": 180_000, "friend": "bea"},  # a bot takes the seat before the time for a move is over
        {"move": 180_000, "friend": "bea", "lost": 40_000},
    ]
    script = SENTENCES[: SENTENCES.index("const {")].replace("JSON.stringify(given)", "JSON.stringify(given.words)")
    waits, alone, friend, over = run_script(
        script + OFFLINE, {"words": words_of(lang, "table/band.js"), "cases": cases}
    )
    assert waits is None
    assert (alone, over) == (LEFT[lang][0], LEFT[lang][2])
    assert LEFT[lang][1] in friend


MISSED = {
    "es": "Se te acabó el tiempo: la mesa jugó por ti 6-0, 2-0",
    "ca": "Se t’ha acabat el temps: la taula ha jugat per tu 6-0, 2-0",
    "en": "Your time ran out: the table played 6-0, 2-0 for you",
}


@pytest.mark.parametrize("lang", MISSED)
def test_a_page_that_heard_nothing_tells_every_tile_that_the_table_played_meanwhile(lang: str):
    script = SENTENCES[: SENTENCES.index("const {")].replace("JSON.stringify(given)", "JSON.stringify(given.words)") + (
        'const { lateUnseen } = await load("table/parts/presence.js");\n'
        'const laid = [[1, "66", 5], [1, "60", 20], [2, "21", 21], [1, "20", 40], [1, "11", 60]];\n'
        'const moves = laid.map(([seat, tile, at]) => ({ event: "tile_placed", seat, tile, at }));\n'
        "const table = { seat: 1, late: [[1, 5], [1, 20], [2, 21], [1, 40]] };\n"
        "const seen = [{ hands: 0, at: 5 }, { hands: 0, at: 40 }, null];\n"
        "const told = seen.map((one) => lateUnseen({ shown: { hands: 0, moves }, table }, one));\n"
        "console.log(JSON.stringify(told.map((note) => note?.text ?? null)));"
    )
    told = run_script(script, {"words": words_of(lang, "table/parts/presence.js")})
    assert told == [MISSED[lang], None, None]


GONE = {
    "es": "Marta se ha quedado sin conexión: juega un bot hasta que vuelva",
    "ca": "Marta s’ha quedat sense connexió: juga un bot fins que torni",
    "en": "Marta has lost the connection: a bot plays until they are back",
}


@pytest.mark.parametrize("lang", GONE)
def test_the_others_read_that_a_bot_plays_for_as_long_as_somebody_has_no_connection(lang: str):
    script = SENTENCES[: SENTENCES.index("const {")].replace("JSON.stringify(given)", "JSON.stringify(given.words)") + (
        'const { standIn } = await load("table/parts/presence.js");\n'
        'const seats = ["offline", "left"].map((where) => ({ name: "Marta", where, bot: "level-1" }));\n'
        "console.log(JSON.stringify(seats.map(standIn)));"
    )
    told = run_script(script, {"words": words_of(lang, "table/parts/presence.js")})
    assert told == [[GONE[lang]], []], "of who has left for good the plate is enough"


def test_a_move_that_the_clock_made_is_told_from_those_of_its_player():
    script = PAGE + (
        'const { byTheClock } = await load("table/plates.js");\n'
        "const table = { late: [[2, 40]] };\n"
        "const moves = [[2, 40], [2, 20], [1, 40]].map(([seat, at]) => ({ seat, at }));\n"
        "console.log(JSON.stringify(moves.map((move) => [byTheClock(move, table), byTheClock(move, null)])));"
    )
    assert run_script(script, None) == [[True, False], [False, False], [False, False]]


@pytest.mark.parametrize(
    ("law", "move", "person", "timed"),
    [
        ({"pauses_speak": True}, None, None, False),
        ({"pauses_speak": True}, None, "bea", True),
        ({"pauses_speak": False}, None, "bea", False),
        ({"pauses_speak": False}, 60_000, None, True),
        ({"move_seconds": 30}, None, None, True),
    ],
)
def test_seconds_are_shown_where_there_is_a_clock_or_somebody_hears_a_pause(
    law: dict[str, object], move: int | None, person: str | None, timed: bool
):
    table = {"seat": 1, "seats": [{"person": "ana"}, {"person": person}], "settings": {"times": {"move": move}}}
    told = run_script(
        PAGE + 'const { isTimed } = await load("table/clocks.js");\nconsole.log(JSON.stringify(isTimed(given.at)));',
        {"at": {"law": law, "table": table, "shown": {"clock": {"ends": None}}}},
    )
    assert told is timed


def test_advice_names_the_tiles_that_it_would_lay_and_their_ends():
    script = PAGE + (
        'const { laidBy } = await load("table/advice.js");\n'
        "console.log(JSON.stringify(given.map((move) => laidBy(move).map(({ tile, end }) => [tile, end]))));"
    )
    told = run_script(script, ["66", ">64", "<44&>55", "-", "+"])
    assert told == [[["66", None]], [["64", ">"]], [["44", "<"], ["55", ">"]], [], []]


def test_the_clock_of_a_match_stands_still_when_it_is_over():
    script = PAGE + (
        'const { matchTime } = await load("table/clocks.js");\n'
        "console.log(JSON.stringify(given.map((shown) => matchTime({ shown, now: () => 50_000 }))));"
    )
    clock = {"ends": 60_000, "paused": None}
    running, over = {"phase": "playing", "clock": clock}, {"phase": "ended", "clock": clock, "line": {"at": 40_000}}
    paused = {"phase": "playing", "clock": clock | {"paused": 45_000}}
    assert run_script(script, [running, over, paused]) == [10_000, 20_000, 15_000]


def test_there_is_one_reading_of_a_turns_time():
    """What is left, in the ring, where the book has a clock or the table's own time runs out; else that time as a
    clock, or, where a pause is speech, how long somebody else has been thinking."""
    script = PAGE + (
        'const { ringOf, timeBeside } = await load("table/clocks.js");\n'
        "const told = given.map(({ law, shown, until }) => {\n"
        '  const seats = [{ person: "ana" }, { person: "bea" }], waits = [{ what: "move", until }];\n'
        "  const table = { seats, seat: 1, waits, settings: { times: { move: 180_000 } } };\n"
        "  const connection = { law, shown, table, current: true, now: () => 100_000 };\n"
        "  const app = { connection, turnClock: { thought: 7_000 } };\n"
        "  return [ringOf(app)?.seconds ?? null, timeBeside(app)];\n"
        "});\n"
        "console.log(JSON.stringify(told));"
    )
    turn = {"turn": 1, "clock": {}}
    cases = [
        {"law": {"move_seconds": 20, "pauses_speak": True}, "shown": turn | {"deadline": 112_000}, "until": 112_000},
        {"law": {"pauses_speak": True}, "shown": turn, "until": 250_000},
        {"law": {"pauses_speak": True}, "shown": turn | {"turn": 2}, "until": 250_000},
        {"law": {"pauses_speak": True}, "shown": turn, "until": 120_000},
        {"law": {"pauses_speak": False}, "shown": turn, "until": 250_000},
        {"law": {"pauses_speak": False}, "shown": turn, "until": 120_000},
    ]
    assert run_script(script, cases) == [
        [12, ""], [None, "2:30"], [None, "7 s so far"], [20, ""], [None, "2:30"], [20, ""],
    ]  # fmt: skip
