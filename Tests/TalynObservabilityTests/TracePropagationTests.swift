#if Tracing && (os(macOS) || os(Linux))
import Foundation
import InMemoryTracing
import Talyn
import TalynObservability
import TalynURLSession
import TestSupport
import Testing
import Tracing

/// The trace that nginx gets.
struct TracePropagationTests {
    /// A tracer that propagates traces as W3C Trace Context has it.
    private struct TraceContextTracer: Tracer {
        let memory = InMemoryTracer(
            idGenerator: InMemoryTracer.IDGenerator(
                nextTraceID: { "0af7651916cd43dd8448eb211c80319c" },
                nextSpanID: { String(format: "%016llx", UInt64.random(in: 1...UInt64.max)) }
            )
        )

        func startSpan<Instant: TracerInstant>(
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

        func activeSpan(identifiedBy context: ServiceContext) -> InMemorySpan? { nil }

        func forceFlush() {}

        func inject<Carrier, Inject: Injector>(
            _ context: ServiceContext,
            into carrier: inout Carrier,
            using injector: Inject
        ) where Inject.Carrier == Carrier {
            guard let span = context.inMemorySpanContext else { return }
            injector.inject("00-\(span.traceID)-\(span.spanID)-01", forKey: "traceparent", into: &carrier)
            injector.inject("tenant=blue", forKey: "baggage", into: &carrier)
        }

        func extract<Carrier, Extract: Extractor>(
            _ carrier: Carrier,
            into context: inout ServiceContext,
            using extractor: Extract
        ) where Extract.Carrier == Carrier {}
    }

    private static var transport: any Transport {
        #if AsyncHTTPClient && os(Linux)
        AsyncHTTPClientTransport.shared
        #else
        URLSessionTransport()
        #endif
    }

    private static let directives = """
        absolute_redirect off;
        location /old { return 302 /new; }
        location / { return 200 "$http_traceparent $http_baggage"; }
        """

    @Test(.enabled(if: Nginx.isInstalled, Comment(rawValue: Nginx.absence)), arguments: ["/new", "/old"])
    func nginxGetsTheTraceOfItsExchange(path: String) async throws {
        let folder = FileManager.default.temporaryDirectory
        try await Nginx.withServer(serving: folder, directives: Self.directives) { nginx in
            try await CuttingProxy.withProxy(to: nginx.socketPath, cuts: []) { proxy in
                let tracer = TraceContextTracer()
                let provider = Provider<Local>(transport: Self.transport, plugins: [TracingPlugin(tracer: tracer)])
                let target = Local(baseURL: proxy.baseURL, path: RequestPath(percentEncoded: path))
                let text = try await provider.request(target, as: String.self)
                let span = try #require(tracer.memory.finishedSpans.last)
                #expect(text == "00-0af7651916cd43dd8448eb211c80319c-\(span.spanID)-01 tenant=blue")
                #expect(tracer.memory.finishedSpans.count == (path == "/old" ? 2 : 1))
            }
        }
    }
}
#endif
