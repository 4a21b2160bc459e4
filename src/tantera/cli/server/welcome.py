"""What the terminal says when the server runs: how people get here."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from typing import Final

from tantera.web.network.codes import BETWEEN, blocks, side_by_side, width
from tantera.web.network.invitation import Invitation
from tantera.web.network.reachable import IN_WORDS, kind_of, reachable, to_type
from tantera.words import translate

FEW: Final = 1000
"""Devices: a hall may have more."""


def welcome(
    invitation: Invitation, admin_secret: str | None, room: int, qr: bool, colour: bool, lang: str
) -> Iterator[str]:
    """`room`: how many devices can be connected at a time."""

    def t(message: str, **facts: object) -> str:
        return translate(lang, message, **facts)

    yield t("Tantera is running: {url}", url=invitation.url)
    if invitation.own_url != invitation.url:
        yield t("On this machine: {url}", url=invitation.own_url)
    yield from _warnings(invitation, lang)
    if room < FEW:
        yield t(
            "! This system lets Tantera have {most} devices connected at a time. How to have more: docs/hosting.md",
            most=room,
        )
    if qr:
        yield ""
        yield from _codes(invitation, colour, lang)
    yield ""
    if invitation.address is not None or invitation.url != invitation.own_url:
        yield t("No camera? Type into the phone's browser: {address}", address=to_type(invitation.url))
    others = reachable(invitation.interfaces)[1:] if invitation.listens_to_all else []
    if others and invitation.address in {one.address for one in invitation.interfaces}:
        listed = ", ".join(
            f"{one.address} ({IN_WORDS[kind_of(one)].told(lang)}, {one.name})"
            for one in reachable(invitation.interfaces)
            if one.address != invitation.address
        )
        yield t("This machine has other addresses: {listed}. To choose one: --address", listed=listed)
    if admin_secret is not None:
        link = f"{invitation.own_url}/admin/enter/{admin_secret}"
        yield t("To administer it (works once, for an hour): {link}", link=link)
    yield t("To stop: Ctrl-C")


def to_look_around(invitation: Invitation, event: str, admin_secret: str | None, slip: str, lang: str) -> Iterator[str]:
    """Where the sample tournament is: first how to become its director, then its desk, its wall and a slip's QR."""

    def t(message: str, **facts: object) -> str:
        return translate(lang, message, **facts)

    url = invitation.own_url
    yield t("A tournament to look around in: 32 players, round 3 of 5.")
    if admin_secret is not None:
        yield t("1. Become its director (works once): {link}", link=f"{url}/admin/enter/{admin_secret}")
    yield t("2. The desk: {link}", link=f"{url}/e/{event}/desk")
    yield t("3. The wall, for the projector: {link}", link=f"{url}/e/{event}/wall")
    # By the address of phones: to this machine's browser that is another site, where nobody directs anything.
    yield t("4. A phone at table 5, as by the QR of its slip: {link}", link=f"{invitation.url}/e/{event}/{slip}")


def moved(invitation: Invitation, lang: str) -> Iterator[str]:
    """The machine has another address than a moment ago."""
    yield translate(lang, "The network has changed. Tantera is now at {url}", url=invitation.url)
    yield from _warnings(invitation, lang)


def _warnings(invitation: Invitation, lang: str) -> Iterator[str]:
    for warning in invitation.warnings:
        said = warning.told(lang)
        yield f"! {said[:1].upper()}{said[1:]}"


def _codes(invitation: Invitation, colour: bool, lang: str) -> Iterator[str]:
    """The code of the page and, where the Wi-Fi is known, the one that joins it: beside it where there is room."""
    page, wifi = blocks(invitation.url, colour), invitation.noted.wifi
    if wifi is None:
        yield from page
        return
    first = translate(lang, "1. Join the Wi-Fi {name}", name=wifi.name)
    second = translate(lang, "2. Open {address}", address=to_type(invitation.url))
    join = blocks(wifi.code, colour)
    if width(join) + len(BETWEEN) + width(page) <= shutil.get_terminal_size().columns:
        yield first.ljust(width(join)) + BETWEEN + second
        yield from side_by_side(join, page)
    else:
        yield from (first, *join, "", second, *page)
