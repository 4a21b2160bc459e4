"""Somebody who follows the link that a server has printed."""

from __future__ import annotations

from tests.web.processes import Served
from tests.web.visiting import Browser


def director(server: Served) -> Browser:
    here = Browser(server.url, origin=server.url)
    answer = here.post(f"/admin/enter/{server.admin_secret()}")
    assert answer.status_code == 303, answer.text
    return here
