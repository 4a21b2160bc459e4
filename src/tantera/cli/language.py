"""Which language the command line speaks: one for everything it says, its help and its errors included."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Mapping, Sequence
from contextvars import ContextVar
from itertools import zip_longest
from typing import Final

from tantera.words.catalogue import LANGS, OF_BOOKS, in_place_of

DEFAULT: Final = "es"
_spoken: ContextVar[str] = ContextVar("spoken")


def asked_for(words: Sequence[str], environ: Mapping[str, str]) -> str:
    """By ``--lang``, else by ``TANTERA_LANG``, else by the machine's own setting; Spanish where none of them says, and
    English where it says a language that we lack and whose speakers do not read Spanish.

    >>> asked_for(["play", "--lang", "ca"], {"LANG": "en_GB.UTF-8"}), asked_for(["play"], {"LANG": "en_GB.UTF-8"})
    ('ca', 'en')
    >>> asked_for(["play"], {"LANG": "C.UTF-8"}), asked_for(["play"], {"LC_ALL": "ca_ES", "LANG": "en_GB"})
    ('es', 'ca')
    >>> asked_for(["rules", "new"], {"LANG": "pt_BR.UTF-8"}), asked_for(["play"], {"LANG": "pt_BR.UTF-8"})
    ('pt', 'en')
    >>> asked_for(["play"], {"LANG": "de_DE.UTF-8"}), asked_for(["play"], {"LANG": "gl_ES.UTF-8"})
    ('en', 'es')
    """
    langs = OF_BOOKS if list(words[:1]) == ["rules"] else LANGS
    chosen = _option(words) or environ.get("TANTERA_LANG", "")
    if chosen in langs:
        return chosen
    machine = next((environ[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if environ.get(name)), "")
    match = re.match(r"([a-z]{2,3})(?![A-Za-z])", machine)
    if match is None:
        return DEFAULT  # C, POSIX, nothing
    if match[1] in langs:
        return match[1]
    return in_place_of(match[1])


def _option(words: Sequence[str]) -> str:
    value = ""
    for word, following in zip_longest(words, words[1:], fillvalue=""):
        if word == "--":
            break
        if word == "--lang":
            value = following
        elif word.startswith("--lang="):
            value = word.removeprefix("--lang=")
    return value


def speak(words: Sequence[str]) -> str:
    """From here on everything is said in the language that this command line asks for."""
    lang = asked_for(words, os.environ)
    _spoken.set(lang)
    return lang


def spoken() -> str:
    """The language of the command line that runs."""
    return _spoken.get(None) or asked_for(sys.argv[1:], os.environ)
