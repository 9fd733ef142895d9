import HTTPTypes
import TalynCore
import _TalynSupport

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Reads events from one connection after the other.
struct EventReader {
    /// Makes a connection that starts after the event with an ID. The ID is empty at the beginning.
    ///
    /// The time that is left replaces the deadline of the target. It is nil at the beginning, and without a deadline.
    typealias Connect =
        @Sendable (
            _ lastEventID: String,
            _ timeLeft: Duration?
        ) async throws(TalynError) -> (response: Response, body: ElementStream<Data>)

    private let connect: Connect
    private let limit: Int
    private let time: TimeSource
    private let date: @Sendable () -> Date
    /// The deadline of the first connection, which counts for all; nil without one.
    private var end: Duration?
    private var random: any RandomNumberGenerator
    private var machine: EventConnectionStateMachine
    private var connection: ElementReader<ServerSentEventParser>?
    private var lastEventID: String
    private var delayOfServer: Duration?

    init(
        _ connect: @escaping Connect,
        lastEventID: String,
        reconnection: ServerSentEvent.Reconnection,
        limit: Int,
        time: TimeSource,
        date: @escaping @Sendable () -> Date = { Date() },
        random: any RandomNumberGenerator
    ) {
        self.connect = connect
        self.lastEventID = lastEventID
        self.limit = limit
        self.time = time
        self.date = date
        self.random = random
        machine = EventConnectionStateMachine(reconnection)
    }

    /// The next event, or nil after the last. After an error, it must not be asked again.
    mutating func next() async throws(TalynError) -> ServerSentEvent? {
        while true {
            var failure: TalynError?
            do throws(TalynError) {
                if connection == nil, try await !open() { return nil }
                if let event = try await connection?.next() {
                    machine.received()
                    return event
                }
            } catch {
                // The target may not accept the status.
                if connection == nil, error.statusCode == 204 { return nil }
                failure = error
            }
            let isOpen = connection != nil
            if let parser = connection?.parser {
                lastEventID = parser.lastEventID
                delayOfServer = parser.reconnectionTime
            }
            connection = nil
            var chance = random
            let asked = failure?.response.flatMap { RetryAfter.delay(in: $0.headerFields, at: date) }
            let retry = delayOfServer.map { min($0, EventConnectionStateMachine.longestDelayOfServer) }
            let wait = [retry, asked].compactMap(\.self).max()
            let decision = machine.ended(by: failure, isOpen: isOpen, delayOfServer: wait, random: &chance)
            random = chance
            switch decision {
            case .fail:
                if let failure { throw failure }
                return nil
            case .reconnect(let delay):
                do {
                    // The connection after the deadline fails at once.
                    try await time.sleep(for: min(delay, timeLeft ?? delay))
                } catch {
                    throw .cancelled
                }
            }
        }
    }

    private var timeLeft: Duration? { end.map { $0 - time.now } }

    /// Makes a connection.
    ///
    /// - Returns: False if the server answers with 204, since it has no more events.
    private mutating func open() async throws(TalynError) -> Bool {
        let start = time.now
        let (response, body) = try await offActor { [connect, lastEventID, timeLeft] () async throws(TalynError) in
            try await connect(lastEventID, timeLeft)
        }
        if end == nil { end = response.context?.endpoint.options.deadline.map { start + $0 } }
        guard response.statusCode != 204 else { return false }
        guard (200..<300).contains(response.statusCode) else { throw try await Self.statusError(response, body) }
        if let contentType = response.headerFields[.contentType] {
            let type = MediaType(contentType)
            guard type.type == "text", type.subtype == "event-stream" else {
                throw TalynError(StreamError.notAnEventStream(contentType: contentType), response: response)
            }
        }
        machine.opened()
        let parser = ServerSentEventParser(limit: limit, lastEventID: lastEventID, reconnectionTime: delayOfServer)
        connection = ElementReader(body.startReading(), parser)
        return true
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
