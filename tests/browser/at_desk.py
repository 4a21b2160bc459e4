"""Whoever runs a tournament at a laptop, and the file that is left of it in the end."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Mapping, Sequence
from itertools import product
from pathlib import Path
from typing import NamedTuple, Unpack, get_args

from playwright.sync_api import Locator, expect

from tests.browser.halls import BACK, Hall, Someone, Standing
from tests.browser.looking import faults
from tests.browser.screens import LAPTOP, PHONE, Screen, Settings, Theme
from tests.browser.screenshots import keep
from tests.web.processes import run

EVERY_LOOK: tuple[tuple[Screen, Theme], ...] = tuple(product((PHONE, LAPTOP), get_args(Theme)))
TWO_LOOKS: tuple[tuple[Screen, Theme], ...] = (PHONE, "light"), (LAPTOP, "dark")


class Table(NamedTuple):
    """A table as the desk's board shows it."""

    number: int
    sides: tuple[tuple[str, ...], ...]
    """Full names: in pairs and individual 1+3 and 2+4."""
    condition: str

    @property
    def everybody(self) -> list[str]:
        return [name for side in self.sides for name in side]


class Desk(Someone):
    """Whoever administers the server, at a laptop."""

    event: str
    round = 0
    """The last that was published."""

    def __init__(self, hall: Hall, screen: Screen = LAPTOP, **settings: Unpack[Settings]) -> None:
        super().__init__(hall, hall.page(screen, **settings))
        self.page.goto(f"/admin/enter/{hall.server.admin_secret()}")
        self.press("Sí, con este")
        self.noted: dict[tuple[int, int], tuple[int, ...]] = {}
        """What the server has said that it wrote down, by round and table."""
        self._open = (0, 0)

    def notices(self) -> None:
        expect(self.page.locator("body")).to_have_class(re.compile("offline"), timeout=BACK)

    def is_back(self) -> None:
        expect(self.page.locator("body")).not_to_have_class(re.compile("offline"), timeout=BACK)

    def at(self, screen: str) -> None:
        """One of the six screens, by its link above."""
        self.page.locator(f".desk-top nav a[href='/e/{self.event}/desk/{screen}']").click()
        self.page.wait_for_url(re.compile(f"/desk/{screen}"))

    # --- before anybody comes

    def creates(self, name: str, book: str, more: Mapping[str, str] | None = None, **fields: str) -> None:
        """A tournament from a book; `more` are the choices among "Dinero, inscripción, sorteo, premios"."""
        self.page.goto("/events")
        self.looks("no-events")
        self.page.get_by_role("link", name="Nuevo torneo").first.click()
        self.page.locator("#name").fill(name)
        self.page.locator(f"input[name=book][value={book}]").check(force=True)
        for field, text in fields.items():
            self.page.locator(f"#{field}").fill(text)
        if more:
            self.page.locator("details.more-options summary").click()
            for field, text in more.items():
                self._chooses(field, text)
        self.looks("new-event")
        self.press("Crear el torneo")
        self.page.wait_for_url(re.compile("/desk/entries"))
        self.event = self.page.url.split("/e/")[1].split("/")[0]
        self.looks("nobody-yet")

    def _chooses(self, field: str, text: str) -> None:
        found = self.page.locator(f"#{field}")
        if found.evaluate("one => one.localName") == "select":
            found.select_option(text)
        else:
            found.fill(text)

    def pastes(self, rows: Sequence[str], *, members: bool = False) -> None:
        """A spreadsheet: first what is understood is shown, then one button enters it."""
        self.page.get_by_role("link", name="Pegar de una hoja de cálculo").first.click()
        self.page.locator("#pasted").fill("\n".join(rows))
        if members:
            self.page.locator("input[name=members]").check(force=True)
        self.press("Ver lo que se entiende")
        expect(self.page.locator(".understood tbody tr")).to_have_count(len(rows))
        self.looks("pasted")
        self.page.get_by_role("button", name=re.compile("^Apuntar a")).click()
        self.page.wait_for_url(re.compile("/desk/entries"))

    def enters(self, *names: str, here: bool = True, paid: bool = False, **fields: str) -> None:
        """A player or a pair by the form at the side."""
        self.at("entries")
        for place, name in enumerate(names, 1):
            self.page.locator(f"#name_{place}").fill(name)
        for field, text in fields.items():
            self._chooses(field, text)
        self.page.locator("input[name=here]").set_checked(here, force=True)
        if paid:
            self.page.locator("input[name=paid]").check(force=True)
        self.press("Apuntar", self.page.locator("form.add"))

    def everybody_is_here(self) -> None:
        """One button for all who are on the list."""
        self.at("entries")
        self.page.locator("[data-bulk]").click()
        expect(self.page.get_by_role("link", name=re.compile("^Faltan 0"))).to_be_visible()
        self.looks("roll")

    def checks_in(self, name: str) -> None:
        """The row of somebody who stands in front of the desk."""
        self.at("entries")
        self.page.get_by_role("searchbox").fill(name)
        self.page.locator(".roll > li:visible button.person").first.click()
        expect(self.page.get_by_role("status")).to_contain_text("está")

    def takes_the_fee_of(self, name: str) -> None:
        self.page.get_by_role("searchbox").fill(name)
        self.page.locator(".roll > li:visible button.owes").click()
        expect(self.page.locator(".roll > li:visible button.owes")).to_have_count(0)
        self.page.get_by_role("searchbox").fill("")

    def till(self) -> tuple[str, str]:
        """What was paid, and what is owed."""
        paid, owed = self.page.locator(".money dd").all_inner_texts()
        return paid, owed

    def is_told(self, text: str | re.Pattern[str]) -> None:
        """A refusal, with its article."""
        expect(self.page.locator("#problem")).to_contain_text(text)
        self.looks("refused")

    # --- the draw and the clock

    def draws_round(self, number: int) -> None:
        self.at("draw")
        self.page.get_by_role("button", name=f"Sortear la ronda {number}", exact=True).first.click()
        expect(self.page.locator("main.draft")).to_be_visible()
        expect(self.page.locator("#count li.ok").first).to_be_visible(timeout=BACK)  # the second program has counted
        expect(self.page.locator("#count li.wrong")).to_have_count(0)
        self.looks("draft")

    def sees_the_draft(self) -> list[str]:
        """The names of the draft, table by table."""
        return self.page.locator(".table-card .names").all_inner_texts()

    def publishes(self, number: int) -> None:
        self.press(f"Publicar la ronda {number}")
        self.page.wait_for_url(re.compile("/desk/(clock|tables)"))
        self.round = number

    def starts_the_clock(self) -> None:
        self.at("clock")
        self.press("Arrancar el reloj")
        expect(self.page.locator("#hall-clock")).to_have_text(re.compile(r"\d+:\d\d"))
        self.looks("clock")

    # --- the tables

    def tables(self) -> list[Table]:
        """The tables of the round, as the board has them."""
        self.at("tables")
        found = self.page.evaluate(
            """() => [...document.querySelectorAll(".cells > li")].map((one) => [
                Number(one.id.slice(6)), [...one.querySelectorAll(".side")].map((side) => side.title),
                one.dataset.condition])"""
        )
        self.looks("board")
        return [Table(number, tuple(tuple(side.split(" · ")) for side in sides), how) for number, sides, how in found]

    def keys_in(self, table: int, *figures: int) -> None:
        """Table, points, points, Enter; no mouse."""
        self.types(table, *figures)
        shown = "–".join(map(str, figures))
        expect(self.page.locator("#keys-said .keyed")).to_contain_text(f"Mesa {table}: {shown}")
        self.noted[self.round, table] = figures

    def types(self, *figures: int) -> None:
        if not self.page.locator("#keys").count():
            self.at("tables")
        expect(self.page.locator("#keys #table")).to_be_focused()
        for figure in figures:
            self.page.keyboard.type(str(figure))
            self.page.keyboard.press("Enter")

    def keys_in_alone(self, table: int, points: Sequence[int], winner: int, again: Mapping[int, int]) -> None:
        """Everybody's points by seat, who won, and who came back how often."""
        self.at("tables")
        page = self.page
        page.locator("#table").fill(str(table))
        for seat, figure in enumerate(points, 1):
            page.locator(f"#score{seat}").fill(str(figure))
        page.locator("#winner").fill(str(winner))
        for seat, times in again.items():
            page.locator(f"#again{seat}").fill(str(times))
        page.locator("#winner").press("Enter")
        expect(page.locator("#keys-said .keyed")).to_contain_text(f"Mesa {table}")
        self.noted[self.round, table] = tuple(points)

    def hears(self, table: int, *figures: int) -> None:
        """A result that came from a phone stands on the board, verified."""
        self.at("tables")
        expect(self.page.locator(f"#table-{table}[data-condition=verified] .scores")).to_have_text(
            "–".join(map(str, figures)), timeout=BACK
        )
        self.noted[self.round, table] = figures

    def opens_table(self, table: int, round: int | None = None) -> None:
        self.at("tables")
        if round is not None:
            self.page.locator(f".other-rounds a[href$='round={round}']").click()
        self.page.locator(f"#table-{table} a.cell").click()
        expect(self.page.get_by_role("heading", name=f"Mesa {table}", exact=True)).to_be_visible()
        self._open = (round or self.round, table)
        self.looks("table")

    def writes_that_nobody_came(self, table: int, name: str) -> None:
        """A default."""
        self.opens_table(table)
        self.page.locator("#absent-player").select_option(label=name)
        self.press("No se presentó: incomparecencia")
        expect(self.page.get_by_role("heading", name=f"¿No se presentó {name}?")).to_be_visible()
        self.looks("sure-default")
        self.press("Incomparecencia")
        expect(self.page.get_by_text(f"Incomparecencia de {name}")).to_be_visible()
        self.looks("default")

    def finds(self, words: str, name: str) -> Locator:
        """Somebody of the open table, and what the book says to what they did."""
        self.page.locator("#q").fill(words)
        expect(self.page.locator("#infractions .found li").first).to_be_visible()
        self.page.locator("fieldset.who label").filter(has_text=name).click()
        self.looks("infractions")
        return self.page.locator("#infractions .found li").first

    def shows_card(self, article: str, card: str, name: str) -> None:
        """A card by its article, where the book of the event has none of its own."""
        self.page.locator("fieldset.who label").filter(has_text=name).click()
        self.page.get_by_text("Otro artículo, otra sanción").click()
        self.page.locator("#article").fill(article)
        self.page.locator("input[name=kind][value=card]").check(force=True)
        self.page.locator("select[name=card]").select_option(card)
        self.press("Registrar")
        expect(self.page.locator(f"fieldset.who label .letters.{card}")).to_be_visible()

    def shows_what_it_brings(self, card: str) -> None:
        """The card that came brings another one, and the page offers it."""
        expect(self.page.locator("#sanctions")).to_contain_text(card)
        self.looks("brings")
        self.press("Mostrarla", self.page.locator("#sanctions"))
        expect(self.page.locator("ol.history li").first).to_contain_text(re.compile(card, re.IGNORECASE))

    def happened(self, words: str) -> list[str]:
        """The lines of the open table's history that have these words."""
        return [one for one in self.page.locator("ol.history li").all_inner_texts() if words in one]

    def cards_of(self, name: str) -> list[str]:
        """What stands beside somebody at the open table."""
        row = self.page.locator("fieldset.who label").filter(has_text=name)
        return [text.removeprefix("Tarjeta ") for text in row.locator(".letters").all_inner_texts()]

    def corrects(self, *figures: int, reason: str) -> None:
        """The slip of the open table, after its round is closed: it says what changes, and asks."""
        for place, figure in enumerate(figures, 1):
            self.page.locator(f"#score{place}").fill(str(figure))
        self.page.locator("#reason").fill(reason)
        self.press("Corregir")
        expect(self.page.get_by_text("Esto cambia lo que la gente ya ha visto")).to_be_visible()
        self.looks("sure")
        self.press("Corregir")
        expect(self.page.locator("ol.history li").first).to_contain_text(reason)
        self.noted[self._open] = figures

    def leaves_the_round_as_it_is(self, number: int) -> None:
        self.page.get_by_role(
            "link", name=f"Han cambiado resultados: decidir qué se hace con la ronda {number}"
        ).click()
        self.looks("repair")
        self.press("Hacerlo")

    def is_refused_at_the_keys(self, words: str) -> None:
        expect(self.page.locator("#keys-said")).to_contain_text(words)
        self.looks("keys-refused")

    def keys_in_again(self, *figures: int) -> None:
        self.page.keyboard.press("Escape")
        self.keys_in(*figures)

    # --- looking

    def seen_everywhere(self, name: str, *screens: str, looks: Sequence[tuple[Screen, Theme]] = EVERY_LOOK) -> None:
        """The screens of the desk on a phone and on a laptop, by day and by night: nothing is cut off, covered or too
        small, and axe has nothing to say."""
        for device, theme in looks:
            page = self.hall.page(device, theme=theme)
            page.context.add_cookies(self.page.context.cookies())  # type: ignore[arg-type]
            for screen in screens:
                page.goto(f"/e/{self.event}/desk/{screen}")
                assert faults(page) == [], f"{screen} on {device}, {theme}"
                keep(page, f"{self.hall.pictures}-{name}-{screen.replace('/', '-')}")
            page.close()

    # --- cards with a QR, the end

    def codes(self) -> dict[str, str]:
        """What stands under the QR of everybody's card, by name."""
        page = self.page.context.new_page()
        page.goto(f"/e/{self.event}/desk/cards")
        self.hall.looks(page, "cards")
        found = page.evaluate(
            """() => [...document.querySelectorAll(".player-card")].map((one) => [
                one.querySelector(".card-name").textContent, one.querySelector(".card-code p").textContent])"""
        )
        page.close()
        return dict(found)

    def closes_the_round(self, number: int) -> None:
        self.at("tables")
        self.press(f"Cerrar la ronda {number}")
        self.page.wait_for_url(re.compile("/desk/standings"))
        self.looks("standings")

    def closes_the_tournament(self) -> None:
        self.at("acts")
        self.press("Cerrar el torneo")
        self.page.get_by_role("button", name=re.compile("^Cerrar( de todos modos)?$")).click()
        expect(self.page.get_by_text("El torneo está cerrado").first).to_be_visible()
        self.press("Comprobar todo")
        expect(self.page.locator("#report")).to_contain_text("Todo en orden")
        self.looks("acts")

    def exports(self) -> Exported:
        """The event's file, as a download, looked at by the command line."""
        self.at("acts")
        with self.page.expect_download() as waiting:
            self.page.get_by_role("link", name="Descargar el archivo del torneo").click()
        path = self.hall.folder.parent / waiting.value.suggested_filename
        waiting.value.save_as(path)
        return Exported(path)


class Exported:
    """The file that a desk has given out."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def is_checked(self) -> None:
        """The second program finds everything in order."""
        done = run("tournament", "check", str(self.path))
        assert done.returncode == 0, done.stdout + done.stderr

    def has(self, noted: Mapping[tuple[int, int], tuple[int, ...]]) -> None:
        """Whatever the server has acknowledged is in it, and no table has another result."""
        done = run("tournament", "export", str(self.path), "--json")
        assert done.returncode == 0, done.stderr
        rounds = json.loads(done.stdout)["rounds"]
        kept = {(one["round"], table["table"]): table["score"] for one in rounds for table in one["tables"]}
        assert {where: tuple(score) for where, score in kept.items() if score} == noted

    def standings(self) -> list[Standing]:
        """As a spreadsheet has them, names in full."""
        done = run("tournament", "export", str(self.path), "--csv", "standings")
        assert done.returncode == 0, done.stderr
        _, *rows = csv.reader(done.stdout.splitlines())
        return [Standing(int(place), name, [*map(int, values)]) for place, _, name, *values in rows]

    def agrees_with(self, shown: Sequence[Standing]) -> None:
        """Standings on a screen are those of the file: places, figures, and names however short."""
        for line, one in zip(shown, self.standings(), strict=True):
            assert (line.place, line.values) == (one.place, one.values[: len(line.values)])
            assert line.values
            assert set(re.findall(r"\w{3,}", line.name)) <= set(re.findall(r"\w+", one.name)), line
