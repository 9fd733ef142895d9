import Foundation
public import HTTPTypes

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Records the calls of another transport, with their failures.
///
/// ```swift
/// let recorder = RecordingTransport(wrapping: Provider<GitHub>().transport)
/// let zen = try await Provider<GitHub>(transport: recorder).request(.zen).mapString()
/// try recorder.recording.save(to: file)
/// ```
///
/// It masks secrets before it keeps anything. It copies bodies while they are read, up to a limit. If a response isn't read to its
/// end, the recording has the part that was read, and a mark.
public final class RecordingTransport: SubstituteTransport, FollowUpTransport {
    /// The entries by the number of their request, since requests run in parallel.
    private struct State {
        var entries: [Int: Recording.Entry] = [:]
        var count = 0
        var carried = CarriedSecrets()
        var calls = NumberedCalls()
    }

    private let wrapped: any Transport
    private let redaction: Redaction
    private let maximumBodySize: Int
    private let time: TimeSource
    private let date: @Sendable () -> Date
    private let state = Locked(State())

    /// Creates a recorder.
    ///
    /// - Parameters:
    ///   - transport: The transport of the requests.
    ///   - redaction: The names of secrets.
    ///   - maximumBodySize: The number of bytes of a body to keep. A longer body is marked as truncated.
    ///   - clock: The clock of the durations.
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
    }

    public var defaultHeaderFields: HTTPFields { wrapped.defaultHeaderFields }

    package var sendsFollowUps: Bool { (wrapped as? any FollowUpTransport)?.sendsFollowUps ?? false }

    package var isLive: Bool { (wrapped as? any SubstituteTransport)?.isLive ?? true }

    /// The entries up to now, in the order of the requests, without requests under way.
    public var recording: Recording {
        let entries = state.withLock(\.entries)
        return Recording(entries: entries.sorted { $0.key < $1.key }.map(\.value), file: nil)
    }

    public func send(_ request: TransportRequest) async throws -> TransportResponse {
        let url = request.urlRequest.url?.absoluteString ?? ""
        let (number, carried, call) = state.withLock { state in
            state.count += 1
            return (state.count, state.carried.take(url), request.context.map { state.calls.number(of: $0) })
        }
        let sent = CopiedBody(limit: maximumBodySize)
        var exchange = RecordedExchange(
            request: request.urlRequest,
            target: request.target.map { TargetLabel($0) },
            startedAt: date()
        )
        exchange.carried = carried
        exchange.call = call
        exchange.reason = request.context?.reasonForAttempt
        if !redaction.isOff { exchange.secretFieldNames = Set(request.secretFieldNames.map { $0.lowercased() }) }
        var request = request
        if let body = request.body {
            if let data = body.data { sent.start(with: data) } else { request.body = sent.copying(body) }
        }
        let start = time.now
        do {
            var response = try await wrapped.send(request)
            exchange.waiting = time.now - start
            exchange.response = response
            if let (secrets, location) = asSent(exchange, sent).redirect(by: redaction) {
                state.withLock { $0.carried.add(secrets, from: url, to: location) }
            }
            response.body = observed(response.body, of: exchange, number: number, sent: sent)
            return response
        } catch {
            exchange.waiting = time.now - start
            if let failure = error as? TransportError, failure.kind != .cancelled {
                exchange.failure = failure.kind
                keep(exchange, number: number, sent: sent)
            }
            throw error
        }
    }

    /// The body, which is copied while it is read.
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
            if let failure = error as? TransportError, failure.kind != .cancelled {
                exchange.failure = failure.kind
            }
            // Such responses have no body (RFC 9110, section 6.4.1), so it may not have been read.
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
        state.withLock { $0.entries[number] = entry }
    }

    private func asSent(_ exchange: RecordedExchange, _ sent: CopiedBody) -> RecordedExchange {
        var exchange = exchange
        // Secrets in a compressed body can't be masked.
        if exchange.request.value(forHTTPHeaderField: "Content-Encoding") == nil, !sent.isCutOff {
            exchange.requestBody = sent.data
        }
        exchange.requestLength = sent.count
        return exchange
    }
}

/// The numbers of the calls under way.
private struct NumberedCalls {
    private struct Call {
        let number: Int
        weak var context: CallContext?
    }

    private var calls: [ObjectIdentifier: Call] = [:]
    private var last = 0
    private var limit = 1_000

    mutating func number(of context: CallContext) -> Int {
        let key = ObjectIdentifier(context)
        // Another call can have had the address before.
        if let call = calls[key], call.context === context { return call.number }
        last += 1
        calls[key] = Call(number: last, context: context)
        if calls.count > limit {
            calls = calls.filter { $0.value.context != nil }
            limit = max(1_000, calls.count * 2)
        }
        return last
    }
}
