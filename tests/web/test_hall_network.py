"""Which address goes into the QR code: machines as people bring them to a hall."""

from __future__ import annotations

import io
import re
import socket
import sys
from pathlib import Path

import pytest
import segno

from tantera.web.config import Config
from tantera.web.network.codes import Wifi, blocks, picture, side_by_side
from tantera.web.network.interfaces import default_interface, default_routes, of_ipconfig, this_machines, wifi_ports
from tantera.web.network.invitation import a_wifi
from tantera.web.network.reachable import AddressKind, Interface, kind_of, picked, reachable, to_type
from tantera.web.security import answers_to, origin_of

LO = Interface("lo", "127.0.0.1")

MACHINES: dict[str, tuple[list[Interface], list[str]]] = {
    # machine: its interfaces, and what phones may reach, the likeliest first
    "a laptop on the club's Wi-Fi, with Docker": (
        [
            LO,
            Interface("wlp2s0", "192.168.1.34", wireless=True, gateway=True),
            Interface("docker0", "172.17.0.1"),
            Interface("br-4f1c2d3e5a6b", "172.18.0.1"),
            Interface("veth12ab", "169.254.7.9"),
        ],
        ["192.168.1.34"],
    ),
    "a Mac with a VPN that takes the way to the internet": (
        [
            Interface("lo0", "127.0.0.1"),
            Interface("en0", "192.168.0.12", wireless=True),
            Interface("utun3", "10.8.0.2", gateway=True),
            Interface("awdl0", "169.254.12.1"),
        ],
        ["192.168.0.12"],
    ),
    "a Mac with Tailscale and a machine inside it": (
        [
            Interface("en0", "10.0.1.7", gateway=True),
            Interface("utun4", "100.101.102.103"),
            Interface("vmenet0", "192.168.64.1"),
        ],
        ["10.0.1.7"],
    ),
    "a Windows laptop with WSL and VirtualBox": (
        [
            Interface("vEthernet (WSL)", "172.29.16.1"),
            Interface("vEthernet (Default Switch)", "172.20.80.1"),
            Interface("VirtualBox Host-Only Network", "192.168.56.1"),
            Interface("Wi-Fi", "192.168.1.50", gateway=True),
        ],
        ["192.168.1.50"],
    ),
    "a Windows machine whose cable goes by a virtual switch": (
        [
            Interface("vEthernet (Externo)", "192.168.1.20", gateway=True),
            Interface("vEthernet (WSL)", "172.29.16.1"),
        ],
        ["192.168.1.20"],
    ),
    "a Windows laptop that makes a Wi-Fi of its own": (
        [
            Interface("Ethernet", "10.20.30.40", gateway=True),
            Interface("Conexión de área local* 10", "192.168.137.1"),
        ],
        ["192.168.137.1", "10.20.30.40"],
    ),
    "a laptop on cable and Wi-Fi: phones are on the Wi-Fi": (
        [Interface("enp3s0", "10.0.0.4", gateway=True), Interface("wlp2s0", "192.168.1.34", wireless=True)],
        ["192.168.1.34", "10.0.0.4"],
    ),
    "two network cards: the one with a router first": (
        [Interface("eth0", "10.1.1.1"), Interface("eth1", "192.168.5.5", gateway=True)],
        ["192.168.5.5", "10.1.1.1"],
    ),
    "a board that is the access point itself": (
        [LO, Interface("wlan0", "10.42.0.1", wireless=True), Interface("eth0", "169.254.3.3")],
        ["10.42.0.1"],
    ),
    "a bridge that is the machine's own address": (
        [Interface("br0", "192.168.1.2", gateway=True), Interface("virbr0", "192.168.122.1")],
        ["192.168.1.2"],
    ),
    "a rented server": (
        [LO, Interface("eth0", "203.0.113.9", gateway=True), Interface("eth0", "93.184.216.34", gateway=True)],
        ["203.0.113.9", "93.184.216.34"],
    ),
    "a firm's VPN beside the cable": (
        [
            Interface("Ethernet 2", "192.168.1.60", gateway=True),
            Interface("Cisco AnyConnect Virtual Adapter", "10.99.1.2", gateway=True),
            Interface("NordLynx", "10.5.0.2"),
            Interface("wg0", "10.6.0.2"),
            Interface("tailscale0", "100.64.3.4"),
            Interface("ppp0", "10.64.64.64"),
        ],
        ["192.168.1.60"],
    ),
    "no network at all": ([LO], []),
    "a cable that leads nowhere": ([LO, Interface("eth0", "169.254.8.8")], []),
    "nothing known": ([], []),
}


@pytest.mark.parametrize("machine", MACHINES)
def test_the_address_in_the_qr_code_is_one_that_phones_reach(machine: str):
    interfaces, expected = MACHINES[machine]
    assert [one.address for one in reachable(interfaces)] == expected
    assert picked(interfaces) == (expected[0] if expected else None)


def test_the_organiser_may_choose_as_long_as_the_machine_has_the_address():
    interfaces, _ = MACHINES["a laptop on cable and Wi-Fi: phones are on the Wi-Fi"]
    assert picked(interfaces, "10.0.0.4") == "10.0.0.4"
    assert picked(interfaces, "10.9.9.9") == "192.168.1.34"


def test_what_phones_do_not_reach_is_called_by_its_kind():
    assert kind_of(Interface("utun3", "10.8.0.2")) is AddressKind.VPN
    assert kind_of(Interface("docker0", "172.17.0.1")) is AddressKind.INSIDE
    assert kind_of(Interface("eth0", "169.254.8.8")) is AddressKind.ALONE
    assert kind_of(LO) is AddressKind.LOOPBACK
    assert kind_of(Interface("xyz9", "192.168.1.9")) is AddressKind.OTHER
    assert kind_of(Interface("eth0", "100.70.1.1")) is AddressKind.OTHER


def test_an_address_is_typed_without_what_goes_without_saying():
    assert to_type("http://192.168.1.34:8000") == "192.168.1.34:8000"
    assert to_type("http://192.168.1.34") == "192.168.1.34"


# --- what systems say

SPANISH_WINDOWS = """
Configuración IP de Windows


Adaptador desconocido Tailscale:

   Sufijo DNS específico para la conexión. . :
   Dirección IPv4. . . . . . . . . . . . . . : 100.101.102.103
   Máscara de subred . . . . . . . . . . . . : 255.255.255.255
   Puerta de enlace predeterminada . . . . . :

Adaptador de Ethernet vEthernet (Default Switch):

   Vínculo: dirección IPv6 local. . . : fe80::1%15
   Dirección IPv4. . . . . . . . . . . . . . : 172.20.80.1
   Máscara de subred . . . . . . . . . . . . : 255.255.240.0
   Puerta de enlace predeterminada . . . . . :

Adaptador de LAN inalámbrica Wi-Fi:

   Sufijo DNS específico para la conexión. . : home
   Dirección IPv4. . . . . . . . . . . . . . : 192.168.1.50
   Máscara de subred . . . . . . . . . . . . : 255.255.255.0
   Puerta de enlace predeterminada . . . . . : fe80::1%3
                                       192.168.1.1

Adaptador de Ethernet Conexión de red Bluetooth:

   Estado de los medios. . . . . . . . . . . : medios desconectados
"""

ENGLISH_WINDOWS = """
Windows IP Configuration

Ethernet adapter Ethernet:

   Connection-specific DNS Suffix  . : lan
   IPv4 Address. . . . . . . . . . . : 10.0.0.4
   Subnet Mask . . . . . . . . . . . : 255.255.255.0
   Default Gateway . . . . . . . . . : 10.0.0.1

Wireless LAN adapter Local Area Connection* 10:

   IPv4 Address. . . . . . . . . . . : 192.168.137.1
   Subnet Mask . . . . . . . . . . . : 255.255.255.0
   Default Gateway . . . . . . . . . :
"""


def test_windows_is_read_in_its_own_language():
    assert list(of_ipconfig(SPANISH_WINDOWS)) == [
        Interface("Tailscale", "100.101.102.103"),
        Interface("vEthernet (Default Switch)", "172.20.80.1"),
        Interface("Wi-Fi", "192.168.1.50", gateway=True),
    ]
    assert picked(of_ipconfig(SPANISH_WINDOWS)) == "192.168.1.50"
    assert picked(of_ipconfig(ENGLISH_WINDOWS)) == "192.168.137.1"
    assert list(of_ipconfig("")) == []


def test_a_mac_says_which_port_is_wifi_and_where_the_internet_is():
    ports = (
        "\nHardware Port: Ethernet\nDevice: en4\nEthernet Address: a0:b1\n"
        "\nHardware Port: Wi-Fi\nDevice: en0\nEthernet Address: c2:d3\n"
    )
    assert wifi_ports(ports) == {"en0"}
    route = (
        "   route to: default\ndestination: default\n    gateway: 192.168.0.1\n  interface: en0\n      flags: <UP>\n"
    )
    assert default_interface(route) == {"en0"}
    assert default_interface("route: writing to routing socket: not in table") == set()


def test_linux_says_where_the_internet_is():
    table = (
        "Iface\tDestination\tGateway\tFlags\tRefCnt\tUse\tMetric\tMask\tMTU\tWindow\tIRTT\n"
        "wlp2s0\t00000000\t0101A8C0\t0003\t0\t0\t600\t00000000\t0\t0\t0\n"
        "docker0\t000011AC\t00000000\t0001\t0\t0\t0\t0000FFFF\t0\t0\t0\n"
    )
    assert default_routes(table) == {"wlp2s0"}
    assert default_routes("") == set()


@pytest.mark.skipif(sys.platform != "linux", reason="reads what Linux says of itself")
def test_this_machine_is_read_as_psutil_reads_it():
    import psutil

    theirs = {
        (name, one.address)
        for name, found in psutil.net_if_addrs().items()
        for one in found
        if one.family == socket.AF_INET and psutil.net_if_stats()[name].isup
    }
    assert {(one.name, one.address) for one in this_machines()} == theirs
    assert ("lo", "127.0.0.1") in theirs


# --- QR codes


@pytest.mark.parametrize(
    "wifi",
    [
        Wifi("Casal Tarragona", "doble6doble5"),
        Wifi("a;b,c:d\\e", 'x"y;z:9\\,'),
        Wifi("Peña Domino", "contraseña".replace("ñ", "n")),
        Wifi("Oculta", "12345678z", hidden=True),
    ],
)
def test_a_phone_reads_out_of_the_code_what_was_put_in(wifi: Wifi):
    """As ZXing does, whose format it is: fields end with a semicolon, and a backslash stands before what is meant."""
    body = wifi.code.removeprefix("WIFI:")
    fields = {name: re.sub(r"\\(.)", r"\1", value) for name, value in re.findall(r"([TSPH]):((?:[^;\\]|\\.)*);", body)}
    assert fields == {"T": "WPA", "S": wifi.name, "P": wifi.key} | ({"H": "true"} if wifi.hidden else {})
    assert body.endswith(";;")


def test_a_name_that_could_be_a_number_in_hex_stands_in_quotes():
    assert Wifi("CAFE").code == 'WIFI:T:nopass;S:"CAFE";;'
    assert Wifi("Cafe 1").code == "WIFI:T:nopass;S:Cafe 1;;"


def test_what_can_be_no_wifi_is_said():
    assert a_wifi(" Club ", "") == Wifi("Club")
    for name, key in (("", "12345678"), ("x" * 33, ""), ("Club", "corta"), ("Club", "clave con eñe 1"), ("Cl\nub", "")):
        assert not isinstance(a_wifi(name, key), Wifi)


def dark_modules(lines: list[str], on_dark: bool) -> list[list[bool]]:
    """A code in a terminal, read back: which squares are dark."""
    rows: list[list[bool]] = []
    for line in lines:
        plain = line.replace("\x1b[38;5;16;48;5;231m", "").replace("\x1b[0m", "")
        inked = [(mark in "▀█", mark in "▄█") for mark in plain]
        rows += [[above != on_dark for above, _ in inked], [below != on_dark for _, below in inked]]
    return rows


@pytest.mark.parametrize("colour", [True, False])
def test_the_code_in_the_terminal_is_the_code(colour: bool):
    url = "http://192.168.1.34:8000"
    border = 2 if colour else 4
    rows = [[bool(dark) for dark in row] for row in segno.make_qr(url, error="l").matrix_iter(border=border)]
    shown = dark_modules(blocks(url, colour), on_dark=not colour)
    assert shown[: len(rows)] == rows
    assert all(not any(row) for row in shown[len(rows) :])


def test_two_codes_stand_beside_each_other():
    one, other = blocks("http://10.0.0.1", False), blocks(Wifi("Casal", "una clave larga de verdad").code, False)
    both = side_by_side(one, other)
    assert len(both) == max(len(one), len(other))
    assert all(len(line) == len(both[0]) for line in both)


def test_the_picture_has_no_style_of_its_own_and_its_words_are_escaped():
    drawn = picture("http://10.0.0.1:8000", '<b>"QR"</b>')
    assert "style" not in drawn
    assert 'aria-label="&lt;b&gt;&#34;QR&#34;&lt;/b&gt;"' in drawn
    out = io.BytesIO()
    segno.make_qr("http://10.0.0.1:8000", error="m").save(out, kind="svg", border=4)
    assert 'viewBox="0 0 33 33"' in drawn


# --- names


def test_only_names_that_nobody_on_the_internet_can_have_lead_here():
    config = Config(Path("x"), public_url="https://domino.example", address="tantera.club")
    for host in (
        "localhost:8000", "127.0.0.1", "192.168.1.34:8000", "[fe80::1]:8000", "domino.example", "DOMINO.example:443",
        "laptop.local:8000", "mesa.lan", "tantera.club:8000", socket.gethostname(),
    ):  # fmt: skip
        assert answers_to(host, config), host
    for host in (
        "",
        "evil.example",
        "domino.example.evil.example",
        "localhost.evil.example",
        "a b",
        "x:y:z",
        "192.168.1",
    ):
        assert not answers_to(host, config), host


def test_an_origin_is_as_browsers_send_it():
    assert origin_of("https://Club.example:443/") == "https://club.example"
    assert origin_of("http://[::1]:8000") == "http://[::1]:8000"
    assert origin_of(None) is None
