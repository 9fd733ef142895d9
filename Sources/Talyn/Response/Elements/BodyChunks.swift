import Foundation

/// The chunks of any sequence, whose type is forgotten: what reads them is compiled once.
struct BodyChunks: Sendable {
    /// Starts reading at the first chunk. What is read from goes when the function that it returns does.
    let makeReader: @Sendable () -> HTTPBody.NextChunk

    init<Base: AsyncSequence & Sendable>(of base: Base) where Base.Element == Data {
        makeReader = {
            var chunks = base.makeAsyncIterator()
            return {
                if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
                    return try await chunks.next(isolation: #isolation)
                }
                // Only one task reads from an iterator, wherever that makes it run.
                nonisolated(unsafe) var unshared = chunks
                defer { chunks = unshared }
                return try await unshared.next()
            }
        }
    }

    /// The next chunk, with errors as a call reports them. A task that is cancelled is given no more: what a sequence
    /// ends with then may not be the end of the body.
    static func next(_ nextChunk: HTTPBody.NextChunk) async throws(TalynError) -> Data? {
        if Task.isCancelled { throw .cancelled }
        let chunk: Data?
        do {
            chunk = try await nextChunk()
        } catch is CancellationError {
            throw .cancelled
        } catch {
            throw TalynError(wrapping: error)
        }
        if chunk == nil, Task.isCancelled { throw .cancelled }
        return chunk
    }
}
