import Foundation
import Talyn

/// Chunks as a sequence gives them, one after the other, which counts how many it has been asked for.
struct Chunks: AsyncSequence, Sendable {
    struct Broken: Error {}

    struct AsyncIterator: AsyncIteratorProtocol {
        let chunks: Chunks
        var index = 0

        mutating func next() async throws -> Data? {
            await Task.yield()
            guard index < chunks.chunks.count else {
                if chunks.fails { throw Broken() }
                return nil
            }
            defer { index += 1 }
            chunks.pulled.record(index)
            return chunks.chunks[index]
        }
    }

    typealias Element = Data

    let chunks: [Data]
    /// Whether it throws after the last one.
    var fails = false
    let pulled = Recorder<Int>()

    init(_ texts: String..., fails: Bool = false) {
        chunks = texts.map { Data($0.utf8) }
        self.fails = fails
    }

    init(_ chunks: [Data]) {
        self.chunks = chunks
    }

    func makeAsyncIterator() -> AsyncIterator { AsyncIterator(chunks: self) }
}
