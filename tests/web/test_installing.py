"""Tantera on a home screen: what a browser asks for where it may be installed."""

from __future__ import annotations

import json
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from tests.web.browsing import Browser
from tests.web.node import run_script
from tests.web.serving import serving

WORKER = """
const heard = {}, shown = [], opened = [];
globalThis.location = { origin: "https://club.example" };
globalThis.self = {
  kept: { KEPT: [], STATIC: "/static/" },
  addEventListener: (name, listener) => (heard[name] = listener),
  registration: { showNotification: async (title, more) => shown.push({ title, ...more }) },
  clients: {
    matchAll: async () => given.pages.map((one) => ({ ...one, focus: () => opened.push(`focus ${one.url}`) })),
    openWindow: (url) => opened.push(url),
  },
};
await load("worker.js");
const waits = (name, event) => new Promise((done) => heard[name]({ ...event, waitUntil: (work) => work.then(done) }));
const told = { title: "Te toca", body: "Tarragona", url: "/tables/abc" };
await waits("push", { data: { json: () => told } });
await waits("notificationclick", { notification: { data: told.url, close: () => {} } });
console.log(JSON.stringify({ shown, opened }));
"""

OFFLINE = """
const meta = {}, page = { theme: "auto", tiles: "ivory", text: "usual", hand: "right" }, heard = {};
let again = null, reloads = 0;
globalThis.document = {
  documentElement: { dataset: page }, cookie: "x=1; look=dark.ebony.large.left", visibilityState: "visible",
  querySelector: () => ({ setAttribute: (name, word) => (meta[name] = word) }),
  addEventListener: () => {},
};
globalThis.location = { pathname: given.path, href: given.path, reload: () => (reloads += 1) };
globalThis.addEventListener = (name, listener) => (heard[name] = listener);
globalThis.setInterval = (what) => (again = what);
const answers = [...given.answers];
globalThis.fetch = async () => {
  const status = answers.shift();
  if (!status) throw new TypeError();
  return { status };
};
await load("offline.js");
const counted = [];
while (again && answers.length) { await again(); counted.push(reloads); }
console.log(JSON.stringify({ page, meta, counted, tries: again !== null }));
"""


@pytest.fixture
def browser(tmp_path: Path) -> Iterator[Browser]:
    with serving(tmp_path) as server, Browser(server.url) as one:
        yield one


def test_the_manifest_names_icons_of_the_size_that_it_says(browser: Browser):
    assert '<link rel="manifest" href="/manifest.webmanifest">' in browser.opens("/").html
    told = browser.asks("GET", "/manifest.webmanifest").json()
    assert (told["start_url"], told["display"], told["lang"]) == ("/", "standalone", "es")
    assert {icon["purpose"] for icon in told["icons"]} == {"any", "maskable"}
    for icon in told["icons"]:
        answer = browser.asks("GET", icon["src"])
        assert answer.headers["content-type"] == icon["type"]
        picture = Image.open(BytesIO(answer.content))
        assert f"{picture.width}x{picture.height}" == icon["sizes"]
        cloth, ivory = (
            picture.convert("RGB").getpixel((2, 2)),
            picture.convert("RGB").getpixel((picture.width // 2, picture.height // 2 - picture.height // 12)),
        )
        assert cloth != ivory
    assert browser.asks("GET", "/icons/999.png").status_code == 404


def test_the_worker_keeps_one_page_and_files_that_never_change_and_nothing_else(browser: Browser):
    answer = browser.asks("GET", "/worker.js")
    assert answer.headers["content-type"].startswith("text/javascript")
    kept = json.loads(answer.text.split("self.kept = ", 1)[1].split(";\n", 1)[0])
    page, *files = kept["KEPT"]
    assert page == "/offline"
    assert all(one.startswith("/static/") and one.startswith(kept["STATIC"]) for one in files)
    assert {browser.asks("GET", one).status_code for one in kept["KEPT"]} == {200}
    assert "Sin red" in browser.opens("/offline").text


def test_a_push_is_shown_to_who_does_not_look_at_the_table_and_leads_there():
    table = "https://club.example/tables/abc"
    away = run_script(WORKER, {"pages": [{"url": "https://club.example/books", "visibilityState": "visible"}]})
    assert [(one["title"], one["body"], one["tag"]) for one in away["shown"]] == [
        ("Te toca", "Tarragona", "/tables/abc")
    ]
    assert away["opened"] == ["/tables/abc"]
    hidden = run_script(WORKER, {"pages": [{"url": table, "visibilityState": "hidden"}]})
    assert len(hidden["shown"]) == 1
    assert hidden["opened"] == [f"focus {table}"]
    there = run_script(WORKER, {"pages": [{"url": table, "visibilityState": "visible"}]})
    assert there["shown"] == []


def test_the_page_without_a_network_asks_by_itself_until_the_server_answers_and_looks_as_chosen_since():
    told = run_script(OFFLINE, {"path": "/books", "answers": [0, 0, 502, 200]})
    assert told["counted"] == [0, 0, 0, 1]
    assert told["page"] == {"theme": "dark", "tiles": "ebony", "text": "large", "hand": "left"}
    assert told["meta"] == {"content": "dark"}
    assert not run_script(OFFLINE, {"path": "/offline", "answers": [200]})["tries"], "where it lies itself"
