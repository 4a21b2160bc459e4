"""The site of documents: every page in three languages, no broken link, the whole reference; and served as it is."""

from __future__ import annotations

import importlib
import json
import posixpath
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from functools import cache
from html import unescape
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

import tantera
from tantera.rules import built_in_books
from tantera.tournament_file import write_sample
from tantera.web.manual.books import books
from tantera.web.manual.markdown import anchors_of
from tantera.web.manual.reference import PUBLIC, room
from tantera.web.manual.site import Site, groups, names, texts
from tantera.words import LANGS
from tests.guides import DOCS, Part, parts_of
from tests.web.browsing import ids_twice, styles_inline
from tests.web.plain import Client
from tests.web.processes import run
from tests.web.serving import Running, serving

MOMENT = datetime(2026, 5, 31, 12, tzinfo=UTC)
FOR_PEOPLE = (
    *("players", "arbiters", "organisers", "secretary", "installing", "hosting", "security", "versions"),
    *("developers", "recipes"),
)
SECRETARY = parts_of(
    "secretary.md",
    es="Para la secretaría del club",
    ca="Per a la secretaria del club",
    en="For the club secretary",
)


@cache
def files() -> dict[str, bytes]:
    site = Site()
    return {address: site.file(address) for address in site.addresses}


def pages() -> dict[str, str]:
    return {address: content.decode() for address, content in files().items() if address.endswith(".html")}


@cache
def ids(address: str) -> frozenset[str]:
    return frozenset(unescape(one) for one in re.findall(r' id="([^"]+)"', pages()[address]))


def links(address: str) -> Iterator[str]:
    for one in re.findall(r'(?:href|src|action)="([^"]*)"', pages()[address]):
        if not one.startswith("data:"):
            yield unescape(one)


# --- what there is


def test_every_page_is_there_in_every_language() -> None:
    by_language = [{one.partition("/")[2] for one in pages() if one.startswith(f"{lang}/")} for lang in LANGS]
    assert by_language[0] == by_language[1] == by_language[2]
    assert len(by_language[0]) > 50


@pytest.mark.parametrize("name", FOR_PEOPLE)
def test_what_is_for_people_is_written_in_three_languages_chapter_by_chapter(name: str) -> None:
    assert tuple(texts(name)) == LANGS
    heads = {lang: len(re.findall(r"^## ", text.markdown, re.MULTILINE)) for lang, text in texts(name).items()}
    assert len(set(heads.values())) == 1, heads
    assert [lang for lang in LANGS if "This page is in English" in pages()[f"{lang}/{name}.html"]] == []


@pytest.mark.parametrize("name", ["dgn", "rule-books", "study", "tournaments"])
def test_what_is_for_reference_too_has_a_text_for_people_in_spanish_and_in_catalan(name: str) -> None:
    """Their own texts, chapter by chapter the same; the one in English is longer."""
    assert tuple(texts(name)) == LANGS
    es, ca = (
        re.findall(r"^(?:## |```|- |\| |\d\. )", texts(name)[lang].markdown, re.MULTILINE) for lang in ("es", "ca")
    )
    assert es == ca
    assert es.count("## ") >= 3


def test_a_page_that_is_in_english_says_so_in_the_language_of_the_reader_and_is_marked_as_english() -> None:
    assert "Esta página está en inglés." in pages()["es/protocol.html"]
    assert "Aquesta pàgina és en anglès." in pages()["ca/protocol.html"]
    assert '<article lang="en">' in pages()["es/protocol.html"]
    assert "This page is in English" not in pages()["en/protocol.html"]


def test_who_comes_to_play_referee_organise_or_host_is_led_to_pages_in_their_language() -> None:
    *for_people, reference = groups()
    listed = [one.removesuffix(".md") for group in for_people for one in group.pages]
    assert [one for one in listed if tuple(texts(one)) != LANGS] == []
    assert "developers.md" in reference.pages


def test_every_document_of_the_folder_is_a_page_but_the_one_that_lists_tests() -> None:
    assert {path.stem for path in DOCS.glob("*.md")} - set(names()) == {"conformance"}
    assert all(set(group.name) == set(LANGS) for group in groups())


@pytest.mark.parametrize("lang", LANGS)
def test_every_article_of_every_book_can_be_read_and_linked(lang: str) -> None:
    for name, book in books().items():
        address = f"{lang}/book-{name}.html"
        text = " ".join(re.sub(r"<[^>]+>", "", unescape(pages()[address])).split())
        for article in book.articles:
            assert article.id in ids(address)
            assert " ".join(article.text(lang).split())[:50] in text, article.id


def test_the_ten_lines_for_developers_run_and_are_the_same_but_for_their_remarks() -> None:
    programs = [
        re.sub(r"  #.*", "", "".join(re.findall(r"```python\n(.*?)```", text.markdown, re.DOTALL)))
        for text in texts("developers").values()
    ]
    assert len(set(programs)) == 1
    exec(compile(programs[0], "docs/developers.md", "exec"), {})


# --- links


@pytest.mark.parametrize("lang", LANGS)
def test_no_link_and_no_anchor_is_broken(lang: str) -> None:
    broken = []
    for address in pages():
        if not address.startswith(f"{lang}/"):
            continue
        for wanted in links(address):
            if "://" in wanted:
                continue
            file, _, anchor = wanted.partition("#")
            to = posixpath.normpath(posixpath.join(posixpath.dirname(address), file)) if file else address
            if to not in files() or (anchor and anchor not in ids(to)):
                broken.append((address, wanted))
    assert broken == []


def test_a_link_to_a_file_of_the_clone_leads_to_one() -> None:
    """On the site it is no link; who reads the file in the clone follows it."""
    for path in DOCS.glob("*.md"):
        for wanted in re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)", path.read_text("utf-8")):
            assert "://" in wanted or (DOCS / wanted).exists(), (path.name, wanted)


def test_nothing_is_loaded_from_elsewhere_and_only_prose_leads_there() -> None:
    loaded = re.compile(r"""<(?:script|link|img|form)[^>]*(?:src|href|action)="(?:https?:)?//""")
    assert [address for address, text in pages().items() if loaded.search(text)] == []
    outside = {urlsplit(one).netloc for address in pages() for one in links(address) if "://" in one}
    assert outside <= {"semver.org"}
    style = files()["manual.css"].decode()
    assert re.findall(r"@import|https?://|url\((?!#)", style) == []


def test_a_page_has_no_id_twice_and_no_style_in_itself() -> None:
    assert {address: twice for address, text in pages().items() if (twice := ids_twice(text))} == {}
    assert [address for address, text in pages().items() if styles_inline(text)] == []


def test_anchors_are_those_that_github_gives() -> None:
    assert anchors_of("# El día\n## 9:00 · Arrancar\n## `x`, y\n## `x`, y\n### A {#TG-9.2}\n") == [
        "el-día", "900--arrancar", "x-y", "x-y-1", "TG-9.2",
    ]  # fmt: skip


# --- the reference


def test_the_head_of_a_page_leads_to_its_languages_and_its_text_does_not_once_more() -> None:
    for name in ("installing", "recipes", "versions", "security"):
        parts = texts(name)
        assert set(parts) == set(LANGS)
        assert [
            lang for lang, text in parts.items() if re.search(r"\[(?:Español|Català|English)\]", text.markdown)
        ] == []


@pytest.mark.parametrize("name", PUBLIC)
def test_every_public_name_is_in_the_reference_with_what_it_says_of_itself(name: str) -> None:
    about, entries = room(name)
    assert about
    assert [entry.name for entry in entries if not entry.about] == []
    assert {entry.name for entry in entries} <= ids(f"en/api-{name}.html")


@pytest.mark.parametrize("name", PUBLIC)
def test_the_reference_has_what_python_finds(name: str) -> None:
    """What a room gives beyond its own modules, and no more than that."""
    module = importlib.import_module(f"tantera.{name}")
    entries = room(name)[1]
    assert [entry.name for entry in entries if not hasattr(module, entry.name)] == []
    source = Path(module.__file__ or "").read_text("utf-8")
    assert {entry.name for entry in entries} >= set(re.findall(r"import \w+ as (\w+)$", source, re.MULTILINE))


def test_every_room_is_promised_or_is_named_as_one_that_is_not() -> None:
    package = Path(tantera.__file__).parent
    rooms = {path.name for path in package.iterdir() if (path / "__init__.py").is_file()}
    assert rooms - set(PUBLIC) == {"store", "web", "cli"}
    assert all(
        f"`tantera.{one}`" in texts("versions")[lang].markdown for one in ("store", "web", "cli") for lang in LANGS
    )


# --- the files


def test_the_same_source_gives_the_same_files_and_the_command_writes_them(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "releasing.docs", "--out", str(tmp_path / "docs")]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert f"({len(files())} files)" in done.stdout
    written = {
        one.relative_to(tmp_path / "docs").as_posix(): one.read_bytes() for one in (tmp_path / "docs").rglob("*.*")
    }
    assert written == files()
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "diary.txt").write_text("mine", "utf-8")
    refused = subprocess.run([*command[:-1], str(tmp_path / "other")], capture_output=True, text=True)
    assert refused.returncode == 2
    assert (tmp_path / "other" / "diary.txt").exists()


def test_a_search_reads_all_pages() -> None:
    found = re.search(r'id="index">(.*?)</script>', pages()["es/search.html"], re.DOTALL)
    assert found is not None
    index: list[list[str]] = json.loads(found[1])
    assert {address.partition(".html")[0] for address, *_ in index} == set(names())
    assert any(address == "book-tarragona.html#TG-9.2" for address, *_ in index)
    assert any(address == "api-play.html#new_match" for address, *_ in index)


# --- served


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with serving(tmp_path_factory.mktemp("manual") / "data") as running:
        yield running


def got(server: Running, path: str, **headers: str) -> Any:
    with Client(base_url=server.url, headers={"accept-encoding": "identity"} | headers) as client:
        return client.get(path, follow_redirects=False)


def test_docs_leads_to_the_first_page_in_the_readers_language(server: Running) -> None:
    for lang in LANGS:
        answer = got(server, "/docs", **{"accept-language": lang})
        assert answer.headers["location"] == f"/docs/{lang}/index.html"
        assert got(server, f"/docs/{lang}/").headers["location"] == f"/docs/{lang}/index.html"


def test_every_file_of_the_site_is_served_with_a_way_back(server: Running) -> None:
    for address in (
        *(f"{lang}/{name}.html" for lang in LANGS for name in ("index", "players", "search")),
        "index.html",
    ):
        answer = got(server, f"/docs/{address}")
        assert answer.status_code == 200
        assert answer.headers["content-type"] == "text/html; charset=utf-8"
        assert 'href="/"' in answer.text
    for address, kind in (
        ("manual.css", "text/css"),
        ("search.js", "text/javascript"),
        ("fair-deals.json", "application/json"),
    ):
        answer = got(server, f"/docs/{address}")
        assert answer.headers["content-type"].startswith(kind)
        assert answer.content == files()[address]


def test_a_page_is_sent_packed_and_not_again_to_whom_has_it(server: Running) -> None:
    plain = got(server, "/docs/es/players.html")
    packed = got(server, "/docs/es/players.html", **{"accept-encoding": "gzip"})
    assert packed.headers["content-encoding"] == "gzip"
    assert packed.headers["vary"] == "accept-encoding"
    assert packed.headers["cache-control"] == "no-cache"
    assert int(packed.headers["content-length"]) < len(plain.content) / 2
    again = got(server, "/docs/es/players.html", **{"if-none-match": plain.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


@pytest.mark.parametrize(
    "path", ["es/nothing.html", "../../etc/passwd", "es/../site.toml", "site.toml", "players.md", "fr"]
)
def test_nothing_else_is_there(server: Running, path: str) -> None:
    assert got(server, f"/docs/{path}").status_code == 404


def test_home_leads_to_it(server: Running) -> None:
    assert 'href="/docs"' in got(server, "/", accept="text/html").text


# --- the page of the club secretary


def test_the_secretarys_page_tells_the_same_in_three_languages() -> None:
    es, ca, en = SECRETARY.values()
    assert len(es.chapters) == len(ca.chapters) == len(en.chapters) >= 7
    assert es.commands == ca.commands == en.commands
    assert es.options == ca.options == en.options


@pytest.mark.parametrize("part", SECRETARY.values(), ids=list(SECRETARY))
def test_every_button_on_the_secretarys_page_is_called_so(part: Part) -> None:
    assert len(part.cited) > 20
    assert part.unsaid == []


def test_the_secretarys_commands_run_in_their_order(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    write_sample(Path("copa.tantera"), built_in_books, MOMENT)
    for command in SECRETARY["es"].commands:
        done = run(*shlex.split(command)[1:])
        assert done.returncode == 0, f"{command}: {done.stderr}"
    assert {"casa.pdf", "club.json", "liga.json"} <= {path.name for path in tmp_path.iterdir()}
    assert len(list((tmp_path / "papeles").iterdir())) == 2
