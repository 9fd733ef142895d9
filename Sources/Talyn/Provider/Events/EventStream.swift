/// The events that a server sends (WHATWG HTML standard, section 9.2), over as many connections as it takes.
///
/// ```swift
/// for try await event in logs.events(.changes) {
///     print(event.id, event.event, event.data)
/// }
/// ```
///
/// Nothing is sent before the first event is asked for. When a connection ends or breaks, another one goes on where it
/// stopped: it tells the server the last ID as `Last-Event-ID`. Before that the server is left alone for as long as it has
/// told with `retry`, or else as ``ServerSentEvent/Reconnection`` says. Leaving the loop ends the connection.
///
/// The stream ends when the server answers a connection with 204. It fails when the first connection does not come about,
/// when the server refuses with a status that is not 429 or from 500 to 599, when what it sends is not
/// `text/event-stream`, and when an event is too long.
///
/// Each connection is a call of the target, with all plugins. A server that is silent for longer than
/// ``RequestOptions/idleTimeout`` counts as gone: servers send comments to show that they are there. Of the other options,
/// ``RequestOptions/deadline`` is that of each connection.
public struct EventStream<Element: Sendable>: Sendable {
    private let makeReader: @Sendable () -> EventReader
    private let decode: @Sendable (ServerSentEvent) throws -> Element

    init(
        makeReader: @escaping @Sendable () -> EventReader,
        decode: @escaping @Sendable (ServerSentEvent) throws -> Element
    ) {
        self.makeReader = makeReader
        self.decode = decode
    }
}

extension EventStream: AsyncSequence {
    public typealias Failure = TalynError

    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(reader: makeReader(), decode: decode)
    }

    /// Connects when the first event is asked for, and gives the events as they arrive.
    public struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate var reader: EventReader?
        fileprivate let decode: @Sendable (ServerSentEvent) throws -> Element
        private var count = 0

        fileprivate init(
            reader: EventReader,
            decode: @escaping @Sendable (ServerSentEvent) throws -> Element
        ) {
            self.reader = reader
            self.decode = decode
        }

        /// The next event, or nil once there will be none any more.
        ///
        /// - Throws: ``TalynError``, whatever failed; a ``StreamError`` inside it if an event can't be read or decoded.
        public mutating func next() async throws(TalynError) -> Element? {
            // Let go of if it throws: after an error there is nothing.
            guard var reader = self.reader.take(), let event = try await reader.next() else { return nil }
            count += 1
            let element: Element
            do {
                element = try decode(event)
            } catch {
                throw .underlying(StreamError.undecodable(.event, number: count, error), nil)
            }
            self.reader = reader
            return element
        }
    }
}
