import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Records what passes through another transport, failures too.
///
/// ```swift
/// let recorder = RecordingTransport(wrapping: Provider<GitHub>.defaultTransport())
/// let zen = try await Provider<GitHub>(transport: recorder).request(.zen).mapString()
/// try recorder.recording.save(to: file)
/// ```
///
/// Secrets are masked before anything is kept. Bodies are read through it as they would be without it, and copied up to a
/// limit. A response that nobody reads to its end is recorded as far as it was read, and marked.
public final class RecordingTransport: Transport, StandInTransport {
    /// What is recorded, by the number of its request, since many can be under way.
    private struct State {
        var entries: [Int: Recording.Entry] = [:]
        var count = 0
        var carried = CarriedSecrets()
        /// The redirects that nobody has followed, of which there is no entry yet.
        var ends: Set<Int> = []

        /// The response to a request is what its call got in the end.
        mutating func end(with number: Int) {
            guard let entry = entries[number] else {
                ends.insert(number)
                return
            }
            entries[number] = entry.asEnd()
        }

        mutating func keep(_ entry: Recording.Entry?, number: Int) {
            entries[number] = ends.remove(number) == nil ? entry : entry?.asEnd()
        }
    }

    private let wrapped: any Transport
    private let redaction: Redaction
    private let maximumBodySize: Int
    private let time: TimeSource
    private let date: @Sendable () -> Date
    private let state = Locked(State())
    /// Follows redirects in place of the wrapped transport, so that each step is recorded; nil if that does in its own way
    /// what it does.
    private let conversation: Conversation?

    /// Creates a recorder.
    ///
    /// - Parameters:
    ///   - transport: What sends the requests.
    ///   - redaction: What is masked.
    ///   - maximumBodySize: How many bytes of a body are kept: what is longer is marked as truncated.
    ///   - clock: Measures how long exchanges take.
    public convenience init(
        wrapping transport: any Transport,
        redaction: Redaction = .default,
        maximumBodySize: Int = 64 << 20,
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.init(
            wrapping: transport,
            redaction: redaction,
            maximumBodySize: maximumBodySize,
            time: TimeSource(clock),
            date: { Date() }
        )
    }

    init(
        wrapping transport: any Transport,
        redaction: Redaction,
        maximumBodySize: Int,
        time: TimeSource,
        date: @escaping @Sendable () -> Date
    ) {
        wrapped = transport
        self.redaction = redaction
        self.maximumBodySize = maximumBodySize
        self.time = time
        self.date = date
        conversation = (transport as? any RedirectingTransport).map { transport in
            var options = TransportOptions()
            options.redirects = transport.redirects
            return Conversation(options, hasCache: true, answersChallenges: false)
        }
    }

    public var defaultHeaderFields: [String: String] { wrapped.defaultHeaderFields }

    package var isLive: Bool { (wrapped as? any StandInTransport)?.isLive ?? true }

    /// What has been recorded so far, in the order in which the requests were made, without those under way.
    public var recording: Recording {
        let entries = state.withLock(\.entries)
        return Recording(entries: entries.sorted { $0.key < $1.key }.map(\.value), file: nil)
    }

    public func send(_ request: TransportRequest) async throws -> TransportResponse {
        guard let conversation else { return try await record(request) { _ in false }.response }
        let last = Locked(0)
        let response = try await conversation.send(request) { request in
            var step = request
            step.options.redirects = .doNotFollow
            let (response, number) = try await record(step) { await conversation.isStep($0, to: request) }
            last.withLock { $0 = number }
            return response
        }
        // Where a redirect is decided on, it is known only now that it was not followed.
        if 300..<400 ~= response.statusCode { state.withLock { $0.end(with: last.withLock(\.self)) } }
        return response
    }

    /// - Parameter isStep: Whether the response leads on to another one.
    private func record(
        _ request: TransportRequest,
        isStep: (TransportResponse) async -> Bool
    ) async throws -> (response: TransportResponse, number: Int) {
        let url = request.urlRequest.url?.absoluteString ?? ""
        let (number, carried) = state.withLock { state in
            state.count += 1
            return (state.count, state.carried.take(url))
        }
        let sent = CopiedBody(limit: maximumBodySize)
        var exchange = RecordedExchange(
            request: request.urlRequest,
            target: request.target.map { TargetLabel($0) },
            startedAt: date()
        )
        exchange.carried = carried
        var request = request
        if let body = request.body {
            if let data = body.data { sent.start(with: data) } else { request.body = sent.copying(body) }
        }
        let start = time.now
        do {
            var response = try await wrapped.send(request)
            exchange.waiting = time.now - start
            exchange.response = response
            exchange.isStep = await isStep(response)
            if let (secrets, location) = asSent(exchange, sent).redirect(by: redaction) {
                state.withLock { $0.carried.add(secrets, from: url, to: location) }
            }
            response.body = observed(response.body, of: exchange, number: number, sent: sent)
            return (response, number)
        } catch {
            exchange.waiting = time.now - start
            if let failure = error as? any TransportFailure, failure.transportError.kind != .cancelled {
                exchange.failure = failure.transportError.kind
                keep(exchange, number: number, sent: sent)
            }
            throw error
        }
    }

    /// The body, whose bytes are copied as they are read.
    private func observed(
        _ body: HTTPBody,
        of exchange: RecordedExchange,
        number: Int,
        sent: CopiedBody
    ) -> HTTPBody {
        let start = time.now
        if let data = body.data {
            let received = CopiedBody(limit: maximumBodySize)
            received.start(with: data)
            keep(exchange, number: number, sent: sent, received: received)
            return body
        }
        let reading = RecordedReading(limit: maximumBodySize, length: body.length) { [self] received, error, isWhole in
            var exchange = exchange
            exchange.receiving = time.now - start
            exchange.isTruncated = !isWhole
            if let failure = error as? any TransportFailure, failure.transportError.kind != .cancelled {
                exchange.failure = failure.transportError.kind
            }
            // Such responses have no body (RFC 9110, section 6.4.1), so that nobody may have looked for it.
            let status = exchange.response?.statusCode
            if error == nil, exchange.request.httpMethod == "HEAD" || status == 204 || status == 304 {
                exchange.isTruncated = false
            }
            keep(exchange, number: number, sent: sent, received: received)
        }
        return HTTPBody(length: body.length, isReplayable: false) {
            var chunks = body.makeAsyncIterator()
            return {
                do {
                    let chunk = try await chunks.next()
                    if let chunk { reading.add(chunk) } else { reading.end(nil, isWhole: true) }
                    return chunk
                } catch {
                    reading.end(error, isWhole: false)
                    throw error
                }
            }
        }
    }

    private func keep(
        _ exchange: RecordedExchange,
        number: Int,
        sent: CopiedBody,
        received: CopiedBody? = nil
    ) {
        var exchange = asSent(exchange, sent)
        if let received {
            exchange.body = received.data
            if received.isCutOff { exchange.isTruncated = true }
        }
        var fields = HeaderFieldPool()
        let entry = exchange.entry(by: redaction, &fields)
        state.withLock { $0.keep(entry, number: number) }
    }

    private func asSent(_ exchange: RecordedExchange, _ sent: CopiedBody) -> RecordedExchange {
        var exchange = exchange
        // What is compressed can't be looked through.
        if exchange.request.value(forHTTPHeaderField: "Content-Encoding") == nil, !sent.isCutOff {
            exchange.requestBody = sent.data
        }
        exchange.requestLength = sent.count
        return exchange
    }
}
