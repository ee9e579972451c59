"""Traces with OpenTelemetry when `PODIUM_TRACES=1`. The extra `traces` installs the libraries.

OpenTelemetry's own variables, such as OTEL_EXPORTER_OTLP_ENDPOINT, set the destination."""

from __future__ import annotations

import importlib
from typing import Any

from playground.server.telemetry.access_log import Application

MISSING = "podium: PODIUM_TRACES needs OpenTelemetry: pip install 'podium[traces]'"
NAMES = {
    "resources": "opentelemetry.sdk.resources",
    "trace": "opentelemetry.sdk.trace",
    "export": "opentelemetry.sdk.trace.export",
    "asgi": "opentelemetry.instrumentation.asgi",
}


def traced(application: Application, processor: Any = None) -> Application:
    """Records each request and socket as a span. `processor` replaces the exporter of OTLP over HTTP."""
    try:
        modules: dict[str, Any] = {name: importlib.import_module(module) for name, module in NAMES.items()}
        if processor is None:
            otlp: Any = importlib.import_module("opentelemetry.exporter.otlp.proto.http.trace_exporter")
            processor = modules["export"].BatchSpanProcessor(otlp.OTLPSpanExporter())
    except ImportError:
        raise SystemExit(MISSING) from None
    resource = modules["resources"].Resource.create({"service.name": "podium"})
    provider = modules["trace"].TracerProvider(resource=resource)
    provider.add_span_processor(processor)
    middleware: Application = modules["asgi"].OpenTelemetryMiddleware(
        application, tracer_provider=provider, exclude_spans=["receive", "send"]
    )
    return middleware
