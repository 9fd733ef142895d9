#if Tracing
import _TalynFoundation
import HTTPTypes
public import TalynCore
public import Tracing
import _TalynSupport

/// Gives each exchange with a server a client span, and sends the trace to the server.
///
/// ```swift
/// let github = Provider<GitHub>(plugins: [TracingPlugin()])
/// ```
///
/// A call can have several exchanges: its attempts, redirects and challenges. Each has a span of its own, which is a child of the
/// span of the caller. A cache that answers makes no span. The names and attributes are those of OpenTelemetry's semantic conventions for
/// HTTP clients, version 1.44.
///
/// A span ends with the body of its response. Put the plugin first, so that ``init(tracer:redaction:addsCallSpans:)`` can add
/// a span around all other plugins.
public struct TracingPlugin: CallInterceptor {
    private let givenTracer: (any Tracer)?
    private let redaction: Redaction
    private let addsCallSpans: Bool

    /// Creates a plugin.
    ///
    /// - Parameters:
    ///   - tracer: The tracer; nil for the one that is bootstrapped.
    ///   - redaction: Masks the URLs.
    ///   - addsCallSpans: Whether each call has a span around its exchanges. Its name is that of the target, such as `GitHub.user`. Its events are
    ///     the attempts and the notes of plugins.
    public init(tracer: (any Tracer)? = nil, redaction: Redaction = .default, addsCallSpans: Bool = false) {
        givenTracer = tracer
        self.redaction = redaction
        self.addsCallSpans = addsCallSpans
    }

    /// Whether there is no tracer and no instrument.
    private var isOff: Bool { givenTracer == nil && InstrumentationSystem.instrument is NoOpInstrument }

    private var tracer: any Tracer { givenTracer ?? InstrumentationSystem.tracer }

    private var instrument: any Instrument { givenTracer ?? InstrumentationSystem.instrument }
}

// MARK: - Exchanges

extension TracingPlugin: ExchangeInterceptor {
    public func intercept(
        _ request: OutgoingRequest,
        next: @escaping NextExchange
    ) async throws -> TransportResponse {
        if isOff { return try await next(request) }
        let attributes = ExchangeAttributes(request)
        let name = [attributes.method == "_OTHER" ? "HTTP" : attributes.method, attributes.template].compactMap { $0 }
        let span = startSpan(name.joined(separator: " "), .client)
        if span.isRecording { describe(request, attributes, in: span) }
        var request = request
        let baggage = request.headerFields[.baggage]
        instrument.inject(span.context, into: &request.headerFields, using: HeaderFieldInjector())
        if request.isRedirectedToOtherOrigin {
            // The values of the caller's baggage are for the server that the caller knows.
            request.headerFields[.baggage] = baggage
        }
        do {
            let sent = request
            var response = try await ServiceContext.withValue(span.context) { try await next(sent) }
            let head = response
            let context = request.context
            response.body = response.body.onEnd { end, byteCount in
                if span.isRecording {
                    Self.describe(head, head.bodySize(byteCount, end), in: span)
                    if let counts = context?[CallCounts.self] {
                        span.updateAttributes { for (name, count) in counts { $0[name] = count } }
                    }
                }
                if let error = ExchangeError.type(of: end, head, in: context) { span.fail(error) }
                span.end()
            }
            return response
        } catch {
            span.fail(error)
            span.end()
            throw error
        }
    }

    /// Opens the tracer's type.
    private func startSpan(_ name: String, _ kind: SpanKind) -> any Span {
        tracer.startSpan(name, ofKind: kind)
    }

    /// Adds all attributes at once: a span can have a lock.
    private static func describe(_ response: TransportResponse, _ bodySize: Int64?, in span: any Span) {
        let metrics = response.metrics
        span.updateAttributes { values in
            values["http.response.status_code"] = response.statusCode
            if let bodySize { values["http.response.body.size"] = bodySize }
            if let address = metrics?.remoteAddress { values["network.peer.address"] = address }
            if let port = metrics?.remotePort { values["network.peer.port"] = port }
            if let version = metrics?.protocolVersion { values["network.protocol.version"] = version }
        }
    }

    private func describe(_ request: OutgoingRequest, _ attributes: ExchangeAttributes, in span: any Span) {
        let exchanges = request.context?[ExchangeCount.self] ?? 0
        request.context?[ExchangeCount.self] = exchanges + 1
        span.updateAttributes { values in
            values["http.request.method"] = attributes.method
            if let method = attributes.originalMethod { values["http.request.method_original"] = method }
            values["server.address"] = attributes.address
            values["server.port"] = attributes.port
            let url = request.urlText
            values["url.full"] = ExchangeAttributes.url(
                request.isRedirected ? url : request.context?.endpoint.concealingPath(in: url) ?? url,
                by: redaction.masking(request.secretNames)
            )
            if let template = attributes.template { values["url.template"] = template }
            if let length = request.body?.length { values["http.request.body.size"] = length }
            if exchanges > 0 { values["http.request.resend_count"] = exchanges }
        }
    }
}

/// The number of exchanges of a call up to now.
private enum ExchangeCount: CallContextKey {
    typealias Value = Int
}

extension OutgoingRequest {
    /// Whether a redirect led to another origin than that of the call.
    fileprivate var isRedirectedToOtherOrigin: Bool {
        guard isRedirected else { return false }
        let origin = context.flatMap { URL(string: $0.endpoint.url) }.flatMap { Origin($0) }
        return origin == nil || self.origin != origin
    }
}

extension Span {
    /// Marks the span as failed, with an `error.type`.
    fileprivate func fail(_ type: String) {
        updateAttributes { $0["error.type"] = type }
        setStatus(SpanStatus(code: .error))
    }

    /// Marks the span as failed, unless the caller cancelled it.
    fileprivate func fail(_ error: any Error) {
        if let type = ExchangeError.type(of: error) { fail(type) }
    }
}

/// Sets header fields of a request.
private struct HeaderFieldInjector: Injector {
    func inject(_ value: String, forKey key: String, into fields: inout HTTPFields) {
        if let name = HTTPField.Name(key) { fields[name] = value }
    }
}

extension HTTPField.Name {
    /// See W3C Baggage.
    fileprivate static let baggage = Self("baggage")!
}

// MARK: - Calls

extension TracingPlugin {
    public func intercept(_ endpoint: Endpoint, context: CallContext, next: @escaping Next) async throws -> Response {
        guard addsCallSpans, !isOff else { return try await next(endpoint) }
        let span = startSpan(context.target.targetName, .internal)
        defer {
            addEvents(of: context.metrics, to: span)
            span.end()
        }
        do {
            return try await ServiceContext.withValue(span.context) { try await next(endpoint) }
        } catch {
            span.fail(error)
            throw error
        }
    }

    private func addEvents(of metrics: CallMetrics, to span: any Span) {
        guard span.isRecording else { return }
        for (number, attempt) in metrics.attempts.enumerated() {
            var attributes: SpanAttributes = ["talyn.attempt.number": .int64(Int64(number + 1))]
            attributes["talyn.attempt.start"] = attempt.startedAt.seconds
            attributes["talyn.attempt.duration"] = attempt.duration.seconds
            if let statusCode = attempt.statusCode { attributes["http.response.status_code"] = statusCode }
            if let reason = attempt.reason { attributes["talyn.attempt.reason"] = reason }
            span.addEvent(SpanEvent(name: "attempt", attributes: attributes))
        }
        for note in metrics.notes {
            let attributes: SpanAttributes = ["talyn.plugin": .string(note.plugin), "talyn.note": .string(note.text)]
            span.addEvent(SpanEvent(name: "note", attributes: attributes))
        }
    }
}
#endif
