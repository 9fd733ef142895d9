import Foundation

/// The events of an event stream (WHATWG HTML standard, section 9.2.6).
///
/// A blank line ends an event. What is behind the last one is not an event, and is dropped.
struct ServerSentEventParser: BodyParser {
    /// What a connection after this one gives the server as `Last-Event-ID`, if it isn't empty.
    ///
    /// That of a block counts once its blank line has come, whether or not it has data.
    private(set) var lastEventID: String

    /// How many bytes the lines of an event may have together, comments not among them, without their ends.
    private let limit: Int
    private var splitter = ByteSplitter(at: .lineEnd)
    private var block: ServerSentEventBlock
    private var isAtStart = true
    private var count = 0

    /// - Parameters:
    ///   - limit: How many bytes an event may have.
    ///   - lastEventID: That of the connection before: events without an ID of their own go on with it.
    ///   - reconnectionTime: What the server told on the connection before.
    init(limit: Int, lastEventID: String = "", reconnectionTime: Duration? = nil) {
        self.limit = limit
        self.lastEventID = lastEventID
        block = ServerSentEventBlock(id: lastEventID, reconnectionTime: reconnectionTime, limit: limit)
    }

    /// What the server told last about the time before a reconnection: at once, before the block's blank line has come.
    var reconnectionTime: Duration? { block.reconnectionTime }

    var heldCount: Int { splitter.heldCount + block.data.count }

    mutating func push(_ chunk: Data) {
        splitter.push(chunk)
    }

    mutating func next() throws(StreamError) -> ServerSentEvent? {
        while true {
            let step = splitter.next(limit: limit - block.length) { line in
                let start = isAtStart && line.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
                isAtStart = false
                return block.interpret(UnsafeRawBufferPointer(rebasing: line[start...]))
            }
            switch step {
            case .piece(let isBlank):
                if isBlank, let event = dispatch() { return event }
            case .needsMore: return nil
            case .tooLong: throw .tooLong(.event, number: count + 1, limit: limit)
            }
        }
    }

    mutating func finish() -> ServerSentEvent? { nil }

    /// Ends the block; gives its event if it has data.
    private mutating func dispatch() -> ServerSentEvent? {
        lastEventID = block.id
        guard let event = block.end() else { return nil }
        count += 1
        return event
    }
}
