import HTTPTypes
import TalynCore
import _TalynFoundation
import _TalynSupport

/// Reads events from one connection after the other.
struct EventReader {
    /// The part of a request that depends on the connections before it.
    struct Continuation: Sendable {
        /// The ID of the event after which to start. Empty at the beginning.
        var lastEventID: String
        /// The time that replaces the deadline of the target. Nil at the beginning, and without a deadline.
        var timeLeft: Duration?
        /// The key of the first request. All connections have the same one, so that the server recognises a repeated request.
        var idempotencyKey: String?
        /// The limits of the waits for events; nil for none.
        var limits: EventLimits?
    }

    typealias Connect = @Sendable (Continuation) async throws(TalynError) -> OpenedStream

    /// An open connection. Unchecked, since only one reader uses it, and it waits for each event.
    private final class Connection: @unchecked Sendable {
        let response: Response
        var events: ElementReader<ServerSentEventParser>
        /// The limits of the waits for events; nil for none.
        let limits: EventLimits?
        var hasEvent = false

        init(_ response: Response, _ events: ElementReader<ServerSentEventParser>, _ limits: EventLimits?) {
            self.response = response
            self.events = events
            self.limits = limits
        }

        func next() async throws(TalynError) -> ServerSentEvent? { try await events.next() }
    }

    private let connect: Connect
    /// The response that is open already; nil after it was read, and if the first connection is still to be made.
    private var opened: OpenedStream?
    /// Whether a connection needs the ID of the event before it, since it only continues a response.
    private let needsID: Bool
    private let makeOptions: @Sendable () -> RequestOptions
    private let limit: Int
    private let time: TimeSource
    private let date: @Sendable () -> Date
    /// The options of the call; nil before the first connection.
    private var options: RequestOptions?
    /// The deadline of the first connection, which counts for all; nil without one.
    private var end: Duration?
    private var random: any RandomNumberGenerator
    /// Nil before the first connection is open.
    private var machine: EventConnectionStateMachine?
    private var connection: Connection?
    private var lastEventID: String
    private var idempotencyKey: String?
    private var delayOfServer: Duration?
    /// Whether the event that ends the stream has arrived.
    private var isAtEnd = false

    /// - Parameters:
    ///   - connect: Makes a connection.
    ///   - opened: A response that is open already, and that the connections continue.
    ///   - options: The options of the provider, the target and the call together.
    ///   - lastEventID: The ID of the event after which to start.
    ///   - limit: The longest event in bytes.
    init(
        _ connect: @escaping Connect,
        continuing opened: OpenedStream? = nil,
        options: @escaping @Sendable () -> RequestOptions,
        lastEventID: String,
        limit: Int,
        time: TimeSource,
        date: @escaping @Sendable () -> Date = { Date() },
        random: any RandomNumberGenerator
    ) {
        self.connect = connect
        self.opened = opened
        needsID = opened != nil
        makeOptions = options
        self.lastEventID = lastEventID
        self.limit = limit
        self.time = time
        self.date = date
        self.random = random
    }

    /// The response with the last event.
    var response: Response? { connection?.response }

    /// The next event, or nil after the last. After an error, it must not be asked again.
    mutating func next() async throws(TalynError) -> ServerSentEvent? {
        while !isAtEnd {
            var failure: TalynError?
            do throws(TalynError) {
                if connection == nil, try await !open() { return nil }
                if let event = try await receive() {
                    if let element = checked(event) { return element }
                    break
                }
                // Many servers leave out the blank line after the event that ends the stream.
                if let event = connection?.events.parser.unfinished, options?.endOfEvents?.place(event) != nil {
                    return checked(event)
                }
            } catch {
                // The target may not accept the status.
                if connection == nil, error.statusCode == 204 { return nil }
                failure = error
            }
            let wait = try pause(after: failure)
            guard let wait else { return nil }
            do {
                // The connection after the deadline fails at once.
                try await time.sleep(for: min(wait, timeLeft ?? wait))
            } catch {
                throw .cancelled
            }
        }
        await drain()
        return nil
    }

    /// Reads the rest of a body after the event that ends the stream, so that its connection can be used again, and that plugins see
    /// the end. A rest that isn't there within a moment is cancelled.
    private mutating func drain() async {
        guard let connection = connection.take() else { return }
        _ = await TimeLimit(duration: Self.drainTimeout, time: time).outcome {
            var left = Self.maximumDrainedEvents
            while left > 0, (try? await connection.next()) != nil { left -= 1 }
        }
    }

    private static let drainTimeout = Duration.milliseconds(100)
    private static let maximumDrainedEvents = 100

    /// Notes an event.
    ///
    /// - Returns: Nil for an event that ends the stream and isn't an element.
    private mutating func checked(_ event: ServerSentEvent) -> ServerSentEvent? {
        machine?.received()
        if options?.countsTokens == true { connection?.response.context?.countTokens(in: event.data) }
        guard let place = options?.endOfEvents?.place(event) else { return event }
        isAtEnd = true
        return place == .after ? event : nil
    }

    /// Closes the connection, which has ended.
    ///
    /// - Returns: The pause before the next connection; nil at the end of the stream.
    /// - Throws: The failure that ends the stream.
    private mutating func pause(after failure: TalynError?) throws(TalynError) -> Duration? {
        let last = connection
        if let parser = last?.events.parser {
            lastEventID = parser.lastEventID
            delayOfServer = parser.reconnectionTime
        }
        connection = nil
        let asked = failure?.response.flatMap { RetryAfter.delay(in: $0.headerFields, at: date) }
        let retry = delayOfServer.map { min($0, EventConnectionStateMachine.longestDelayOfServer) }
        let wait = [retry, asked].compactMap(\.self).max()
        var chance = random
        let decision = machine?.ended(by: failure, isOpen: last != nil, delayOfServer: wait, random: &chance)
        random = chance
        if case .reconnect(let delay)? = decision, !needsID || !lastEventID.isEmpty { return delay }
        if let failure { throw failure }
        if options?.endOfEvents != nil { throw TalynError(StreamError.endedEarly, response: last?.response) }
        return nil
    }

    private var timeLeft: Duration? { end.map { $0 - time.now } }

    /// Makes a connection.
    ///
    /// - Returns: False if the server answers with 204, since it has no more events.
    private mutating func open() async throws(TalynError) -> Bool {
        let start = time.now
        if options == nil { options = await offActor { [makeOptions] in makeOptions() } }
        let limits = options.flatMap { EventLimits($0, time) }
        let (response, body): OpenedStream
        if let opened = opened.take() {
            (response, body) = opened
        } else {
            (response, body) = try await connected(limits)
        }
        if machine == nil {
            let endpoint = needsID ? nil : response.context?.endpoint
            end = (endpoint?.options ?? options)?.deadline.map { start + $0 }
            let own = options?.reconnection ?? ServerSentEvent.Reconnection()
            machine = EventConnectionStateMachine(endpoint?.reconnection ?? own)
            idempotencyKey = endpoint?.headerFields[.idempotencyKey]
        }
        guard response.statusCode != 204 else { return false }
        guard (200..<300).contains(response.statusCode) else { throw try await Self.statusError(response, body) }
        if let contentType = response.headerFields[.contentType] {
            let type = MediaType(contentType)
            guard type.type == "text", type.subtype == "event-stream" else {
                throw TalynError(StreamError.notAnEventStream(contentType: contentType), response: response)
            }
        }
        machine?.opened()
        let parser = ServerSentEventParser(limit: limit, lastEventID: lastEventID, reconnectionTime: delayOfServer)
        connection = Connection(response, ElementReader(body.startReading(), parser), limits)
        return true
    }

    private func connected(_ limits: EventLimits?) async throws(TalynError) -> OpenedStream {
        let continuation = Continuation(
            lastEventID: lastEventID,
            timeLeft: timeLeft,
            idempotencyKey: idempotencyKey,
            limits: limits
        )
        return try await offActor { [connect] () async throws(TalynError) in try await connect(continuation) }
    }

    /// The next event of the connection; nil after the last.
    private mutating func receive() async throws(TalynError) -> ServerSentEvent? {
        guard let connection else { return nil }
        guard let limits = connection.limits else { return try await connection.next() }
        let result: Result<ServerSentEvent?, TalynError>
        do {
            result = try await limits.within(first: !connection.hasEvent) { await Result(connection.next) }
        } catch {
            throw TalynError(error, response: connection.response)
        }
        connection.hasEvent = true
        return try result.get()
    }

    /// The error for the status of a response, with the part of the body that explains it.
    ///
    /// - Throws: ``TalynError`` if the task is cancelled.
    private static func statusError(
        _ response: Response,
        _ body: ElementStream<Data>
    ) async throws(TalynError) -> TalynError {
        var data = Data()
        do throws(TalynError) {
            for try await chunk in body {
                data.append(chunk)
                if data.count >= IncomingResponse.longestErrorBody { break }
            }
        } catch {
            if error.isCancelled { throw error }
        }
        return TalynError(.unacceptableStatus, response: response.with(data: data))
    }
}
