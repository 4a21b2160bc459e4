"""The reference of `bench hall`: the same stack with nothing in it. A slip is one durable row and a redirect, a page is
so many bytes that lie ready, and news wake whoever waits for that table."""

from __future__ import annotations

import asyncio
import sys
from collections import Counter, defaultdict
from contextlib import suppress
from pathlib import Path
from typing import Any

from litestar import Litestar, Request, Response, get, post
from litestar.response import Redirect

LINE = b'{"order":"result","round":3,"table":17,"score":[112,64],"by":"player:p118","at":"2026-05-30T10:00:00.000"}'


def app(folder: Path, table_page: int, public_page: int) -> Any:
    from bench.store import Raw

    log = Raw(folder)
    versions: Counter[str] = Counter()
    moved: dict[str, asyncio.Event] = defaultdict(asyncio.Event)
    lock = asyncio.Lock()
    seen: set[str] = set()
    packed = b"x" * public_page

    def shown(table: str) -> Response[bytes]:
        page = b'<main data-version="%d">' % versions[table]
        return Response(page.ljust(table_page, b"x"), media_type="text/html")

    async def waited(table: str, since: str) -> dict[str, str]:
        if str(versions[table]) == since:
            with suppress(TimeoutError):
                await asyncio.wait_for(moved[table].wait(), 25)
        return {"version": str(versions[table])}

    def move(table: str) -> None:
        versions[table] += 1
        moved.pop(table, asyncio.Event()).set()

    @get(["/e/{event:str}/t/{round:int}/{table:int}", "/e/{event:str}/desk/tables"])
    async def page(request: Request[Any, Any, Any]) -> Response[bytes]:
        return shown(str(request.path_params.get("table", "")))

    @post("/e/{event:str}/t/{round:int}/{table:int}")
    async def slip(request: Request[Any, Any, Any], event: str, round: int, table: int) -> Redirect:
        form = await request.form()
        if form["id"] not in seen:
            seen.add(form["id"])
            async with lock:
                await log.append("event", versions[""], [LINE], form["id"])
                move("")
            move(str(table))
        return Redirect(f"/e/{event}/t/{round}/{table}", status_code=303)

    @post("/e/{event:str}/desk/tables")
    async def keyed(request: Request[Any, Any, Any], event: str) -> Redirect:
        form = await request.form()
        async with lock:
            await log.append("event", versions[""], [LINE], f"keyed {form['table']}")
            move("")
        return Redirect(f"/e/{event}/desk/tables", status_code=303)

    @get(["/e/{event:str}", "/e/{event:str}/wall"])
    async def public() -> Response[bytes]:
        return Response(packed, media_type="text/html")

    @get("/api/events/{event:str}/news")
    async def news(request: Request[Any, Any, Any]) -> dict[str, str]:
        about = request.query_params.get("about", "").rpartition("/")[2]
        return await waited(about, request.query_params.get("since", ""))

    return Litestar(
        [page, slip, keyed, public, news], on_shutdown=[log.close], logging_config=None, openapi_config=None
    )


async def _serve(made: Any, port: int) -> None:
    import uvicorn

    config = uvicorn.Config(
        made, host="127.0.0.1", port=port, http="httptools", log_config=None, access_log=False,
        timeout_graceful_shutdown=2,
    )  # fmt: skip
    await uvicorn.Server(config).serve()


if __name__ == "__main__":
    import uvloop

    port, folder, table_page, public_page = sys.argv[1:]
    made = app(Path(folder), int(table_page), int(public_page))
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(_serve(made, int(port)))
