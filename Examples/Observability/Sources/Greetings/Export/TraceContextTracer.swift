#if Tools
public import InMemoryTracing
public import Tracing

/// A tracer that keeps finished spans until they are exported, and propagates traces as W3C Trace Context.
///
/// `InMemoryTracer` makes the spans. It propagates traces by header fields of its own, which no other server knows.
public struct TraceContextTracer: Tracer {
    private let memory = InMemoryTracer(
        idGenerator: InMemoryTracer.IDGenerator(
            nextTraceID: { randomDigits() + randomDigits() },
            nextSpanID: { randomDigits() }
        ),
        recordInjections: false,
        recordExtractions: false
    )

    public init() {}

    /// Removes the finished spans and returns them.
    func popFinishedSpans() -> [FinishedInMemorySpan] { memory.popFinishedSpans() }

    public func startSpan<Instant: TracerInstant>(
        _ operationName: String,
        context: @autoclosure () -> ServiceContext,
        ofKind kind: SpanKind,
        at instant: @autoclosure () -> Instant,
        function: String,
        file fileID: String,
        line: UInt
    ) -> InMemorySpan {
        memory.startSpan(
            operationName,
            context: context(),
            ofKind: kind,
            at: instant(),
            function: function,
            file: fileID,
            line: line
        )
    }

    public func activeSpan(identifiedBy context: ServiceContext) -> InMemorySpan? {
        memory.activeSpan(identifiedBy: context)
    }

    /// Does nothing: ``Telemetry`` exports the spans.
    public func forceFlush() {}

    // MARK: Propagation

    public func inject<Carrier, Inject: Injector>(
        _ context: ServiceContext,
        into carrier: inout Carrier,
        using injector: Inject
    ) where Inject.Carrier == Carrier {
        guard let span = context.inMemorySpanContext else { return }
        injector.inject("00-\(span.traceID)-\(span.spanID)-01", forKey: "traceparent", into: &carrier)
    }

    public func extract<Carrier, Extract: Extractor>(
        _ carrier: Carrier,
        into context: inout ServiceContext,
        using extractor: Extract
    ) where Extract.Carrier == Carrier {
        guard let value = extractor.extract(key: "traceparent", from: carrier),
            let match = value.wholeMatch(of: /00-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}/)
        else { return }
        context.inMemorySpanContext = InMemorySpanContext(
            traceID: String(match.1),
            spanID: String(match.2),
            parentSpanID: nil
        )
    }
}

/// 64 random bits as 16 hexadecimal digits. They are never all zero, which Trace Context forbids.
private func randomDigits() -> String {
    let digits = String(UInt64.random(in: 1...UInt64.max), radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
}
#endif
