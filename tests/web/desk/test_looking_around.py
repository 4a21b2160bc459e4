"""``tantera serve --demo``: a tournament for whoever wants to look around first."""

from __future__ import annotations

import signal
from pathlib import Path

from tests.web import plain
from tests.web.desk.printed import director
from tests.web.processes import served


def test_the_first_lines_lead_to_the_desk_the_wall_and_a_phone_and_the_link_makes_a_director(
    tmp_path: Path,
) -> None:
    with served(tmp_path / "data", "--demo", "--no-qr") as server:
        first = server.until_said("Ctrl-C").splitlines()[:5]
        assert "32" in first[0]
        assert "/admin/enter/" in first[1]
        assert first[2].endswith("/e/torneo-de-muestra/desk")
        assert first[3].endswith("/e/torneo-de-muestra/wall")
        assert server.said.count("/admin/enter/") == 1
        with director(server) as here:
            shown = here.get("/api/events/torneo-de-muestra", headers={"accept": "application/json"})
            assert shown.status_code == 200
            assert here.get("/e/torneo-de-muestra/desk/people").status_code == 200
        with plain.Client(base_url=server.url) as stranger:
            assert stranger.get("/e/torneo-de-muestra/desk/people").status_code == 403
            slip = stranger.get(first[4][first[4].index("/e/torneo-de-muestra/t/3/5/") :])
            assert "Mesa 5: ¿quién eres?" in slip.text
        server.stop(signal.SIGTERM)


def test_what_a_visitor_has_done_is_kept_where_a_folder_is_named(tmp_path: Path) -> None:
    data = tmp_path / "data"
    with served(data, "--demo", "--no-qr") as server:
        server.until_said("Ctrl-C")
        before = (data / "events" / "torneo-de-muestra.tantera").stat().st_ino
        server.stop(signal.SIGTERM)
    with served(data, "--demo", "--no-qr") as server:
        server.until_said("Ctrl-C")
        assert (data / "events" / "torneo-de-muestra.tantera").stat().st_ino == before
