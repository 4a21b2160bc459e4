"""Which of a machine's addresses phones in the hall can reach: a pure function over its interfaces.

A laptop has several addresses. Phones are on the Wi-Fi, or on the same router by cable; they reach neither a VPN, nor a
network that exists inside the machine only, for containers and virtual machines.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from enum import StrEnum
from ipaddress import IPv4Address, IPv4Network
from typing import Final, NamedTuple

from tantera.words import Phrase


class Interface(NamedTuple):
    """One address of the machine, and what the system says about it."""

    name: str
    """As the system calls it: ``wlan0``, ``en0``, ``Wi-Fi``."""
    address: str
    wireless: bool = False
    gateway: bool = False
    """Whether the way to the internet goes by it."""


class AddressKind(StrEnum):
    WIFI = "wifi"
    CABLE = "cable"
    OTHER = "other"
    """A private address of a kind that we do not know."""
    PUBLIC = "public"
    """An address of the internet: a rented server's."""
    VPN = "vpn"
    INSIDE = "inside"
    """Of containers or virtual machines."""
    ALONE = "alone"
    """Nobody gave it an address (169.254…): there is no router."""
    LOOPBACK = "loopback"


WIFI, CABLE, OTHER, PUBLIC, VPN, INSIDE, ALONE, LOOPBACK = AddressKind

IN_WORDS: Final[dict[AddressKind, Phrase]] = {
    WIFI: Phrase("Wi-Fi"),
    CABLE: Phrase("cable"),
    OTHER: Phrase("another network"),
    PUBLIC: Phrase("internet"),
    VPN: Phrase("VPN: phones do not reach it"),
    INSIDE: Phrase("of containers or virtual machines: phones do not reach it"),
    ALONE: Phrase("no router gave it an address: phones do not reach it"),
    LOOPBACK: Phrase("this machine only"),
}

REACHABLE: Final = (WIFI, CABLE, OTHER, PUBLIC)
"""What phones may reach, the likeliest first."""

NOBODYS: Final = (ALONE, LOOPBACK)
"""What nobody else can reach, whatever the organiser knows of the network."""

_VPN: Final = re.compile(
    r"(tun|tap|wg|utun|ppp|ipsec|zt|nordlynx|proton|mullvad|gpd|cscotun|tailscale|zerotier|wireguard|vti)[\w-]*"
    r"|.*(vpn|tailscale|zerotier|wireguard|nordlynx|wintun|anyconnect|fortinet|globalprotect|tap-windows).*",
    re.IGNORECASE,
)
_INSIDE: Final = re.compile(
    r"(docker|br-|veth|virbr|vnet|vmnet|vboxnet|lxcbr|lxdbr|incusbr|podman|cni|flannel|cali|kube|cilium|nerdctl|dummy"
    r"|vmenet|hassio|waydroid|anbox|mpqemubr)[\w.-]*"
    r"|.*(vethernet|virtualbox|vmware|host-only|hyper-v|\bwsl\b|docker|parallels|multipass|bluetooth).*",
    re.IGNORECASE,
)
_WIFI: Final = re.compile(r"(wl|ath|ra|wifi|ap)\w*|.*(wi-?fi|wlan|wireless|inal[aá]mbric|sense fils).*", re.IGNORECASE)
_CABLE: Final = re.compile(r"(eth|en|em|eno|ens|enp|enx|br|bond|team|lan)\w*|.*ethernet.*", re.IGNORECASE)
_HOTSPOT: Final = re.compile(r".*\*.*")
"""Windows calls the network that it makes itself for phones ``Local Area Connection* 10``."""

_SHARED: Final = IPv4Network("100.64.0.0/10")
"""Of carriers, and of Tailscale."""
_VIRTUALBOX: Final = IPv4Network("192.168.56.0/24")
"""What VirtualBox takes if nobody says otherwise."""


def kind_of(interface: Interface) -> AddressKind:
    """What kind of network an address is of.

    >>> kind_of(Interface("wlan0", "192.168.1.34")), kind_of(Interface("docker0", "172.17.0.1"))
    (<AddressKind.WIFI: 'wifi'>, <AddressKind.INSIDE: 'inside'>)
    """
    address, name = IPv4Address(interface.address), interface.name.strip()
    if address.is_loopback:
        return LOOPBACK
    if address.is_link_local:
        return ALONE
    if _VPN.fullmatch(name):
        return VPN
    # A machine whose cable goes by a virtual switch has its real address there, and a router behind it.
    bridged = interface.gateway and "vethernet" in name.lower()
    if (_INSIDE.fullmatch(name) or (address in _VIRTUALBOX and not interface.gateway)) and not bridged:
        return INSIDE
    if address in _SHARED:
        return OTHER
    if not address.is_private:
        return PUBLIC
    if interface.wireless or _WIFI.fullmatch(name) or _HOTSPOT.fullmatch(name):
        return WIFI
    return CABLE if bridged or _CABLE.fullmatch(name) else OTHER


def reachable(interfaces: Iterable[Interface]) -> list[Interface]:
    """Those that phones may reach, the likeliest first: the Wi-Fi that they are on, then what has a router."""

    def likely(interface: Interface) -> tuple[int, bool, str]:
        return REACHABLE.index(kind_of(interface)), not interface.gateway, interface.name

    return sorted((one for one in interfaces if kind_of(one) in REACHABLE), key=likely)


def picked(interfaces: Iterable[Interface], wanted: str | None = None) -> str | None:
    """The address for the QR code: the organiser's choice while the machine has it, else the likeliest; None where
    there is no network."""
    candidates = list(interfaces)
    if wanted is not None and any(one.address == wanted for one in candidates):
        return wanted
    return next((one.address for one in reachable(candidates)), None)


def to_type(url: str) -> str:
    """An address as short as a browser takes it: no scheme, no slash at the end, no port that goes without saying.

    >>> to_type("http://192.168.1.34:8000"), to_type("http://192.168.1.34:80/"), to_type("https://domino.example:443")
    ('192.168.1.34:8000', '192.168.1.34', 'https://domino.example')
    """
    scheme, _, rest = url.rstrip("/").partition("://")
    if scheme == "https":
        return f"https://{rest.removesuffix(':443')}"  # a browser that is told no scheme may try http first
    return rest.removesuffix(":80")
