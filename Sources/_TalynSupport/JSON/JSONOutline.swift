public import _TalynFoundation

#if canImport(Darwin)
import Darwin
#elseif canImport(Android)
import Android
#elseif canImport(Musl)
import Musl
#elseif canImport(Glibc)
import Glibc
#endif

/// The structure of a JSON text, whose values stay text.
///
/// It finds the places of the values, so that each can be decoded alone. Foundation decodes them, and reports their faults.
public struct JSONOutline {
    /// The text is not JSON, or it is nested too deeply.
    public struct Invalid: Error {
        public enum Reason: Sendable {
            case endOfText
            case tooDeep
            case unexpected
        }

        public let reason: Reason
        /// The bytes before the fault.
        public let offset: Int
    }

    /// The maximum nesting of arrays and objects. Call stacks that browsers save have up to 200 levels.
    public static let maximumDepth = 400

    private let text: Data
    private let bytes: UnsafeBufferPointer<UInt8>
    private let decoder = JSONDecoder()
    private var index = 0

    /// Reads a text.
    ///
    /// - Parameter read: Gets the outline at the first value. The outline must not outlive the call.
    /// - Throws: ``Invalid``, also for text after the value.
    public static func read<Result>(_ text: Data, _ read: (inout JSONOutline) throws -> Result) throws -> Result {
        let text = inUTF8(text)
        return try text.withUnsafeBytes { buffer in
            var outline = JSONOutline(text: text, bytes: buffer.bindMemory(to: UInt8.self))
            let result = try read(&outline)
            guard outline.peek() == nil else { throw outline.invalid() }
            return result
        }
    }

    private init(text: Data, bytes: UnsafeBufferPointer<UInt8>) {
        self.text = text
        self.bytes = bytes
    }

    /// The text in UTF-8 without a byte order mark.
    private static func inUTF8(_ data: Data) -> Data {
        if data.starts(with: [0xEF, 0xBB, 0xBF]) { return data.dropFirst(3) }
        guard data.starts(with: [0xFF, 0xFE]) || data.starts(with: [0xFE, 0xFF]),
            let text = String(data: data, encoding: .utf16)
        else { return data }
        return Data(text.utf8)
    }

    // MARK: Structure

    /// Skips white space, and returns the next byte without reading it.
    public mutating func peek() -> UInt8? {
        while index < bytes.count {
            let byte = bytes[index]
            guard byte.isJSONSpace else { return byte }
            index += 1
        }
        return nil
    }

    /// The number of bytes that were read.
    public var offset: Int { index }

    /// The fault at the next byte.
    public func invalid(_ reason: Invalid.Reason = .unexpected) -> Invalid {
        Invalid(reason: index < bytes.count ? reason : .endOfText, offset: index)
    }

    /// Reads an object.
    ///
    /// - Parameter value: Gets the name of each member. It must read or skip the value.
    public mutating func members(_ value: (String, inout JSONOutline) throws -> Void) throws {
        try items(from: UInt8(ascii: "{"), to: UInt8(ascii: "}")) { outline in
            guard outline.peek() == UInt8(ascii: "\"") else { throw outline.invalid() }
            let name = try outline.decode(String.self)
            guard outline.peek() == UInt8(ascii: ":") else { throw outline.invalid() }
            outline.index += 1
            try value(name, &outline)
        }
    }

    /// Reads an array.
    ///
    /// - Parameter element: It must read or skip the element.
    public mutating func elements(_ element: (inout JSONOutline) throws -> Void) throws {
        try items(from: UInt8(ascii: "["), to: UInt8(ascii: "]"), element)
    }

    private mutating func items(
        from start: UInt8,
        to end: UInt8,
        _ item: (inout JSONOutline) throws -> Void
    ) throws {
        guard peek() == start else { throw invalid() }
        index += 1
        if peek() == end {
            index += 1
            return
        }
        while true {
            try item(&self)
            switch peek() {
            case UInt8(ascii: ","):
                index += 1
            case end:
                index += 1
                return
            default:
                throw invalid()
            }
        }
    }

    // MARK: Values

    /// Decodes the next value by itself.
    public mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        let start = index
        let value = try value()
        do {
            return try decoder.decode(type, from: value)
        } catch {
            throw Invalid(reason: index < bytes.count ? .unexpected : .endOfText, offset: start)
        }
    }

    /// Reads the text of the next value.
    public mutating func value() throws -> Data {
        guard peek() != nil else { throw invalid() }
        let start = index
        var depth = 0
        repeat {
            guard index < bytes.count else { throw invalid() }
            switch bytes[index] {
            case UInt8(ascii: "\""):
                try skipString()
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                depth += 1
                guard depth <= Self.maximumDepth else { throw invalid(.tooDeep) }
                index += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                depth -= 1
                index += 1
            default:
                if depth == 0 { skipWord() } else { index += 1 }
            }
        } while depth > 0
        guard depth == 0, index > start else { throw invalid() }
        return text[text.startIndex + start..<text.startIndex + index]
    }

    private mutating func skipString() throws {
        let start = index
        while let base = bytes.baseAddress, index + 1 < bytes.count,
            let quote = memchr(base + index + 1, 0x22, bytes.count - index - 1)
        {
            index = UnsafeRawPointer(base).distance(to: quote)
            var slashes = 0
            while index - slashes - 1 > start, bytes[index - slashes - 1] == UInt8(ascii: "\\") { slashes += 1 }
            if slashes.isMultiple(of: 2) {
                index += 1
                return
            }
        }
        index = bytes.count
        throw invalid()
    }

    /// Skips a number, a boolean or null.
    private mutating func skipWord() {
        while index < bytes.count {
            switch bytes[index] {
            case 0x20, 0x0A, 0x0D, 0x09, UInt8(ascii: ","), UInt8(ascii: "}"), UInt8(ascii: "]"): return
            default: index += 1
            }
        }
    }
}

extension UInt8 {
    /// Whether the byte is white space in JSON (RFC 8259, section 2).
    @inlinable public var isJSONSpace: Bool { self == 0x20 || self == 0x0A || self == 0x0D || self == 0x09 }
}

extension Data {
    /// Whether the first character that isn't white space begins an object or an array of JSON.
    public var beginsJSONContainer: Bool { first { !$0.isJSONSpace }.map { "{[".utf8.contains($0) } ?? false }
}

extension RandomAccessCollection<UInt8> where Index == Int {
    /// The end of the JSON string that starts at an index, after its quotation mark. Without a mark, the string extends to the
    /// end of the bytes.
    @inlinable public func endOfJSONString(from start: Int) -> Int {
        var end = start + 1
        while end < endIndex, self[end] != UInt8(ascii: "\"") { end += self[end] == UInt8(ascii: "\\") ? 2 : 1 }
        return Swift.min(end + 1, endIndex)
    }
}
