import HTTPTypes

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Reads events from one connection after the other.
struct EventReader {
    /// Makes a connection that starts after the event with an ID. The ID is empty at the beginning.
    ///
    /// The time that is left replaces the deadline of the target.
    typealias Connect =
        @Sendable (
            _ lastEventID: String,
            _ timeLeft: @escaping @Sendable (_ deadline: Duration) -> Duration
        ) async throws(TalynError) -> OpenedResponse

    private let connect: Connect
    private let limit: Int
    private let time: TimeSource
    private let date: @Sendable () -> Date
    /// The end of the deadline, which counts from the first connection; nil without a deadline.
    private let end = Locked<Duration?>(nil)
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
            case .finish:
                return nil
            case .fail:
                if let failure { throw failure }
                return nil
            case .reconnect(let delay):
                do {
                    // The connection after the deadline fails at once.
                    let timeLeft = end.withLock(\.self).map { $0 - time.now }
                    try await time.sleep(for: min(delay, timeLeft ?? delay))
                } catch {
                    throw .cancelled
                }
            }
        }
    }

    /// Makes a connection.
    ///
    /// - Returns: False if the server answers with 204, since it has no more events.
    private mutating func open() async throws(TalynError) -> Bool {
        let opened = try await offActor { [connect, lastEventID, end, time] () async throws(TalynError) in
            try await connect(lastEventID) { deadline in
                let now = time.now
                return end.withLock { end in
                    let known = end ?? now + deadline
                    end = known
                    return known - now
                }
            }
        }
        let response = opened.response
        guard response.statusCode != 204 else { return false }
        guard (200..<300).contains(response.statusCode) else { throw try await opened.statusError() }
        if let contentType = response.headerFields[.contentType] {
            let type = MediaType(contentType)
            guard type.type == "text", type.subtype == "event-stream" else {
                throw TalynError(StreamError.notAnEventStream(contentType: contentType), response: response)
            }
        }
        machine.opened()
        let parser = ServerSentEventParser(limit: limit, lastEventID: lastEventID, reconnectionTime: delayOfServer)
        connection = ElementReader(BodyChunks(of: opened).makeReader(), parser)
        return true
    }
}
