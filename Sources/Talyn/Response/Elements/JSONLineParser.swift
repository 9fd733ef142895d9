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
