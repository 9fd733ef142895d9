import Foundation

/// The bytes of a body.
///
/// The `bytes` of any sequence of data, such as an ``HTTPBody``. It can be iterated as often as that sequence. Leaving
/// the loop ends the request. After an error, there are no more bytes.
public struct BodyBytes: AsyncSequence, Sendable {
    private let chunks: BodyChunks

    init(_ chunks: BodyChunks) {
        self.chunks = chunks
    }

    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(nextChunk: chunks.makeReader()) }

    /// Iterates over the bytes.
    public struct AsyncIterator: AsyncIteratorProtocol {
        /// The number of bytes to copy at once. A chunk may be as long as the body.
        private static let windowCount = 16_384

        private var nextChunk: HTTPBody.NextChunk?
        private var chunk = Data()

        @usableFromInline var window: [UInt8] = []
        @usableFromInline var position = 0

        init(nextChunk: @escaping HTTPBody.NextChunk) {
            self.nextChunk = nextChunk
        }

        /// Returns the next byte, or nil after the last byte or an error.
        @inlinable
        public mutating func next() async throws(TalynError) -> UInt8? {
            if position == window.count, try await !refill() { return nil }
            defer { position += 1 }
            return window[position]
        }

        /// Returns the next byte, or nil after the last byte or an error, without leaving the actor.
        @inlinable
        public mutating func next(isolation actor: isolated (any Actor)?) async throws(TalynError) -> UInt8? {
            if position == window.count, try await !refill() { return nil }
            defer { position += 1 }
            return window[position]
        }

        /// Loads more bytes. Returns false at the end.
        @usableFromInline
        mutating func refill() async throws(TalynError) -> Bool {
            window = []
            position = 0
            do throws(TalynError) {
                while chunk.isEmpty {
                    guard let nextChunk, let next = try await BodyChunks.next(nextChunk) else {
                        nextChunk = nil
                        return false
                    }
                    chunk = next
                }
            } catch {
                nextChunk = nil
                throw error
            }
            window = [UInt8](chunk.prefix(Self.windowCount))
            chunk = chunk.dropFirst(window.count)
            return true
        }
    }
}
