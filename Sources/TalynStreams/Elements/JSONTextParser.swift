import TalynCore
import _TalynFoundation
import _TalynSupport

/// Parses a body of JSON texts with a separator between them.
struct JSONTextParser: BodyParser {
    /// The byte between two texts.
    enum Separator: UInt8 {
        /// Ends each text, as in JSON Lines. A CR before it is white space in JSON. Blank lines are skipped.
        case lineFeed = 0x0A

        /// Begins each text of a JSON text sequence (RFC 7464). A number, `true`, `false` or `null` without white space after
        /// it is skipped, since it may be cut off (section 2.4).
        case recordSeparator = 0x1E
    }

    private enum Start {
        case isAwaited, isValid, isInvalid
    }

    private let separator: Separator
    private let limit: Int
    private var splitter: ByteSplitter
    private var start: Start
    private var count = 0

    init(separator: Separator, limit: Int) {
        self.separator = separator
        self.limit = limit
        splitter = ByteSplitter(at: .byte(separator.rawValue))
        // Lines can start with anything, and a sequence only with a separator.
        start = separator == .recordSeparator ? .isAwaited : .isValid
    }

    var heldCount: Int { splitter.heldCount }

    mutating func push(_ chunk: Data) {
        guard start == .isAwaited else { return splitter.push(chunk) }
        // White space before the first separator belongs to no text, so the limit doesn't count it.
        let content = chunk.drop(while: \.isJSONSpace)
        if let first = content.first { start = first == separator.rawValue ? .isValid : .isInvalid }
        splitter.push(content)
    }

    mutating func next() throws(StreamError) -> JSONText? {
        if start == .isInvalid { throw .notAJSONSequence }
        while true {
            switch splitter.next(limit: limit, Self.bytes) {
            case .piece(let bytes):
                if let text = text(bytes) { return text }
            case .needsMore: return nil
            case .tooLong: throw .tooLong(unit, number: count + 1, limit: limit)
            }
        }
    }

    mutating func finish() -> JSONText? {
        splitter.finish(Self.bytes).flatMap { text($0) }
    }

    private var unit: StreamError.Unit { separator == .lineFeed ? .line : .text }

    /// The bytes of a text; nil for nothing but white space.
    private static func bytes(_ piece: UnsafeRawBufferPointer) -> Data? {
        piece.allSatisfy(\.isJSONSpace) ? nil : Data(piece)
    }

    private mutating func text(_ bytes: Data?) -> JSONText? {
        // A blank line is a line, but nothing between two record separators is no text.
        if bytes != nil || separator == .lineFeed { count += 1 }
        guard let bytes, separator == .lineFeed || isWhole(bytes) else { return nil }
        return JSONText(unit: unit, number: count, bytes: bytes)
    }

    /// Whether the end of a text is certain: by its syntax, or by white space after it.
    private func isWhole(_ bytes: Data) -> Bool {
        switch bytes.first(where: { !$0.isJSONSpace }) {
        case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "\""): true
        default: bytes.last?.isJSONSpace ?? false
        }
    }
}

/// The bytes of a JSON text in a body.
struct JSONText: Sendable {
    let unit: StreamError.Unit

    /// The number of the text, counted from 1.
    let number: Int

    let bytes: Data

    func decode<Value: Decodable>(_ type: Value.Type, using decoder: JSONDecoder) throws(StreamError) -> Value {
        do {
            return try decoder.decodeNamingPlace(type, from: bytes)
        } catch {
            throw .undecodable(unit, number: number, error)
        }
    }
}
