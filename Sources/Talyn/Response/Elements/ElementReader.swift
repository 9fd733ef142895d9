/// Reads a body through a parser: one reading, from the first chunk on.
///
/// With the reader goes what it reads from. After an error, it must not be used any more.
struct ElementReader<Parser: BodyParser> {
    /// The parser, as the last element left it.
    private(set) var parser: Parser

    private let nextChunk: HTTPBody.NextChunk
    private var isAtEnd = false

    /// - Parameters:
    ///   - nextChunk: Gives the chunks of the body, then nil.
    ///   - parser: What makes elements of them.
    init(_ nextChunk: @escaping HTTPBody.NextChunk, _ parser: Parser) {
        self.nextChunk = nextChunk
        self.parser = parser
    }

    /// The next element, or nil at the end.
    mutating func next() async throws(TalynError) -> Parser.Element? {
        while !isAtEnd {
            if let element = try nextReady() { return element }
            guard let chunk = try await BodyChunks.next(nextChunk) else {
                isAtEnd = true
                return parser.finish()
            }
            parser.push(chunk)
        }
        return nil
    }

    /// The next element, if there is no need to wait for its bytes.
    mutating func nextReady() throws(TalynError) -> Parser.Element? {
        do throws(StreamError) {
            return try parser.next()
        } catch {
            throw .underlying(error, nil)
        }
    }
}
