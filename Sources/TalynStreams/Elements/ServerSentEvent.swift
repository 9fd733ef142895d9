public import TalynCore
public import _TalynFoundation
import _TalynSupport

#if canImport(Darwin)
import Darwin
#elseif canImport(Android)
import Android
#elseif canImport(Musl)
import Musl
#elseif canImport(Glibc)
import Glibc
#endif

/// A server-sent event (WHATWG HTML standard, section 9.2).
public struct ServerSentEvent: Sendable, Hashable {
    /// The type of the event; `message` if the server doesn't send one.
    public let event: String

    /// The data. Lines are joined with LF.
    public let data: String

    /// The last ID that the server sent, in this event or an earlier one; empty without one.
    ///
    /// Sent as `Last-Event-ID`, it tells the server where to continue.
    public let id: String

    /// The last reconnection time that the server sent; nil without one.
    public let retry: Duration?

    /// Creates an event, for tests of code that reads events.
    ///
    /// - Parameters:
    ///   - event: The type of the event.
    ///   - data: The data.
    ///   - id: The last ID that the server sent; empty without one.
    ///   - retry: The last reconnection time that the server sent.
    public init(event: String = "message", data: String, id: String = "", retry: Duration? = nil) {
        self.event = event
        self.data = data
        self.id = id
        self.retry = retry
    }

    /// Decodes the data from JSON.
    ///
    /// - Parameters:
    ///   - type: The type to decode.
    ///   - decoder: The decoder.
    /// - Throws: ``TalynError`` with ``TalynError/Reason/decoding``.
    public func decode<Value: Decodable>(
        _ type: Value.Type = Value.self,
        using decoder: JSONDecoder = CodingOptions().jsonDecoder
    ) throws(TalynError) -> Value {
        do {
            return try decoder.decodeNamingPlace(type, from: Data(data.utf8))
        } catch {
            throw TalynError(error)
        }
    }
}

/// Parses an event stream (WHATWG HTML standard, section 9.2.6).
///
/// A blank line ends an event. An event without one at the end of the stream is dropped.
struct ServerSentEventParser: BodyParser {
    /// The `Last-Event-ID` for the next connection, unless it is empty.
    ///
    /// The ID of a block counts after its blank line, even if the block has no data.
    private(set) var lastEventID: String

    /// The maximum length of an event's lines in bytes, without comments and line terminators.
    private let limit: Int
    private var splitter = ByteSplitter(at: .lineEnd)
    private var block: ServerSentEventBlock
    private var isAtStart = true
    private var count = 0

    /// - Parameters:
    ///   - limit: The maximum length of an event in bytes.
    ///   - lastEventID: The last event ID of the previous connection. Events without an ID inherit it.
    ///   - reconnectionTime: The reconnection time of the previous connection.
    init(limit: Int, lastEventID: String = "", reconnectionTime: Duration? = nil) {
        self.limit = limit
        self.lastEventID = lastEventID
        block = ServerSentEventBlock(id: lastEventID, reconnectionTime: reconnectionTime, limit: limit)
    }

    /// The last reconnection time. It counts at once, before the block's blank line.
    var reconnectionTime: Duration? { block.reconnectionTime }

    var heldCount: Int { splitter.heldCount + block.data.count }

    mutating func push(_ chunk: Data) {
        splitter.push(chunk)
    }

    mutating func next() throws(StreamError) -> ServerSentEvent? {
        while true {
            let step = splitter.next(limit: limit) { line in
                let start = isAtStart && line.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
                isAtStart = false
                return block.interpret(UnsafeRawBufferPointer(rebasing: line[start...]))
            }
            switch step {
            case .piece(let isBlank):
                if isBlank, let event = dispatch() { return event }
                if block.length > limit { throw tooLong }
            case .needsMore:
                // The end of a line isn't awaited. A comment doesn't count.
                let length = splitter.heldStart == UInt8(ascii: ":") ? 0 : splitter.heldCount
                guard block.length + length <= limit else { throw tooLong }
                return nil
            case .tooLong: throw tooLong
            }
        }
    }

    private var tooLong: StreamError { .tooLong(.event, number: count + 1, limit: limit) }

    /// The event at the end of the body that lacks its blank line; nil before, and without one. The standard drops it.
    private(set) var unfinished: ServerSentEvent?

    mutating func finish() -> ServerSentEvent? {
        // A copy: a line that was cut off must not change the ID or the reconnection time.
        var last = block
        _ = splitter.finish { last.interpret($0) }
        unfinished = last.end()
        return nil
    }

    /// Ends the block. Returns its event if it has data.
    private mutating func dispatch() -> ServerSentEvent? {
        lastEventID = block.id
        guard let event = block.end() else { return nil }
        count += 1
        return event
    }
}

/// The fields of the lines up to a blank line (WHATWG HTML standard, section 9.2.6).
struct ServerSentEventBlock: Sendable {
    /// The last ID, of this block or an earlier one.
    private(set) var id: String
    private(set) var reconnectionTime: Duration?

    /// The lines of data, each with LF after it.
    private(set) var data: [UInt8] = []

    /// The length of the lines without comments, in bytes.
    private(set) var length = 0

    private var event = ""
    private let limit: Int

    init(id: String, reconnectionTime: Duration?, limit: Int) {
        self.id = id
        self.reconnectionTime = reconnectionTime
        self.limit = limit
    }

    /// Parses a line. Returns true if it is blank.
    @inline(__always)
    mutating func interpret(_ line: UnsafeRawBufferPointer) -> Bool {
        if line.isEmpty { return true }
        // Comments are not kept. Servers send any number of them to keep the connection alive.
        if line[0] != UInt8(ascii: ":") { length += line.count }
        // A line that starts with a colon is a comment.
        let colon = line.firstIndex(of: UInt8(ascii: ":"), in: 0..<line.count) ?? line.count
        var start = min(colon + 1, line.count)
        if start < line.count, line[start] == UInt8(ascii: " ") { start += 1 }
        set(UnsafeRawBufferPointer(rebasing: line[..<colon]), to: UnsafeRawBufferPointer(rebasing: line[start...]))
        return false
    }

    /// Resets the block. Returns its event if it has data.
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

    /// Parses ASCII digits as a number; nil for other characters. Too large a number becomes the maximum.
    fileprivate var number: Int64? {
        guard !isEmpty, allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }) else { return nil }
        return reduce(0) { number, digit in
            let (tens, isTooGreat) = number.multipliedReportingOverflow(by: 10)
            let (sum, overflows) = tens.addingReportingOverflow(Int64(digit - UInt8(ascii: "0")))
            return isTooGreat || overflows ? .max : sum
        }
    }
}
