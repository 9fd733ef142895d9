#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Parses a body with one JSON text on each line.
///
/// Only LF ends a line. A CR before it is white space in JSON. Blank lines are skipped.
struct JSONLineParser: BodyParser {
    private let limit: Int
    private var splitter = ByteSplitter(at: .byte(0x0A))
    private var count = 0

    init(limit: Int) {
        self.limit = limit
    }

    var heldCount: Int { splitter.heldCount }

    mutating func push(_ chunk: Data) {
        splitter.push(chunk)
    }

    mutating func next() throws(StreamError) -> JSONText? {
        while true {
            switch splitter.next(limit: limit, Self.bytes) {
            case .piece(let bytes):
                if let text = text(bytes) { return text }
            case .needsMore: return nil
            case .tooLong: throw .tooLong(.line, number: count + 1, limit: limit)
            }
        }
    }

    mutating func finish() -> JSONText? {
        splitter.finish(Self.bytes).flatMap { text($0) }
    }

    private static func bytes(_ line: UnsafeRawBufferPointer) -> Data? {
        line.isBlankJSON ? nil : Data(line)
    }

    private mutating func text(_ bytes: Data?) -> JSONText? {
        count += 1
        return bytes.map { JSONText(unit: .line, number: count, bytes: $0) }
    }
}

/// Parses a JSON text sequence (RFC 7464).
///
/// Each text follows a record separator and ends before the next. A number, `true`, `false` or `null` without white
/// space after it is skipped, since it may be cut off (section 2.4).
struct JSONSequenceParser: BodyParser {
    private enum Start {
        case isAwaited, isSeparator, isSomethingElse
    }

    private static let recordSeparator: UInt8 = 0x1E

    private let limit: Int
    private var splitter = ByteSplitter(at: .byte(Self.recordSeparator))
    private var start = Start.isAwaited
    private var count = 0

    init(limit: Int) {
        self.limit = limit
    }

    var heldCount: Int { splitter.heldCount }

    mutating func push(_ chunk: Data) {
        guard start == .isAwaited else { return splitter.push(chunk) }
        // White space before the first separator belongs to no text, so the limit doesn't count it.
        let content = chunk.drop(while: \.isBlankJSON)
        if let first = content.first { start = first == Self.recordSeparator ? .isSeparator : .isSomethingElse }
        splitter.push(content)
    }

    mutating func next() throws(StreamError) -> JSONText? {
        if start == .isSomethingElse { throw .notAJSONSequence }
        while true {
            switch splitter.next(limit: limit, Self.bytes) {
            case .piece(let bytes):
                if let text = text(bytes) { return text }
            case .needsMore: return nil
            case .tooLong: throw .tooLong(.text, number: count + 1, limit: limit)
            }
        }
    }

    mutating func finish() -> JSONText? {
        splitter.finish(Self.bytes).flatMap { text($0) }
    }

    /// The bytes of a text; nil if two separators have no text between them.
    private static func bytes(_ text: UnsafeRawBufferPointer) -> Data? {
        text.isBlankJSON ? nil : Data(text)
    }

    private mutating func text(_ bytes: Data?) -> JSONText? {
        guard let bytes else { return nil }
        count += 1
        return isWhole(bytes) ? JSONText(unit: .text, number: count, bytes: bytes) : nil
    }

    /// Whether the end of a text is certain: by its syntax, or by white space after it.
    private func isWhole(_ bytes: Data) -> Bool {
        switch bytes.first(where: { !$0.isBlankJSON }) {
        case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "\""): true
        default: bytes.last?.isBlankJSON ?? false
        }
    }
}

/// The bytes of a JSON text in a body.
struct JSONText: Sendable {
    let unit: StreamError.Unit

    /// The number of the text, counted from 1.
    let number: Int

    let bytes: Data

    /// Decodes from any JSON text.
    private struct Anything: Decodable {
        init(from decoder: any Decoder) {}
    }

    /// Whether the text is valid JSON for the decoder.
    func isJSON(to decoder: JSONDecoder) -> Bool {
        (try? decoder.decode(Anything.self, from: bytes)) != nil
    }

    func decode<Value: Decodable>(_ type: Value.Type, using decoder: JSONDecoder) throws(StreamError) -> Value {
        do {
            return try decoder.decodeNamingPlace(type, from: bytes)
        } catch {
            throw .undecodable(unit, number: number, error)
        }
    }
}

extension UnsafeRawBufferPointer {
    /// Whether there is only white space (RFC 8259, section 2).
    var isBlankJSON: Bool { allSatisfy(\.isBlankJSON) }
}

extension UInt8 {
    /// Whether the byte is white space (RFC 8259, section 2).
    var isBlankJSON: Bool { self == 0x20 || self == 0x0A || self == 0x0D || self == 0x09 }
}
