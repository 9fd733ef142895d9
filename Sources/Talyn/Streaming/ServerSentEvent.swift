public import Foundation

/// An event that a server sent (WHATWG HTML standard, section 9.2).
public struct ServerSentEvent: Sendable, Hashable {
    /// What kind of event it is: `message` if the server doesn't say.
    public var event: String

    /// What it tells; its lines are joined by LF.
    public var data: String

    /// The ID that the server gave last, with this event or one before: empty if it gave none.
    ///
    /// As `Last-Event-ID` in a request it tells the server where to go on.
    public var id: String

    /// How long the server wants to be left alone before the next connection, as it told last; nil if it didn't.
    public var retry: Duration?

    /// Creates an event, such as for tests.
    public init(event: String = "message", data: String, id: String = "", retry: Duration? = nil) {
        self.event = event
        self.data = data
        self.id = id
        self.retry = retry
    }

    /// The data decoded from JSON.
    ///
    /// - Parameters:
    ///   - type: The type to decode.
    ///   - decoder: What decodes it.
    /// - Throws: ``TalynError/underlying(_:_:)`` with the decoder's error.
    public func decode<Value: Decodable>(
        _ type: Value.Type = Value.self,
        using decoder: JSONDecoder = JSONDecoder()
    ) throws(TalynError) -> Value {
        do {
            return try decoder.decode(type, from: Data(data.utf8))
        } catch {
            throw TalynError(wrapping: error)
        }
    }
}

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

/// What the lines up to a blank one say (WHATWG HTML standard, section 9.2.6).
struct ServerSentEventBlock: Sendable {
    /// The last ID: that of a block before, if this one has none.
    private(set) var id: String
    private(set) var reconnectionTime: Duration?

    /// The lines of data, each with LF behind it.
    private(set) var data: [UInt8] = []

    /// How many bytes the lines have that are no comments.
    private(set) var length = 0

    private var event = ""
    private let limit: Int

    init(id: String, reconnectionTime: Duration?, limit: Int) {
        self.id = id
        self.reconnectionTime = reconnectionTime
        self.limit = limit
    }

    /// Takes what a line says; true if it is blank.
    @inline(__always)
    mutating func interpret(_ line: UnsafeRawBufferPointer) -> Bool {
        if line.isEmpty { return true }
        // Nothing is kept of a comment, and any number of them may show that the server is there.
        if line[0] != UInt8(ascii: ":") { length += line.count }
        // Nothing before the colon makes a comment: a field of no name.
        let colon = line.firstIndex(of: UInt8(ascii: ":"), in: 0..<line.count) ?? line.count
        var start = min(colon + 1, line.count)
        if start < line.count, line[start] == UInt8(ascii: " ") { start += 1 }
        set(UnsafeRawBufferPointer(rebasing: line[..<colon]), to: UnsafeRawBufferPointer(rebasing: line[start...]))
        return false
    }

    /// Starts anew; gives the event of what came before, if there is data.
    mutating func end() -> ServerSentEvent? {
        length = 0
        guard !data.isEmpty else {
            event = ""
            return nil
        }
        let dispatched = ServerSentEvent(
            event: event.isEmpty ? "message" : event,
            data: String(decoding: data.dropLast(), as: UTF8.self),
            id: id,
            retry: reconnectionTime
        )
        event = ""
        data.removeAll(keepingCapacity: data.capacity <= ByteSplitter.keptCapacity)
        return dispatched
    }

    @inline(__always)
    private mutating func set(_ field: UnsafeRawBufferPointer, to value: UnsafeRawBufferPointer) {
        if field.isEqual(to: "data") {
            data.reserveCapacity(adding: value.count + 1, limit: limit)
            data.append(contentsOf: value)
            data.append(0x0A)
        } else if field.isEqual(to: "event") {
            event = String(decoding: value, as: UTF8.self)
        } else if field.isEqual(to: "id") {
            guard value.firstIndex(of: 0, in: 0..<value.count) == nil else { return }
            id = String(decoding: value, as: UTF8.self)
        } else if field.isEqual(to: "retry"), let milliseconds = value.number {
            reconnectionTime = min(.milliseconds(milliseconds), .longest)
        }
    }
}

extension UnsafeRawBufferPointer {
    @inline(__always)
    fileprivate func isEqual(to name: StaticString) -> Bool {
        guard count == name.utf8CodeUnitCount, let baseAddress else { return false }
        return memcmp(baseAddress, name.utf8Start, count) == 0
    }

    /// The number that these ASCII digits are, if they are nothing else; one too great is the greatest.
    fileprivate var number: Int64? {
        guard !isEmpty, allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }) else { return nil }
        return reduce(0) { number, digit in
            let (tens, isTooGreat) = number.multipliedReportingOverflow(by: 10)
            let (sum, overflows) = tens.addingReportingOverflow(Int64(digit - UInt8(ascii: "0")))
            return isTooGreat || overflows ? .max : sum
        }
    }
}
