/// The elements of a body, several at a time: once through, from the first one on.
///
/// After an error, it must not be used any more.
struct ElementBatches<Parser: BodyParser, Element> {
    /// So many elements are made at once, of bytes that are there.
    private static var batchCount: Int { 32 }

    private var reader: ElementReader<Parser>
    private let makeElement: (Parser.Element) throws(StreamError) -> Element?
    private var failure: TalynError?

    /// - Parameters:
    ///   - reader: What reads the body.
    ///   - makeElement: Makes an element of what the parser gives, or nil to pass it over.
    init(_ reader: ElementReader<Parser>, _ makeElement: @escaping (Parser.Element) throws(StreamError) -> Element?) {
        self.reader = reader
        self.makeElement = makeElement
    }

    /// The next elements, the last one first; none at the end.
    mutating func next() async throws(TalynError) -> [Element] {
        if let failure { throw failure }
        var batch: [Element] = []
        do throws(TalynError) {
            while batch.count < Self.batchCount,
                let part = batch.isEmpty ? try await reader.next() : try reader.nextReady()
            {
                if let element = try element(part) { batch.append(element) }
            }
        } catch {
            // What came before is given before.
            if batch.isEmpty { throw error }
            failure = error
        }
        batch.reverse()
        return batch
    }

    private func element(_ part: Parser.Element) throws(TalynError) -> Element? {
        do throws(StreamError) {
            return try makeElement(part)
        } catch {
            throw .underlying(error, nil)
        }
    }
}
