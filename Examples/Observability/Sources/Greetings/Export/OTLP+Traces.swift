#if Tools
import InMemoryTracing
import Tracing

extension OTLP {
    /// The request of `POST /v1/traces`, which the protocol names `ExportTraceServiceRequest`.
    struct Traces: Encodable, Sendable {
        struct ResourceSpans: Encodable, Sendable {
            let resource: Resource
            let scopeSpans: [ScopeSpans]
        }

        struct ScopeSpans: Encodable, Sendable {
            let scope: Scope
            let spans: [Span]
        }

        let resourceSpans: [ResourceSpans]

        init(_ spans: [FinishedInMemorySpan], service: String) {
            let scopeSpans = ScopeSpans(scope: Scope(name: "Greetings"), spans: spans.map { Span($0) })
            resourceSpans = [ResourceSpans(resource: Resource(service: service), scopeSpans: [scopeSpans])]
        }
    }

    struct Span: Encodable, Sendable {
        let traceId: String
        let spanId: String
        let parentSpanId: String?
        let name: String
        let kind: Int
        let startTimeUnixNano: String
        let endTimeUnixNano: String
        let attributes: [KeyValue]
        let events: [Event]
        let status: Status?
    }

    struct Event: Encodable, Sendable {
        let timeUnixNano: String
        let name: String
        let attributes: [KeyValue]
    }

    struct Status: Encodable, Sendable {
        let code: Int
        let message: String?
    }
}

extension OTLP.Span {
    init(_ span: FinishedInMemorySpan) {
        traceId = span.traceID
        spanId = span.spanID
        parentSpanId = span.parentSpanID
        name = span.operationName
        kind =
            switch span.kind {
            case .internal: 1
            case .server: 2
            case .client: 3
            case .producer: 4
            case .consumer: 5
            }
        startTimeUnixNano = "\(span.startInstant.nanosecondsSinceEpoch)"
        endTimeUnixNano = "\(span.endInstant.nanosecondsSinceEpoch)"
        attributes = [OTLP.KeyValue](span.attributes)
        events = span.events.map { OTLP.Event($0) } + span.errors.map { OTLP.Event($0) }
        status = span.status.map { OTLP.Status(code: $0.code == .ok ? 1 : 2, message: $0.message) }
    }
}

extension OTLP.Event {
    init(_ event: SpanEvent) {
        timeUnixNano = "\(event.nanosecondsSinceEpoch)"
        name = event.name
        attributes = [OTLP.KeyValue](event.attributes)
    }

    /// The event of a recorded error.
    init(_ error: InMemorySpan.RecordedError) {
        timeUnixNano = "\(error.instant.nanosecondsSinceEpoch)"
        name = "exception"
        var attributes = error.attributes
        attributes["exception.type"] = "\(type(of: error.error))"
        attributes["exception.message"] = "\(error.error)"
        self.attributes = [OTLP.KeyValue](attributes)
    }
}
#endif
