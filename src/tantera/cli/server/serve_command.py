"""``tantera serve``: Tantera in the browser."""

from __future__ import annotations

import asyncio
import gc
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from tantera.cli.common import Language
from tantera.cli.server.store_commands import Data
from tantera.words import Phrase, Problem, translate

if TYPE_CHECKING:
    from tantera.web.config import Config
    from tantera.web.gate import Application
    from tantera.web.network.codes import Wifi

CHILD = "TANTERA_CHILD"
"""Set for a process of a crew (`tantera.web.crew`)."""
KEY = "TANTERA_WIFI_KEY"
"""Where the key of the Wi-Fi may stand: not on the command line, which other users of the machine can read."""
SAMPLE: Final = "torneo-de-muestra"
STARTING = 10
"""Seconds in which a server that has the folder has said where it is."""
"""The id of the tournament to look around in."""


def serve(
    host: Annotated[str, typer.Option(help="The address to listen on; 0.0.0.0 is all of them.")] = "0.0.0.0",
    port: Annotated[int, typer.Option(min=1, max=65535, help="The port to listen on.")] = 8000,
    data: Data = None,
    address: Annotated[
        str | None, typer.Option(help="The address of this machine that phones open, where the likeliest is wrong.")
    ] = None,
    wifi: Annotated[
        str | None,
        typer.Option(
            help="The name of the hall's Wi-Fi: a second QR code joins it. "
            "Its key is asked for, or is in TANTERA_WIFI_KEY."
        ),
    ] = None,
    public_url: Annotated[str | None, typer.Option(help="How people reach it, where a proxy stands before it.")] = None,
    proxy: Annotated[
        str | None, typer.Option(help="The proxy's address, whose word on who is asking is taken: 127.0.0.1.")
    ] = None,
    processes: Annotated[
        int,
        typer.Option(min=1, max=64, help="How many processes serve behind the port; more than one needs PostgreSQL."),
    ] = 1,
    admin_link: Annotated[
        bool, typer.Option("--admin-link", help="Print a new link for an administrator, and end. A server may run.")
    ] = False,
    demo: Annotated[
        bool,
        typer.Option(
            "--demo",
            help="A tournament of 32 players to look around in, round 3 of 5. "
            "It is gone afterwards, unless --data names a folder.",
        ),
    ] = False,
    qr: Annotated[bool | None, typer.Option(help="Print QR codes; if left out, on a terminal only.")] = None,
    open_page: Annotated[
        bool,
        typer.Option("--open", help="Open the page in this machine's browser; of a server that runs, if one does."),
    ] = False,
    lang: Language = "es",
) -> None:
    """Serve tables, rule books and replays to browsers on the network. Ctrl-C stops it; nothing is lost."""
    gc.disable()  # until it listens: nothing that is imported is garbage, and looking for some is a tenth of the start
    from tantera.store.engines import data_folder
    from tantera.web.config import Config
    from tantera.web.single import running_at

    where: Path | str = data or os.environ.get("DATABASE_URL") or data_folder()
    config = Config(where, host, port, public_url, proxy=proxy, address=address)
    try:
        _check(config)
        if admin_link:
            link, is_up = asyncio.run(_new_link(config))
            print(link)
            if not is_up:
                _say_no_server(config, lang)
            return
        if processes > 1 and CHILD not in os.environ:
            _several(config, processes)
            return
        if open_page and (running := running_at(config.data)) is not None:
            print(translate(lang, "Tantera is running: {url}", url=running["url"]))
            open_in_browser(running["url"])
            return
        with_qr = sys.stdout.isatty() if qr is None else qr
        if demo:
            with _sample(config, data) as sampled:
                _serve(sampled, _the_wifi(wifi, lang), with_qr, lang, SAMPLE, open_page)
            return
        _serve(config, _the_wifi(wifi, lang), with_qr, lang, None, open_page)
    except KeyboardInterrupt:  # before it had begun
        raise typer.Exit(130) from None


def _several(config: Config, processes: int) -> None:
    """The same command, so many times, behind one port."""
    from tantera.web.crew import run_crew
    from tantera.web.serving import bind
    from tantera.words import Phrase, Problem

    if isinstance(config.data, Path):
        raise Problem(
            Phrase(
                "found {found} processes on SQLite, expected PostgreSQL for more than one: {name}=postgresql://…",
                found=processes,
                name="DATABASE_URL",
            )
        )
    if os.name != "posix":
        raise Problem(Phrase("several processes behind one port need Linux or a Mac; start one for each port instead"))
    with bind(config.host, config.port) as listening:
        run_crew(sys.argv[1:], listening, processes)


@contextmanager
def _sample(config: Config, data: Path | None) -> Iterator[Config]:
    """The same server on a folder with the tournament in it; a folder that nobody named goes with the server."""
    from datetime import UTC, datetime
    from tempfile import TemporaryDirectory

    from msgspec.structs import replace

    from tantera.rules import built_in_books
    from tantera.tournament_file import write_sample

    with TemporaryDirectory(prefix="tantera-", ignore_cleanup_errors=True) as folder:
        sampled = replace(config, data=data or Path(folder))
        path = sampled.events / f"{SAMPLE}.tantera"
        if not path.exists():
            sampled.events.mkdir(mode=0o700, parents=True, exist_ok=True)
            write_sample(path, built_in_books, datetime.now(UTC))
        yield sampled


def _serve(config: Config, wifi: Wifi | None, qr: bool, lang: str, sample: str | None, open_page: bool) -> None:
    from tantera.cli.server.welcome import moved, to_look_around, welcome
    from tantera.store import NotSaved
    from tantera.web.health.lines import log_as_lines, where_lines_go, written_behind
    from tantera.web.serving import serve as run
    from tantera.web.single import say_where

    async def ready(app: Application) -> None:
        gc.freeze()
        gc.enable()
        state, link = app.state, None
        try:
            if wifi is not None:
                await state.invitation.tell_wifi(wifi)
            if not await state.sessions.has_had_administrators():
                link = await state.links.make("administrator")
        except NotSaved as error:  # what was kept can be read all the same
            print(f"! {error.told(lang)}")
        say_where(config.data, state.invitation.own_url)
        if sample is not None:
            slip = f"t/3/5/{state.officers.code(sample, 'table', 3, 5)}"
            print(*to_look_around(state.invitation, sample, link, slip, lang), "", sep="\n")
            link = None
        for line in welcome(state.invitation, link, state.crowd.most, qr, _coloured(), lang):
            print(line)
        sys.stdout.flush()
        if open_page:
            open_in_browser(state.invitation.own_url)
        state.invitation.changed = lambda: print(*moved(state.invitation, lang), sep="\n", flush=True)

    out, level = where_lines_go()
    with written_behind(out) as lines:
        log_as_lines(lines, level)
        run(config, ready)
    if sys.stdout.isatty():
        print(f"\n{translate(lang, 'Stopped. Everything is kept.')}")


def open_in_browser(url: str) -> None:
    """In a thread: some browsers answer when they are shut. Never the administrator's link: others can read what a
    browser is started with."""
    import webbrowser
    from threading import Thread

    Thread(target=webbrowser.open, args=(url,), daemon=True).start()


def _coloured() -> bool:
    return sys.stdout.isatty() and "NO_COLOR" not in os.environ and os.environ.get("TERM") != "dumb"


def _check(config: Config) -> None:
    """A `Problem` where an address is none."""
    import re
    from urllib.parse import urlsplit

    from tantera.cli.common import wrong

    if config.public_url is not None:
        try:
            parts = urlsplit(config.public_url)
            good = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.path in ("", "/")
            good = good and not parts.query and (parts.port is None or parts.port > 0)
        except ValueError:
            good = False
        if not good:
            expected = Phrase("an address such as {example}", example="https://domino.example")
            raise Problem(wrong("--public-url", repr(config.public_url), expected))
    if config.address is not None and not re.fullmatch(r"[A-Za-z0-9.\-]{1,100}", config.address):
        expected = Phrase("an address such as {example}", example="192.168.1.34")
        raise Problem(wrong("--address", repr(config.address), expected))


def _the_wifi(name: str | None, lang: str) -> Wifi | None:
    """The Wi-Fi, its key asked for where it is not in the environment."""
    from tantera.web.network.codes import Wifi
    from tantera.web.network.invitation import a_wifi

    if name is None:
        return None
    key = os.environ.get(KEY)
    if key is None and sys.stdin.isatty():
        asked = translate(lang, "The key of the Wi-Fi {name} (nothing if it is open): ", name=name)
        key = typer.prompt(asked, default="", hide_input=True, show_default=False, prompt_suffix="")
    found = a_wifi(name, key or "")
    if not isinstance(found, Wifi):
        raise Problem(found)
    return found


async def _new_link(config: Config) -> tuple[str, bool]:
    """A link that makes an administrator, and whether a server answers there. It is in the store, where a server that
    runs, or is started later, finds it."""
    from tantera.store import open_store
    from tantera.web.access.links import Links
    from tantera.web.network.invitation import Invitation
    from tantera.web.single import is_running, running_at

    for _ in range(STARTING * 10):  # a server that has the folder says where it is as soon as it listens
        if running_at(config.data) is not None or not is_running(config.data):
            break
        await asyncio.sleep(0.1)
    store = open_store(config.data)
    try:
        secret = await Links(store).make("administrator")
        running = running_at(config.data)
        url = running["url"] if running is not None else Invitation(store, config).own_url
        return f"{url}/admin/enter/{secret}", running is not None or not isinstance(config.data, Path)
    finally:
        await store.close()


def _say_no_server(config: Config, lang: str) -> None:
    """Beside the link, on the error output: whoever opens it now finds nobody."""
    said = "No server runs with this data: the link works once it is started, on port {port}."
    print(translate(lang, said, port=config.port), file=sys.stderr)
