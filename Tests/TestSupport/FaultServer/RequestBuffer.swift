import Foundation

/// The bytes of a connection that are not taken as a request yet.
struct RequestBuffer {
    private static let lineEnd = Array("\r\n".utf8)
    private static let headEnd = Array("\r\n\r\n".utf8)

    private var bytes: [UInt8] = []

    mutating func append(_ more: [UInt8]) {
        bytes += more
    }

    /// Takes the head of a request, without the empty line, or returns `nil` if it is not complete.
    mutating func takeHead() -> [UInt8]? {
        guard let end = firstIndex(of: Self.headEnd, from: 0) else { return nil }
        return Array(take(end + Self.headEnd.count).dropLast(Self.headEnd.count))
    }

    /// Takes the body that follows `head`, or returns `nil` if it is not complete.
    mutating func takeBody(of head: ReceivedRequest) -> [UInt8]? {
        let isChunked = head.header("Transfer-Encoding").contains { $0.lowercased().hasSuffix("chunked") }
        let length = isChunked ? chunkedLength() : Int(head.header("Content-Length").first ?? "") ?? 0
        guard let length, length <= bytes.count else { return nil }
        return take(max(length, 0))
    }

    private mutating func take(_ count: Int) -> [UInt8] {
        defer { bytes.removeFirst(count) }
        return Array(bytes.prefix(count))
    }

    /// How many bytes the chunked body has that the buffer begins with.
    private func chunkedLength() -> Int? {
        var position = 0
        while let end = firstIndex(of: Self.lineEnd, from: position) {
            let line = String(decoding: bytes[position..<end], as: UTF8.self)
            guard let size = Int(line.prefix(while: \.isHexDigit), radix: 16) else { return nil }
            position = end + Self.lineEnd.count
            if size == 0 {
                return trailersEnd(from: position)
            }
            let (next, overflow) = position.addingReportingOverflow(size)
            guard !overflow, next <= bytes.count - Self.lineEnd.count else { return nil }
            position = next + Self.lineEnd.count
        }
        return nil
    }

    /// The index after the empty line that ends the trailers.
    private func trailersEnd(from start: Int) -> Int? {
        var position = start
        while let end = firstIndex(of: Self.lineEnd, from: position) {
            if end == position {
                return end + Self.lineEnd.count
            }
            position = end + Self.lineEnd.count
        }
        return nil
    }

    private func firstIndex(of pattern: [UInt8], from start: Int) -> Int? {
        var index = start
        while index + pattern.count <= bytes.count {
            if bytes[index] == pattern[0], bytes[index..<index + pattern.count].elementsEqual(pattern) {
                return index
            }
            index += 1
        }
        return nil
    }
}
