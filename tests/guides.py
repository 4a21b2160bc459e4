"""Pages for people, in several languages: what the tests of docs/*.md ask of each of them.

A page has one part a language, each under a heading of its own. Commands stand indented; what the screens say stands in
italics, so that a test can look it up in the catalogue of that language.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

from tantera.words.catalogue import catalogue

DOCS = Path(__file__).parents[1] / "docs"


class Part(NamedTuple):
    """A page as one reader sees it."""

    page: str
    lang: str
    text: str

    @property
    def chapters(self) -> list[str]:
        return re.findall(r"^## (.*)$", self.text, re.MULTILINE)

    @property
    def commands(self) -> list[str]:
        return re.findall(r"^    (tantera .*)$", self.text, re.MULTILINE)

    @property
    def blocks(self) -> list[tuple[str, str, str]]:
        """What stands between fences: its kind, the file that it is or nothing, and its text."""
        return re.findall(r"^```(\w+)(?: (\S+))?\n(.*?)^```$", self.text, re.DOTALL | re.MULTILINE)

    @property
    def options(self) -> list[str]:
        """The options that it names, in the order of their names."""
        return sorted(set(re.findall(r"--[a-z][a-z-]*", self.text)))

    @property
    def cited(self) -> list[str]:
        """What stands in italics, a screen and a button each for themselves."""
        prose = re.sub(r"`[^`]*`|\*\*[^*]*\*\*", "", self.text)
        found = re.findall(r"(?<!\*)\*([^*\n]+)\*(?!\*)", prose)
        return [part for one in found for part in re.split(" [›·] ", one)]

    @property
    def unsaid(self) -> list[str]:
        """What is cited and stands on no screen in this language."""
        sentences = said_in(self.lang)
        return [one for one in self.cited if not _is_said(one, sentences)]


def parts_of(page: str, **headings: str) -> dict[str, Part]:
    """The parts of a page by language; `headings` gives the heading of each, in their order."""
    text = (DOCS / page).read_text("utf-8")
    starts = {lang: _start(text, page, heading) for lang, heading in headings.items()}
    ends = [*list(starts.values())[1:], len(text)]
    return {lang: Part(page, lang, text[start:end]) for (lang, start), end in zip(starts.items(), ends, strict=True)}


def said_in(lang: str) -> list[str]:
    """Every sentence there is, in a language."""
    return list(catalogue("es")) if lang == "en" else list(catalogue(lang).values())


def _start(text: str, page: str, heading: str) -> int:
    found = re.search(rf"^# {re.escape(heading)}$", text, re.MULTILINE)
    assert found is not None, f"{page} has no heading {heading}"
    return found.start()


def _is_said(cited: str, sentences: list[str]) -> bool:
    """Whether a sentence begins with it, or is it; `…` and a number of a round stand for what differs."""
    differs = re.split(r"(?<= )…|(?<=ronda )1|(?<=round )1", cited)
    pattern = re.compile(r"\{\w+\}".join(map(re.escape, differs)) + r"(?!\w)")
    return any(pattern.match(sentence.strip()) for sentence in sentences)
