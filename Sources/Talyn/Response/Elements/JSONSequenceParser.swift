/// The values of a JSON text sequence (RFC 7464).
///
/// Each text follows a record separator and ends before the next. One that isn't JSON, such as one that was cut off, is
/// passed over (section 2.3). So is a number, `true`, `false` or `null` without white space behind it: it may be the
/// start of a longer one (section 2.4).
struct JSONSequenceParser<Element: Decodable & Sendable>: BodyParser {
    private enum Start {
        case isAwaited, isSeparator, isSomethingElse
    }

    /// What any JSON text can be decoded to.
    private struct Anything: Decodable {
        init(from decoder: any Decoder) {}
    }

    private static var recordSeparator: UInt8 { 0x1E }

    private let decoder: JSONDecoder
    private let limit: Int
    private var splitter = ByteSplitter(at: .byte(Self.recordSeparator))
    private var start = Start.isAwaited
    private var count = 0

    init(_ type: Element.Type, using decoder: JSONDecoder, limit: Int) {
        self.decoder = decoder
        self.limit = limit
    }

    var heldCount: Int { splitter.heldCount }

    mutating func push(_ chunk: Data) {
        if start == .isAwaited, let first = chunk.first(where: { !$0.isBlankJSON }) {
            start = first == Self.recordSeparator ? .isSeparator : .isSomethingElse
        }
        splitter.push(chunk)
    }

    mutating func next() throws(StreamError) -> Element? {
        if start == .isSomethingElse { throw .notAJSONSequence }
        while true {
            switch splitter.next(limit: limit, Self.text) {
            case .piece(let text):
                if let text, let element = try element(text) { return element }
            case .needsMore: return nil
            case .tooLong: throw .tooLong(.text, number: count + 1, limit: limit)
            }
        }
    }

    mutating func finish() throws(StreamError) -> Element? {
        guard let text = splitter.finish(Self.text) ?? nil else { return nil }
        return try element(text)
    }

    /// The bytes of a text, nil if there is none: several separators have nothing between them.
    private static func text(_ bytes: UnsafeRawBufferPointer) -> Data? {
        bytes.isBlankJSON ? nil : Data(bytes)
    }

    /// The value of a text, nil if that is passed over.
    private mutating func element(_ text: Data) throws(StreamError) -> Element? {
        count += 1
        guard isComplete(text) else { return nil }
        do {
            return try decoder.decode(Element.self, from: text)
        } catch {
            let isJSON = (try? decoder.decode(Anything.self, from: text)) != nil
            guard isJSON else { return nil }
            throw .undecodable(.text, number: count, error)
        }
    }

    /// Whether a text shows by itself where it ends, or has white space behind it.
    private func isComplete(_ text: Data) -> Bool {
        switch text.first(where: { !$0.isBlankJSON }) {
        case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "\""): true
        default: text.last?.isBlankJSON ?? false
        }
    }
}
