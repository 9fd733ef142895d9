/// The values of a body with a JSON text on each line.
///
/// Only LF ends a line: a CR before it is white space to JSON, as are lines of white space, which are passed over.
struct JSONLinesParser<Element: Decodable & Sendable>: BodyParser {
    private let decoder: JSONDecoder
    private let limit: Int
    private var splitter = ByteSplitter(at: .byte(0x0A))
    private var count = 0

    init(_ type: Element.Type, using decoder: JSONDecoder, limit: Int) {
        self.decoder = decoder
        self.limit = limit
    }

    var heldCount: Int { splitter.heldCount }

    mutating func push(_ chunk: Data) {
        splitter.push(chunk)
    }

    mutating func next() throws(StreamError) -> Element? {
        while true {
            switch splitter.next(limit: limit, { $0.isBlankJSON ? nil : Data($0) }) {
            case .piece(let line):
                count += 1
                if let line { return try element(line) }
            case .needsMore: return nil
            case .tooLong: throw .tooLong(.line, number: count + 1, limit: limit)
            }
        }
    }

    mutating func finish() throws(StreamError) -> Element? {
        guard let line = splitter.finish({ $0.isBlankJSON ? nil : Data($0) }) ?? nil else { return nil }
        count += 1
        return try element(line)
    }

    private func element(_ line: Data) throws(StreamError) -> Element {
        do {
            return try decoder.decode(Element.self, from: line)
        } catch {
            throw .undecodable(.line, number: count, error)
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
