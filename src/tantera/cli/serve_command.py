"""``tantera serve``: Tantera in the browser."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated, Any

import typer

from tantera.cli.common import Language, check_lang, errors_in, fail
from tantera.cli.store_commands import Data


def serve(
    context: typer.Context,
    host: Annotated[str, typer.Option(help="The address to listen on; 0.0.0.0 is all of them.")] = "0.0.0.0",
    port: Annotated[int, typer.Option(min=1, max=65535, help="The port to listen on.")] = 8000,
    data: Data = None,
    public_url: Annotated[str | None, typer.Option(help="How people reach it, where a proxy stands before it.")] = None,
    lang: Language = "es",
) -> None:
    """Serve tables, rule books and replays to browsers on the network. Ctrl-C stops it; nothing is lost."""
    from tantera.store.engines import data_folder
    from tantera.web.config import Config
    from tantera.web.serving import serve as run
    from tantera.words import Problem

    check_lang(lang)
    where: Path | str = data or os.environ.get("DATABASE_URL") or data_folder()
    config = Config(where, host, port, public_url)

    def ready(app: Any) -> None:
        print(f"http://{host}:{port}", flush=True)

    try:
        run(config, ready)
    except Problem as error:
        fail(error.cited(errors_in(context, lang)))
