"""httpx without encryption, as every test speaks to its server: by itself it reads the world's certificates anew for
each client and each single request, and that takes longer than most answers."""

from __future__ import annotations

import ssl
from functools import partial

import httpx

UNENCRYPTED = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)

Client = partial(httpx.Client, verify=UNENCRYPTED)
AsyncClient = partial(httpx.AsyncClient, verify=UNENCRYPTED)
get = partial(httpx.get, verify=UNENCRYPTED)
post = partial(httpx.post, verify=UNENCRYPTED)
request = partial(httpx.request, verify=UNENCRYPTED)
