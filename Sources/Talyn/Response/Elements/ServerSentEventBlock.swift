import Foundation

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
