package import Foundation

/// Chunks as a sequence gives them, one after the other, which counts how many it has been asked for.
package struct Chunks: AsyncSequence, Sendable {
    package struct Broken: Error {}

    package struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate let chunks: Chunks
        private var index = 0

        fileprivate init(_ chunks: Chunks) {
            self.chunks = chunks
        }

        package mutating func next() async throws -> Data? {
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

    package typealias Element = Data

    package let chunks: [Data]
    /// Whether it throws after the last one.
    package var fails = false
    package let pulled = Recorder<Int>()

    package init(_ texts: String..., fails: Bool = false) {
        chunks = texts.map { Data($0.utf8) }
        self.fails = fails
    }

    package init(_ chunks: [Data]) {
        self.chunks = chunks
    }

    package func makeAsyncIterator() -> AsyncIterator { AsyncIterator(self) }
}
