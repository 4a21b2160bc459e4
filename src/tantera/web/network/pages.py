"""The network of the hall: which address, which Wi-Fi; and a sheet with both QR codes for the wall."""

from __future__ import annotations

from typing import Any

from litestar import Response, get, post
from litestar.response import Redirect, Template

from tantera.web.access.visitors import Ask, Form
from tantera.web.config import Config
from tantera.web.network.codes import Wifi, picture
from tantera.web.network.invitation import Invitation, a_wifi
from tantera.web.network.reachable import IN_WORDS, NOBODYS, REACHABLE, kind_of, to_type
from tantera.web.pages.languages import language_of
from tantera.web.pages.rendering import page
from tantera.words import translate


@get("/admin/network", include_in_schema=False)
async def network(request: Ask) -> Template:
    invitation: Invitation = request.app.state.invitation
    await invitation.look()
    return _page(request)


@post("/admin/network", include_in_schema=False)
async def change_network(request: Ask, data: Form) -> Response[Any]:
    """Two forms come here: which address, and which Wi-Fi."""
    invitation: Invitation = request.app.state.invitation
    if "address" in data:
        wanted = data["address"]
        known = [one for one in invitation.interfaces if one.address == wanted and kind_of(one) not in NOBODYS]
        await invitation.choose(wanted if known else None)
    elif data.get("forget"):
        await invitation.tell_wifi(None)
    elif "wifi" in data:
        wifi = a_wifi(data["wifi"], data.get("key", ""), bool(data.get("hidden")))
        if not isinstance(wifi, Wifi):
            said = wifi.told(language_of(request))
            return _page(request, 400, mistakes={"wifi": said}, wifi=data["wifi"], key=data.get("key", ""))
        await invitation.tell_wifi(wifi)
    return Redirect("/admin/network", status_code=303)


def _page(request: Ask, status: int = 200, **more: Any) -> Template:
    invitation: Invitation = request.app.state.invitation
    config: Config = request.app.state.config
    lang, wifi = language_of(request), invitation.noted.wifi or Wifi("")
    addresses = [
        (one.address, one.name, IN_WORDS[kind_of(one)].told(lang), kind_of(one) not in NOBODYS)
        for one in sorted(invitation.interfaces, key=lambda one: kind_of(one) not in REACHABLE)
    ]
    context = {"mistakes": {}, "wifi": wifi.name, "key": wifi.key, "hidden": wifi.hidden} | more
    return page(
        request,
        "admin/network.html",
        status=status,
        url=invitation.url,
        to_type=to_type(invitation.url),
        qr=picture(invitation.url, translate(lang, "QR code of this page's address")),
        warnings=[warning.told(lang) for warning in invitation.warnings],
        addresses=addresses,
        chosen=invitation.noted.address,
        fixed=config.public_url or config.address or (None if invitation.listens_to_all else config.host),
        **context,
    )


@get("/hall", include_in_schema=False)
async def sheet(request: Ask) -> Template:
    """For the wall: A4, or a screen."""
    invitation: Invitation = request.app.state.invitation
    await invitation.look()
    lang, wifi = language_of(request), invitation.noted.wifi
    return page(
        request,
        "network.html",
        url=invitation.url,
        to_type=to_type(invitation.url),
        qr=picture(invitation.url, translate(lang, "QR code of this page's address")),
        wifi=wifi,
        wifi_qr=None if wifi is None else picture(wifi.code, translate(lang, "QR code that joins the Wi-Fi")),
        warnings=[warning.told(lang) for warning in invitation.warnings],
    )


@post("/hall/printed", include_in_schema=False)
async def printed(request: Ask) -> Redirect:
    """The sheet was printed: from now on the organiser is warned when the address is another one."""
    invitation: Invitation = request.app.state.invitation
    await invitation.printed(invitation.url)
    return Redirect("/hall", status_code=303)


handlers = [network, change_network, sheet, printed]
