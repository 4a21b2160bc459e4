"""`/healthz` and `/ready` for whoever keeps an eye on the server, `/metrics` for Prometheus."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from litestar import Response, get
from msgspec import Struct

import tantera
from tantera.store import Unwritable
from tantera.web.access.measure import Crowd, Rate
from tantera.web.access.visitors import Ask
from tantera.web.health.meters import Histogram, Meters
from tantera.web.pages.languages import language_of
from tantera.web.tables.hub import Hub
from tantera.words import translate


class Health(Struct, frozen=True):
    status: str
    """``ok``; or ``not_saved`` where nothing can be written, ``leaving`` where the process hands its tables over."""
    version: str
    text: str = ""
    """Why not."""


@get("/healthz", tags=["operation"])
async def healthz(request: Ask) -> Response[Health]:
    """Whether this process works. Where it does not answer with status 200, starting it again helps; a database that is
    away is no fault of the process, and only said."""
    return Response(await _health(request))


@get("/ready", tags=["operation"])
async def ready(request: Ask) -> Response[Health]:
    """Whether somebody new may be sent here. Status 503 where nothing can be kept, or the process is leaving."""
    health = await _health(request)
    return Response(health, status_code=200 if health.status == "ok" else 503)


async def _health(request: Ask) -> Health:
    hub: Hub = request.app.state.hub
    tries: Rate = request.app.state.health_checks
    if hub.stopped:
        text = translate(language_of(request), "this process is leaving; others go on with its tables")
        return Health("leaving", tantera.__version__, text)
    # Trying costs a write to the disk: a flood of questions gets the answer that is known.
    state = hub.store.state if tries.take("") else await hub.store.try_to_write()
    if isinstance(state, Unwritable):
        return Health("not_saved", tantera.__version__, state.reason.told(language_of(request)))
    return Health("ok", tantera.__version__)


@get("/metrics", include_in_schema=False)
async def metrics(request: Ask) -> Response[bytes]:
    """The meters, in the text format of Prometheus."""
    # Imported when somebody asks: most servers are never asked.
    from prometheus_client import CollectorRegistry
    from prometheus_client.exposition import CONTENT_TYPE_LATEST, generate_latest

    registry = CollectorRegistry()
    registry.register(_Collector(request.app.state.meters, request.app.state.hub, request.app.state.crowd))
    return Response(generate_latest(registry), media_type=CONTENT_TYPE_LATEST)


class _Collector:
    """Reads the meters when it is asked to (a custom collector)."""

    def __init__(self, meters: Meters, hub: Hub, crowd: Crowd) -> None:
        self._meters, self._hub, self._crowd = meters, hub, crowd

    def collect(self) -> Iterator[Any]:
        from prometheus_client.metrics_core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily

        def counter(name: str, about: str, label: str, values: dict[str, int]) -> Any:
            family = CounterMetricFamily(f"tantera_{name}", about, labels=[label])
            for value, number in sorted(values.items()):
                family.add_metric([value], number)
            return family

        def timed(name: str, about: str, times: Histogram) -> Any:
            return HistogramMetricFamily(f"tantera_{name}", about, buckets=times.buckets(), sum_value=times.sum)

        def now(name: str, about: str, value: float) -> Any:
            return GaugeMetricFamily(f"tantera_{name}", about, value=value)

        meters, hub = self._meters, self._hub
        yield now("tables_open", "Tables that are open.", len(hub.directory.open))
        yield now("tables_awake", "Tables in the memory of this process.", len(hub.tables))
        yield now("tables_resting", "Tables that this process keeps and nobody is at.", len(hub.resting))
        yield now("tables_playing", "Tables where a match is being played.", hub.directory.playing)
        yield now("sockets", "Sockets that are open.", len(self._crowd))
        yield now("not_saving", "1 while nothing can be written.", float(isinstance(hub.store.state, Unwritable)))
        yield counter("orders", "Orders over sockets, by what became of them.", "result", dict(meters.orders))
        yield counter("requests", "Requests, by the status of the answer.", "status", dict(meters.requests))
        yield CounterMetricFamily("tantera_appends_not_saved", "Appends that failed.", value=meters.not_saved)
        slow = "Sockets closed because their client did not read."
        yield CounterMetricFamily("tantera_slow_sockets", slow, value=meters.slow_sockets)
        yield timed("append_seconds", "From an append to its being durable.", meters.appends)
        yield timed("collection_seconds", "CPU time of the garbage collector while all wait.", meters.collections)
        yield now("longest_collection_seconds", "The longest of these since the start.", meters.longest_collection)
        yield timed("loop_lag_seconds", "How late the event loop comes to what is due.", meters.lag)


handlers = [healthz, ready, metrics]
