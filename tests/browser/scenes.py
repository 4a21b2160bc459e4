"""Every state that a table's page can be in, and the pages that need a past: how to get there, and who looks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from playwright.sync_api import Page, expect

from tests.browser.crew import Crew, Gathering
from tests.web.serving import Guest

LONG = "Maria Antònia Puigdevall"
"""As long as a name may be."""
NAMES = (LONG, "Josep Lluís Vallespinosa", "Núria Roca", "Jordi Pons")
REFEREE = "Pere Llull"


def nothing(page: Page) -> None:
    """The page is to be looked at as it is."""


class Scene(NamedTuple):
    """What somebody looks at, and what they do once it is there."""

    guest: Guest
    path: str
    then: Callable[[Page], None] = nothing
    offline: bool = False
    """The line breaks before anybody looks."""


def at_table(party: Gathering, name: str, then: Callable[[Page], None] = nothing, offline: bool = False) -> Scene:
    return Scene(party.guests[name], party.path, then, offline)


# --- before the hand ------------------------------------------------------------------------------------------------


def lobby(crew: Crew) -> Scene:
    party = crew.gather("clasico", [*NAMES[:3], "Eva Riba"], seated=3, options={"scoring": "opponents"})
    return at_table(party, LONG)


def lobby_from_outside(crew: Crew) -> Scene:
    party = crew.gather("ueh", [*NAMES[:2], "Eva Riba"], seated=2)
    return at_table(party, "Eva Riba")


def drawing(crew: Crew) -> Gathering:
    return crew.gather("tarragona", NAMES).until(lambda shown: shown.get("draw_winner") is not None)


def draw(crew: Crew) -> Scene:
    party = crew.shared(drawing)
    return at_table(party, party.in_turn("choose_seat"))


def draw_waiting(crew: Crew) -> Scene:
    party = crew.shared(drawing)
    asked = party.in_turn("choose_seat")
    return at_table(party, next(name for name in NAMES if name != asked))


def who_keeps_the_sheet(crew: Crew) -> Scene:
    """Asked of both of a pair; whoever chooses a place as well is asked that first."""

    def asked() -> str | None:
        return party.whose(
            lambda player: {one["order"] for one in player.options} in ({"name_scorer"}, {"name_counter"})
        )

    party = crew.gather("tarragona", NAMES)
    party.until(lambda shown: asked() is not None)
    return at_table(party, asked() or "")


def shuffle_again(crew: Crew) -> Scene:
    party = crew.gather("competencia-individual", NAMES)
    party.until(lambda shown: party.asked("shuffle_again") is not None)
    return at_table(party, party.in_turn("shuffle_again"))


def winners_choose(crew: Crew) -> Scene:
    """One of the pair that won sees the tiles and is asked which of the two opens (JM-elegir)."""
    party = crew.gather("jamaica-six-love", NAMES)
    party.until(lambda shown: shown.get("phase") == "choosing")
    return at_table(party, party.in_turn("agree_opener"))


# --- in the hand ----------------------------------------------------------------------------------------------------


def in_play(shown: dict[str, Any], tiles: int = 9) -> bool:
    return shown.get("phase") == "playing" and len(shown["chain"]) >= tiles


def playing(crew: Crew, book: str = "tarragona", tiles: int = 9, **opening: Any) -> Gathering:
    names = list(NAMES[: opening.get("options", {}).get("players", 4)])
    party = crew.gather(book, [*names, REFEREE, "Eva Riba"], seated=len(names), **opening)
    return party.until(lambda shown: in_play(shown, tiles))


def mine(crew: Crew) -> Scene:
    party = crew.shared(playing)
    return at_table(party, party.in_turn())


def waiting(crew: Crew) -> Scene:
    party = crew.shared(playing)
    turn = party.in_turn()
    return at_table(party, next(name for name in NAMES if name != turn))


def two_ends(crew: Crew) -> Scene:
    """A tile is picked that fits both ends; where they are equal, or it is
    the last one, nobody is asked which."""

    def can(shown: dict[str, Any]) -> bool:
        differ = in_play(shown, 6) and shown["ends"][0] != shown["ends"][1]
        return (
            differ and min(shown["counts"]) > 1 and any(fits_both(player.options) for player in party.players.values())
        )

    party = crew.gather("san-juan", NAMES)
    party.until(can)
    return at_table(party, party.in_turn(), pick_for_both_ends)


def fits_both(options: list[dict[str, Any]]) -> bool:
    tiles = [option["tile"] for option in options if option["order"] == "place_tile"]
    return len(tiles) > len(set(tiles))


def pick_for_both_ends(page: Page) -> None:
    words = ("las dos puntas", "les dues puntes", "both ends")
    page.locator(", ".join(f"#rack button[aria-label*='{both}']" for both in words)).first.click()
    expect(page.locator("#band .ends.choose button")).to_have_count(2)


def refused(crew: Crew) -> Scene:
    """A tile that does not fit was tried."""

    def can(shown: dict[str, Any]) -> bool:
        turn = party.whose(lambda player: bool(player.options))
        if turn is None or not in_play(shown, 5):
            return False
        player = party.players[turn]
        held = player.shown["racks"][player.table["seat"] - 1]
        return 0 < len({option.get("tile") for option in player.options} & set(held)) < len(held)

    party = crew.gather("tarragona", NAMES)
    party.until(can)
    return at_table(party, party.in_turn(), try_what_does_not_fit)


def try_what_does_not_fit(page: Page) -> None:
    page.locator("#rack button.rests").first.click()
    expect(page.locator("#refusal .article")).to_be_visible()


def offline(crew: Crew) -> Scene:
    party = crew.shared(playing)
    return at_table(party, party.in_turn(), offline=True)


def a_long_carro(crew: Crew) -> Scene:
    for _ in range(20):
        party = crew.gather("san-juan", NAMES)
        party.until(lambda shown: in_play(shown, 20) or shown.get("phase") == "counting")
        if in_play(party.shown, 20):
            break
    return at_table(party, party.in_turn())


def double_nine(crew: Crew) -> Scene:
    party = playing(crew, "clasico", 4, options={"set": "double-nine"})
    return at_table(party, party.in_turn())


def a_double_nine_waiting(crew: Crew) -> Scene:
    party = playing(crew, "clasico", 12, options={"set": "double-nine"})
    turn = party.in_turn()
    return at_table(party, next(name for name in NAMES if name != turn))


def alone(crew: Crew) -> Scene:
    """Everybody for themselves, and a line on the sheet."""
    party = crew.gather("ueh", NAMES)
    party.until(lambda shown: in_play(shown, 4) and shown["hands"] > 1)
    return at_table(party, party.in_turn())


def two_players(crew: Crew) -> Scene:
    options = {"players": 2, "play": "alone", "boneyard": "one"}
    party = playing(crew, "clasico", 6, options=options)
    return at_table(party, party.in_turn())


def opening(crew: Crew) -> Scene:
    party = playing(crew, "competencia-individual", 0)
    return at_table(party, party.in_turn())


def paused(crew: Crew) -> Scene:
    party = playing(crew)
    party.orders(LONG, order="propose", what="pause")
    for name in NAMES[1:]:
        party.orders(name, order="agree", what="pause")
    return at_table(party, LONG)


def asked_for_a_pause(crew: Crew) -> Scene:
    party = playing(crew)
    party.orders(NAMES[1], order="propose", what="pause")
    party.orders(NAMES[1], order="call_referee", reason="una duda de reglamento")
    return at_table(party, LONG)


def spectator(crew: Crew) -> Scene:
    return at_table(crew.shared(playing), "Eva Riba")


def beside_the_table(crew: Crew) -> Scene:
    """The sheet, the moves and the rest: on a phone behind the three dots."""
    party = crew.gather("tarragona", NAMES)
    party.until(lambda shown: in_play(shown, 8) and shown["hands"] > 1)
    return at_table(party, LONG, open_the_side)


def open_the_side(page: Page) -> None:
    if page.locator("#bar .more").is_visible():
        page.locator("#bar .more").click()
    page.locator("#settings summary").click()


def the_keys(crew: Crew) -> Scene:
    party = crew.shared(playing)
    return at_table(party, party.in_turn(), lambda page: page.keyboard.press("?"))


# --- after the hand -------------------------------------------------------------------------------------------------


def count(crew: Crew) -> Scene:
    party = crew.gather("tarragona", NAMES).until(lambda shown: shown.get("phase") == "counting")
    return at_table(party, LONG)


def count_alone(crew: Crew) -> Scene:
    party = crew.gather("ueh", NAMES).until(lambda shown: shown.get("phase") == "counting" and shown["hands"] > 1)
    return at_table(party, LONG)


def ended(crew: Crew) -> Scene:
    party = crew.gather("tarragona", NAMES, limit="999p 2h").until(lambda shown: shown.get("phase") == "ended")
    return at_table(party, LONG)


def ended_alone(crew: Crew) -> Scene:
    party = crew.gather("ueh", NAMES, limit="999p 2h").until(lambda shown: shown.get("phase") == "ended")
    party.orders(NAMES[1], order="propose", what="rematch")
    return at_table(party, LONG)


def ended_again(crew: Crew) -> Scene:
    """The second match of the same people, with other partners: who has won how many."""

    def over(shown: dict[str, Any]) -> bool:
        return shown.get("phase") == "ended"

    party = crew.gather("clasico", NAMES, limit="999p 1h").until(over)
    party.orders(LONG, order="propose", what="partners")
    for name in NAMES[1:]:
        party.orders(name, order="agree", what="partners")
    party.until(lambda shown: party.players[LONG].table["matches"] == 2 and over(shown))
    return at_table(party, LONG)


def may_talk(crew: Crew) -> Scene:
    """Where the book wants no silence phrases lie beside the tiles."""
    party = playing(crew, book="clasico")
    return at_table(party, party.in_turn())


# --- the referee ----------------------------------------------------------------------------------------------------


def refereed(crew: Crew) -> Gathering:
    party = playing(crew)
    party.orders(REFEREE, order="propose", what="referee")
    for name in NAMES:
        party.orders(name, order="agree", what="referee")
    return party


def referee(crew: Crew) -> Scene:
    party = refereed(crew)
    party.orders(NAMES[1], order="call_referee", reason="el 6-4 no estaba bien puesto")
    return at_table(party, REFEREE)


def referee_records(crew: Crew) -> Scene:
    return at_table(crew.shared(refereed), REFEREE, record_a_phone)


def record_a_phone(page: Page) -> None:
    page.locator("[data-key=record-open]").click()
    page.locator(".person").first.click()
    english = page.locator("html").get_attribute("lang") == "en"
    page.get_by_role("searchbox").fill("phone" if english else "whatsapp")
    page.locator(".entry input").first.check()
    expect(page.locator("#panel [data-key=record]")).to_be_enabled()


def referee_corrects(crew: Crew) -> Scene:
    def correct(page: Page) -> None:
        page.locator("[data-key=correct]").click()
        expect(page.locator(".correction").first).to_be_visible()

    return at_table(crew.shared(refereed), REFEREE, correct)


def deciding(crew: Crew) -> Gathering:
    party = refereed(crew)
    party.orders(REFEREE, order="record_infraction", article="TG-14.1", seat=2)
    return party


def decision(crew: Crew) -> Scene:
    party = crew.shared(deciding)
    return at_table(party, party.in_turn("take_decision"))


def decision_of_another(crew: Crew) -> Scene:
    party = crew.shared(deciding)
    return at_table(party, "Eva Riba")


def learning(crew: Crew, enough: Callable[[dict[str, Any]], bool]) -> Gathering:
    settings = {"manner": "first_hand", "watching": "nobody", "bot": "level-1"}
    return crew.gather("clasico", [LONG], limit="1h", bots="all", settings=settings).until(enough)


def first_hand(crew: Crew) -> Scene:
    """The bubble points at a tile and at an end."""
    party = learning(crew, lambda shown: shown.get("turn") == 1)
    return at_table(party, LONG, read_on)


def read_on(page: Page) -> None:
    understood = page.locator("[data-key=understood]")
    while understood.count():
        understood.click()
    expect(page.locator(".pointing .over")).to_have_count(1)


def first_hand_over(crew: Crew) -> Scene:
    """The bubble above the count, which comes when one knows what ended the hand."""
    party = learning(crew, lambda shown: shown.get("phase") == "ended")
    return at_table(party, LONG, lambda page: page.locator("[data-key=understood]").click())


TABLE: dict[str, Callable[[Crew], Scene]] = {
    one.__name__.replace("_", "-"): one
    for one in (
        lobby,
        lobby_from_outside,
        draw,
        draw_waiting,
        who_keeps_the_sheet,
        shuffle_again,
        winners_choose,
        opening,
        mine,
        waiting,
        two_ends,
        refused,
        offline,
        a_long_carro,
        double_nine,
        a_double_nine_waiting,
        alone,
        two_players,
        paused,
        asked_for_a_pause,
        spectator,
        beside_the_table,
        the_keys,
        count,
        count_alone,
        ended,
        ended_alone,
        ended_again,
        may_talk,
        referee,
        referee_records,
        referee_corrects,
        decision,
        decision_of_another,
        first_hand,
        first_hand_over,
    )
}
