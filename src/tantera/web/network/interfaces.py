"""The interfaces of this machine, read with what every system has. Nobody else is asked: no packet leaves."""

from __future__ import annotations

import ctypes
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator
from ipaddress import IPv4Address
from pathlib import Path
from socket import AF_INET
from typing import Final

from tantera.web.network.reachable import Interface

_UP: Final = 0x1
_PATIENCE: Final = 3
"""Seconds for a program of the system to answer."""


def this_machines() -> list[Interface]:
    """Every IPv4 address of this machine; none where the system will not say."""
    try:
        if sys.platform == "win32":
            return list(of_ipconfig(_said_by("ipconfig", encoding="oem")))
        interfaces = list(_of_libc())
        if sys.platform == "darwin":
            wireless = wifi_ports(_said_by("networksetup", "-listallhardwareports"))
            gateways = default_interface(_said_by("route", "-n", "get", "default"))
        else:
            wireless = {one.name for one in interfaces if (Path("/sys/class/net") / one.name / "wireless").exists()}
            gateways = default_routes(_read("/proc/net/route"))
    except OSError:
        return []
    return [one._replace(wireless=one.name in wireless, gateway=one.name in gateways) for one in interfaces]


# --- what the systems say, read by pure functions


def default_routes(table: str) -> set[str]:
    """The interfaces of the default routes in Linux' ``/proc/net/route``."""
    rows = [line.split() for line in table.splitlines()[1:]]
    return {row[0] for row in rows if len(row) > 7 and row[1] == row[7] == "00000000"}


def default_interface(output: str) -> set[str]:
    """The interface that macOS' ``route -n get default`` names."""
    return set(re.findall(r"^\s*interface:\s*(\S+)", output, re.MULTILINE))


def wifi_ports(output: str) -> set[str]:
    """The devices that macOS' ``networksetup -listallhardwareports`` calls Wi-Fi, in any language."""
    return set(re.findall(r":\s*(?:Wi-Fi|AirPort)\s*\n[^:\n]*:\s*(\w+)", output))


def of_ipconfig(output: str) -> Iterator[Interface]:
    """The adapters in what Windows' ``ipconfig`` prints, in any language: a line without an indent names an adapter,
    its addresses follow. A mask begins with 255; what is neither address nor mask is the router."""
    name, gateway = "", False
    addresses: list[str] = []
    for line in [*output.splitlines(), "end:"]:
        if line.strip() and not line[0].isspace():
            yield from (Interface(name, address, gateway=gateway) for address in addresses)
            name, addresses, gateway = _adapter(line), [], False
            continue
        figures = re.search(r"(?<![\d.])(\d{1,3}(?:\.\d{1,3}){3})(?![\d.])", line)
        if figures is None or not _is_an_address(figures[1]) or figures[1].startswith("255."):
            continue
        if "ipv4" in line.lower():
            addresses.append(figures[1])
        elif figures[1] != "0.0.0.0":
            gateway = True


_ADAPTERS: Final = re.compile(
    r"^.*?\b(?:adapter|adaptador de (?:ethernet|lan inal.mbrica|t.nel|bucle)|adaptador desconocido)\s+",
    re.IGNORECASE,
)


def _adapter(line: str) -> str:
    """``Adaptador de LAN inalámbrica Wi-Fi:`` is called Wi-Fi."""
    return _ADAPTERS.sub("", line.strip().removesuffix(":").strip())


def _is_an_address(text: str) -> bool:
    try:
        IPv4Address(text)
    except ValueError:
        return False
    return True


# --- asking


class _Address(ctypes.Structure):
    """``struct sockaddr`` of Linux and of the BSDs: those have its length first."""

    _fields_ = (
        [("family", ctypes.c_uint16), ("data", ctypes.c_uint8 * 14)]
        if sys.platform.startswith("linux")
        else [("length", ctypes.c_uint8), ("family", ctypes.c_uint8), ("data", ctypes.c_uint8 * 14)]
    )


class _Found(ctypes.Structure):
    """``struct ifaddrs``, as far as we read it."""


_Found._fields_ = [
    ("next", ctypes.POINTER(_Found)),
    ("name", ctypes.c_char_p),
    ("flags", ctypes.c_uint),
    ("address", ctypes.POINTER(_Address)),
]


def _of_libc() -> Iterable[Interface]:
    """By ``getifaddrs``."""
    libc = ctypes.CDLL(None, use_errno=True)
    first = ctypes.POINTER(_Found)()
    if libc.getifaddrs(ctypes.byref(first)) != 0:
        raise OSError(ctypes.get_errno(), "getifaddrs")
    try:
        interfaces, here = [], first
        while here:
            entry = here.contents
            if entry.address and entry.address.contents.family == AF_INET and entry.flags & _UP:
                address = ".".join(str(byte) for byte in entry.address.contents.data[2:6])
                interfaces.append(Interface(entry.name.decode(errors="replace"), address))
            here = entry.next
        return interfaces
    finally:
        libc.freeifaddrs(first)


def _said_by(*command: str, encoding: str = "utf-8") -> str:
    try:
        done = subprocess.run(command, capture_output=True, timeout=_PATIENCE, stdin=subprocess.DEVNULL, check=False)
    except (OSError, subprocess.SubprocessError):
        return ""
    return done.stdout.decode(encoding, "replace")


def _read(path: str) -> str:
    try:
        return Path(path).read_text("utf-8")
    except OSError:
        return ""
