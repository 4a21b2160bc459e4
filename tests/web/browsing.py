"""Somebody with a browser that runs no script: pages are read, links followed, forms filled in and sent."""

from __future__ import annotations

import re
from html import unescape
from html.parser import HTMLParser

import httpx

from tests.web import plain
from tests.web.serving import PATIENCE


class Page(HTMLParser):
    """What stands in a page: its text, its links, the fields of its forms."""

    def __init__(self, answer: httpx.Response) -> None:
        super().__init__()
        self.status, self.path, self.html = answer.status_code, answer.url.path, answer.text
        self.headers = answer.headers
        self.links: dict[str, str] = {}
        """Addresses by the words of the link."""
        self.fields: dict[str, str] = {}
        """What the fields of all forms hold, as a browser would send them."""
        self.ids: set[str] = set()
        self._words: list[str] = []
        self._open: list[tuple[str, list[str]]] = []
        self._select = ""
        self._silent = 0
        self.feed(self.html)

    @property
    def text(self) -> str:
        return " ".join(" ".join(self._words).split())

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        has = {name: value or "" for name, value in attrs}
        if "id" in has:
            self.ids.add(has["id"])
        name, value = has.get("name", ""), has.get("value", "")
        if tag == "input" and name:
            ticked = has.get("type") not in ("radio", "checkbox") or "checked" in has
            if ticked:
                self.fields[name] = value
        elif tag == "select":
            self._select = name
        elif tag == "option" and ("selected" in has or self._select not in self.fields):
            self.fields[self._select] = value
        elif tag == "a":
            self._open.append((has.get("href", ""), []))
        self._silent += tag in ("script", "style", "title", "desc")

    def handle_endtag(self, tag: str) -> None:
        if tag == "a" and self._open:
            address, words = self._open.pop()
            self.links[" ".join(" ".join(words).split())] = address
        self._silent -= tag in ("script", "style", "title", "desc")

    def handle_data(self, data: str) -> None:
        if self._silent:
            return
        self._words.append(data)
        for _, words in self._open:
            words.append(data)


class Browser:
    """Cookies are kept and redirects followed."""

    def __init__(self, url: str, lang: str = "es") -> None:
        headers = {"accept": "text/html,application/xhtml+xml", "accept-language": lang}
        self._http = plain.Client(base_url=url, headers=headers, follow_redirects=True, timeout=PATIENCE)
        self.page = Page(httpx.Response(204, request=httpx.Request("GET", url)))

    @property
    def cookie(self) -> str | None:
        return self._http.cookies.get("tantera")

    def opens(self, path: str) -> Page:
        self.page = Page(self._http.get(path))
        return self.page

    def follows(self, words: str) -> Page:
        """The link of these words, or the first that begins with them."""
        found = next(address for link, address in self.page.links.items() if link.startswith(words))
        return self.opens(found)

    def sends(self, action: str, **fields: str) -> Page:
        """Send the form of the page with its fields as they stand and these on top."""
        self.page = Page(self._http.post(action, data=self.page.fields | fields))
        return self.page

    def asks(self, method: str, path: str, **more: object) -> httpx.Response:
        return self._http.request(method, path, **more)  # type: ignore[arg-type]

    def close(self) -> None:
        self._http.close()

    def __enter__(self) -> Browser:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()


def ids_twice(html: str) -> list[str]:
    """Ids that a page gives to two elements: nothing else finds them where nothing looks for them."""
    found = [unescape(one) for one in re.findall(r'\sid="([^"]+)"', html)]
    return sorted({one for one in found if found.count(one) > 1})


def styles_inline(html: str) -> list[str]:
    """What the content security policy would not let pass."""
    return re.findall(r"<style|\sstyle=|<script(?![^>]*\b(?:src=|application/json))|\son\w+=", html)
