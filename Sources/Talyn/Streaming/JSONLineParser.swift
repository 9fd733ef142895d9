import Foundation

/// The JSON texts of a body that has one on each line.
///
/// Only LF ends a line: a CR before it is white space to JSON. Lines of white space are passed over.
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

/// The texts of a JSON text sequence (RFC 7464).
///
/// Each text follows a record separator and ends before the next. Passed over is a number, `true`, `false` or `null`
/// without white space behind it: it may be the start of a longer one (section 2.4).
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
        if start == .isAwaited, let first = chunk.first(where: { !$0.isBlankJSON }) {
            start = first == Self.recordSeparator ? .isSeparator : .isSomethingElse
        }
        splitter.push(chunk)
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

    /// The bytes of a text, nil if there is none: several separators have nothing between them.
    private static func bytes(_ text: UnsafeRawBufferPointer) -> Data? {
        text.isBlankJSON ? nil : Data(text)
    }

    private mutating func text(_ bytes: Data?) -> JSONText? {
        guard let bytes else { return nil }
        count += 1
        return isWhole(bytes) ? JSONText(unit: .text, number: count, bytes: bytes) : nil
    }

    /// Whether a text shows by itself where it ends, or has white space behind it.
    private func isWhole(_ bytes: Data) -> Bool {
        switch bytes.first(where: { !$0.isBlankJSON }) {
        case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "\""): true
        default: bytes.last?.isBlankJSON ?? false
        }
    }
}

/// What should be a JSON text, cut out of a body.
struct JSONText: Sendable {
    let unit: StreamError.Unit

    /// Which one it is, from 1.
    let number: Int

    let bytes: Data

    /// What any JSON text can be decoded to.
    private struct Anything: Decodable {
        init(from decoder: any Decoder) {}
    }

    /// Whether it is JSON at all, in the decoder's dialect.
    func isJSON(to decoder: JSONDecoder) -> Bool {
        (try? decoder.decode(Anything.self, from: bytes)) != nil
    }

    func decode<Value: Decodable>(_ type: Value.Type, using decoder: JSONDecoder) throws(StreamError) -> Value {
        do {
            return try decoder.decode(type, from: bytes)
        } catch {
            throw .undecodable(unit, number: number, error)
        }
    }
}

extension UnsafeRawBufferPointer {
    /// Whether there is nothing but white space, as JSON knows it (RFC 8259, section 2).
    var isBlankJSON: Bool { allSatisfy(\.isBlankJSON) }
}

extension UInt8 {
    /// Whether this is white space, as JSON knows it (RFC 8259, section 2).
    var isBlankJSON: Bool { self == 0x20 || self == 0x0A || self == 0x0D || self == 0x09 }
}
