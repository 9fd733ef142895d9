import TalynCore
import _TalynFoundation
import _TalynSupport

/// Keeps exchanges as entries of a recording. It masks secrets before it keeps them. The messages of an open
/// WebSocket connection are masked when it ends, and in ``recording``.
final class ExchangeRecorder: Sendable {
    /// The entries by the number of their request, since requests run in parallel.
    private struct State {
        var entries: [Int: Recording.Entry] = [:]
        /// The open WebSocket connections.
        var conversations: [Int: OpenConversation] = [:]
        var count = 0
        var carried = CarriedSecrets()
        var calls = NumberedCalls()
        private var size = 0
        /// No entry has a smaller number.
        private var oldest = 1

        /// Adds an entry, and removes the oldest ones beyond a number of bytes.
        mutating func add(_ entry: Recording.Entry, _ number: Int, upTo maximumSize: Int) {
            entries[number] = entry
            size += entry.source.count
            oldest = min(oldest, number)
            while size > maximumSize, oldest <= count {
                remove(oldest)
                oldest += 1
            }
        }

        mutating func remove(_ number: Int) {
            if let removed = entries.removeValue(forKey: number) { size -= removed.source.count }
        }

        mutating func removeAll() {
            entries = [:]
            size = 0
        }
    }

    private let redaction: Redaction
    let maximumBodySize: Int
    let maximumSize: Int
    /// Whether to drop an exchange whose request is sent again because its connection was closed. A replay has no connections.
    private let dropsRepeated: Bool
    private let time: TimeSource
    private let startedAt = Date()
    /// The number of bytes that open WebSocket connections may still keep together.
    private let conversationRoom: Locked<Int>
    private let state = Locked(State())

    /// - Parameters:
    ///   - redaction: The names of secrets.
    ///   - maximumBodySize: The number of bytes of a body to keep.
    ///   - maximumSize: The number of bytes of all entries, as in a HAR file. The oldest go first. Messages of open WebSocket connections
    ///     have the same limit together.
    ///   - dropsRepeated: Whether to drop an exchange whose request is sent again because its connection was closed.
    ///   - time: The clock of the durations.
    init(
        redaction: Redaction,
        maximumBodySize: Int,
        maximumSize: Int = .max,
        dropsRepeated: Bool = false,
        time: TimeSource
    ) {
        self.redaction = redaction
        self.maximumBodySize = maximumBodySize
        self.maximumSize = maximumSize
        conversationRoom = Locked(max(maximumSize, 0))
        self.dropsRepeated = dropsRepeated
        self.time = time
    }

    /// The entries up to now, in the order of the requests, without requests under way. Open WebSocket connections have an entry.
    var recording: Recording {
        var (entries, open) = state.withLock { ($0.entries, $0.conversations) }
        var fields = HeaderFieldPool()
        for (number, conversation) in open { entries[number] = conversation.exchange.entry(&fields) }
        return Recording(entries: entries.sorted { $0.key < $1.key }.map(\.value), file: nil, startedAt: startedAt)
    }

    /// Removes all entries. Open WebSocket connections keep theirs.
    func removeAll() {
        state.withLock { $0.removeAll() }
    }

    /// Keeps the response of an attempt, if the cache of the call gave it without an exchange.
    ///
    /// A body that is read later isn't kept.
    func addStored(_ response: Response, in context: CallContext) {
        guard let status = response.headerFields.last(where: { $0.name == .cacheStatus })?.value,
            status.hasPrefix("Talyn; "), status.contains("; hit") || status.contains("; collapsed"),
            var request = response.request
        else { return }
        if let url = response.url { request.url = url }
        let (number, call) = state.withLock { state in
            state.count += 1
            return (state.count, state.calls.call(of: context, exchange: state.count))
        }
        let sent = CopiedBody(limit: maximumBodySize)
        if let data = request.body?.data { sent.start(with: data) }
        // Of the attempt, whose end the call has recorded.
        let attempts = context.metrics.attempts
        let lookUpTime = attempts.last.map { $0.duration - $0.preparing } ?? .zero
        var exchange = RecordedExchange(
            request: request,
            target: TargetLabel(context.target),
            startedAt: Date() - lookUpTime.seconds,
            redaction: redaction.masking(request.secretNames)
        )
        exchange.context = context
        exchange.cacheStatus = status
        exchange.call = CallLabel(call.number, request, attempt: attempts.count, in: context)
        exchange.blocked = max(.zero, context.elapsed - (call.lastEnd ?? .zero) - lookUpTime)
        exchange.waiting = lookUpTime
        let body = HTTPBody(response.data)
        exchange.response = TransportResponse(
            statusCode: response.statusCode,
            headerFields: response.headerFields,
            url: response.url,
            body: body
        )
        let received = CopiedBody(limit: maximumBodySize)
        received.start(with: body.data ?? Data())
        keep(exchange, number: number, sent: sent, received: received)
    }

    /// Sends a request, and keeps the exchange.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - next: Sends the request.
    func send(
        _ request: OutgoingRequest,
        by next: (OutgoingRequest) async throws -> TransportResponse
    ) async throws -> TransportResponse {
        let url = request.urlText
        let (number, carried, call) = state.withLock { state in
            state.count += 1
            let call = request.context.map { [count = state.count] in state.calls.call(of: $0, exchange: count) }
            if request.isRepetition, dropsRepeated, let failed = call?.lastExchange { state.remove(failed) }
            return (state.count, state.carried.take(url), call)
        }
        let sent = CopiedBody(limit: maximumBodySize)
        var exchange = RecordedExchange(
            request: request,
            target: request.target.map { TargetLabel($0) },
            startedAt: Date(),
            redaction: redaction.masking(request.secretNames)
        )
        exchange.carried = carried
        exchange.context = request.context
        if let context = request.context, let call {
            exchange.call = CallLabel(call.number, request, in: context)
            exchange.blocked = max(.zero, context.elapsed - (call.lastEnd ?? .zero))
        }
        var request = request
        if let body = request.body {
            if let data = body.data { sent.start(with: data) } else { request.body = sent.copying(body) }
        }
        let start = time.now
        do {
            var response = try await next(request)
            exchange.waiting = time.now - start
            exchange.response = response
            if let (secrets, location) = asSent(exchange, sent).redirect {
                state.withLock { $0.carried.add(secrets, from: url, to: location) }
            }
            if let channel = response.webSocket {
                response.webSocket = observed(channel, of: exchange, number: number, sent: sent)
            } else {
                response.body = observed(response.body, of: exchange, number: number, sent: sent)
            }
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
            if error == nil, exchange.request.method == .head || status == 204 || status == 304 {
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

    /// The connection, whose messages are copied while they pass.
    private func observed(
        _ channel: any WebSocketChannel,
        of exchange: RecordedExchange,
        number: Int,
        sent: CopiedBody
    ) -> any WebSocketChannel {
        let log = ConversationLog(
            limit: maximumBodySize,
            sharedRoom: conversationRoom,
            startedAt: exchange.startedAt + exchange.waiting.seconds,
            time: time
        )
        state.withLock { $0.conversations[number] = OpenConversation(exchange, log) }
        return RecordedWebSocket(channel, log) { [self] content in
            keep(exchange.adding(content), number: number, sent: sent)
            state.withLock { $0.conversations[number] = nil }
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
        let entry = exchange.entry(&fields)
        let end = exchange.context?.elapsed
        state.withLock { state in
            if let context = exchange.context, let end { state.calls.exchangeEnded(of: context, at: end) }
            if let entry { state.add(entry, number, upTo: maximumSize) }
        }
    }

    private func asSent(_ exchange: RecordedExchange, _ sent: CopiedBody) -> RecordedExchange {
        var exchange = exchange
        // Secrets in a compressed body can't be masked.
        if exchange.request.headerFields[.contentEncoding] == nil, !sent.isCutOff {
            exchange.requestBody = sent.data
        }
        exchange.requestLength = sent.count
        return exchange
    }
}

/// A WebSocket connection that hasn't ended.
private struct OpenConversation: Sendable {
    private let start: RecordedExchange
    private let log: ConversationLog

    init(_ exchange: RecordedExchange, _ log: ConversationLog) {
        start = exchange
        self.log = log
    }

    /// The exchange up to now.
    var exchange: RecordedExchange { start.adding(log.content) }
}

extension RecordedExchange {
    fileprivate func adding(_ content: ConversationLog.Content) -> RecordedExchange {
        var exchange = self
        exchange.conversation = content
        exchange.receiving = content.duration
        exchange.isTruncated = content.isCutOff
        exchange.failure = content.failure
        return exchange
    }
}
