#!/usr/bin/env python3
"""A small collector of OpenTelemetry for a test, which is the upstream API of the test, too.

Usage: collector.py [--port PORT]

It takes OTLP over HTTP with JSON at /v1/traces and /v1/metrics. The messages of the package opentelemetry-proto decode the
requests, so that a wrong field name or type gives status 400. GET /received shows the spans and metrics that arrived.

The upstream API has GET /users/NAME, which answers 503 for the first request of /users/flaky, and a redirect from
/old/NAME. Each user has the `traceparent` of the request.

The first line of output is the port; --port 0 takes a free one. The program ends when its standard input closes.
"""
import argparse
import base64
import json
import re
import signal
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import unquote

from google.protobuf import json_format
from opentelemetry.proto.collector.metrics.v1.metrics_service_pb2 import ExportMetricsServiceRequest
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest
from opentelemetry.proto.trace.v1.trace_pb2 import Span, Status

# The lengths of identifiers in hexadecimal digits.
ID_LENGTHS = {"traceId": 32, "spanId": 16, "parentSpanId": 16}
ENUMS = {"kind", "code", "aggregationTemporality"}
INTEGERS = {"startTimeUnixNano", "endTimeUnixNano", "timeUnixNano", "intValue", "count"}


def as_protobuf_json(value):
    """Turns JSON of OTLP into JSON of protobuf, which has identifiers in base64. Checks what protobuf doesn't."""
    if isinstance(value, list):
        return [as_protobuf_json(element) for element in value]
    if not isinstance(value, dict):
        return value
    result = {}
    for name, member in value.items():
        if "_" in name:
            raise ValueError(f"The name {name} is not in lower camel case.")
        if name in ENUMS and type(member) is not int:
            raise ValueError(f"The enum {name} is not a number: {member!r}")
        if name in INTEGERS and type(member) is not str:
            raise ValueError(f"The 64-bit integer {name} is not a string: {member!r}")
        if name in ID_LENGTHS:
            if not re.fullmatch("[0-9a-fA-F]{%d}" % ID_LENGTHS[name], member):
                raise ValueError(f"The identifier {name} is not hexadecimal: {member!r}")
            member = base64.b64encode(bytes.fromhex(member)).decode()
        result[name] = as_protobuf_json(member)
    return result


def plain_value(value):
    """The value of an attribute as plain JSON."""
    kind = value.WhichOneof("value")
    if kind == "array_value":
        return [plain_value(element) for element in value.array_value.values]
    return getattr(value, kind) if kind else None


def plain_attributes(attributes):
    return {attribute.key: plain_value(attribute.value) for attribute in attributes}


def plain_spans(request):
    for resource in request.resource_spans:
        for span in (span for scope in resource.scope_spans for span in scope.spans):
            yield {
                "name": span.name,
                "kind": Span.SpanKind.Name(span.kind).removeprefix("SPAN_KIND_").lower(),
                "traceID": span.trace_id.hex(),
                "spanID": span.span_id.hex(),
                "parentSpanID": span.parent_span_id.hex() or None,
                "status": Status.StatusCode.Name(span.status.code).removeprefix("STATUS_CODE_").lower(),
                "start": span.start_time_unix_nano,
                "end": span.end_time_unix_nano,
                "attributes": plain_attributes(span.attributes),
                "resource": plain_attributes(resource.resource.attributes),
            }


def plain_metrics(request):
    for resource in request.resource_metrics:
        for metric in (metric for scope in resource.scope_metrics for metric in scope.metrics):
            kind = metric.WhichOneof("data")
            for point in getattr(metric, kind).data_points:
                yield {
                    "name": metric.name,
                    "unit": metric.unit,
                    "kind": kind,
                    "count": point.count if kind == "histogram" else None,
                    "value": point.sum if kind == "histogram" else point.as_double,
                    "attributes": plain_attributes(point.attributes),
                }


class Received:
    """The state of the collector and of the upstream API."""

    def __init__(self):
        self.lock = threading.Lock()
        self.spans = []
        self.metrics = []
        self.has_failed = False

    def add_traces(self, message):
        request = json_format.ParseDict(as_protobuf_json(message), ExportTraceServiceRequest())
        with self.lock:
            self.spans += plain_spans(request)

    def add_metrics(self, message):
        """Replaces the metrics: each export has all values since the start."""
        request = json_format.ParseDict(as_protobuf_json(message), ExportMetricsServiceRequest())
        with self.lock:
            self.metrics = list(plain_metrics(request))

    def fails_once(self):
        with self.lock:
            fails, self.has_failed = not self.has_failed, True
            return fails


class Handler(BaseHTTPRequestHandler):
    """Answers one request for each connection, as HTTP/1.0 does."""

    received = Received()

    def do_GET(self):
        if self.path == "/received":
            with self.received.lock:
                self.answer(200, {"spans": self.received.spans, "metrics": self.received.metrics})
        elif self.path.startswith("/old/"):
            self.answer(302, {}, location="/users/" + self.path.removeprefix("/old/"))
        elif self.path == "/users/flaky" and self.received.fails_once():
            self.answer(503, {"error": "This is the first request."})
        elif self.path.startswith("/users/"):
            name = unquote(self.path.removeprefix("/users/"))
            self.answer(200, {"name": name, "traceparent": self.headers["traceparent"]})
        else:
            self.answer(404, {"error": "There is no such path."})

    def do_POST(self):
        add = {"/v1/traces": self.received.add_traces, "/v1/metrics": self.received.add_metrics}.get(self.path)
        body = self.rfile.read(int(self.headers["Content-Length"] or 0))
        if not add:
            return self.answer(404, {"message": "There is no such path."})
        if self.headers.get_content_type() != "application/json":
            return self.answer(415, {"message": "The body is not JSON."})
        try:
            add(json.loads(body))
        except (ValueError, TypeError, AttributeError, json_format.ParseError) as error:
            print(f"{self.path}: {error}", file=sys.stderr, flush=True)
            return self.answer(400, {"message": str(error)})
        return self.answer(200, {})

    def answer(self, status, body, location=None):
        data = json.dumps(body).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        if location:
            self.send_header("Location", location)
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *arguments):
        """Logs nothing."""


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--port", type=int, default=4318)
    options = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    with ThreadingHTTPServer(("127.0.0.1", options.port), Handler) as server:
        print(server.server_address[1], flush=True)
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            signal.pause()
        except KeyboardInterrupt:
            pass
        finally:
            server.shutdown()
            thread.join()


main()
