import Foundation

/// The lines of a text. A byte that isn't UTF-8 becomes U+FFFD.
struct LineParser: BodyParser {
    private let limit: Int
    private var splitter = ByteSplitter(at: .lineEnd)
    private var count = 0

    init(limit: Int) {
        self.limit = limit
    }

    var heldCount: Int { splitter.heldCount }

    mutating func push(_ chunk: Data) {
        splitter.push(chunk)
    }

    mutating func next() throws(StreamError) -> String? {
        switch splitter.next(limit: limit, Self.text) {
        case .piece(let line):
            count += 1
            return line
        case .needsMore: return nil
        case .tooLong: throw .tooLong(.line, number: count + 1, limit: limit)
        }
    }

    mutating func finish() -> String? {
        splitter.finish(Self.text)
    }

    private static func text(_ bytes: UnsafeRawBufferPointer) -> String {
        String(decoding: bytes, as: UTF8.self)
    }
}
