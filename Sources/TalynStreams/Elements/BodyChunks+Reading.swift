import TalynCore
import _TalynFoundation

extension BodyChunks {
    /// The bytes.
    public var bytes: ElementStream<UInt8> { ElementStream(bytesOf: startReading) }
}

extension BodyChunks {
    /// Starts at the first chunk. The source is released with the returned function.
    ///
    /// The function doesn't have the type of the source, so that the readers of its chunks are compiled once. It throws errors
    /// in the form in which calls report them. It throws in a cancelled task, since the end of the chunks may not be the end of
    /// the body.
    func startReading() -> StreamIterator<Data, TalynError>.Next {
        var chunks = makeAsyncIterator()
        return { () async throws(TalynError) in
            if Task.isCancelled { throw .cancelled }
            let chunk: Data?
            do {
                if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
                    chunk = try await chunks.next(isolation: #isolation)
                } else {
                    // Only one task reads from an iterator, on whichever thread.
                    nonisolated(unsafe) var unshared = chunks
                    defer { chunks = unshared }
                    chunk = try await unshared.next()
                }
            } catch is CancellationError {
                throw .cancelled
            } catch {
                throw TalynError(error)
            }
            if chunk == nil, Task.isCancelled { throw .cancelled }
            return chunk
        }
    }
}

extension ElementStream<UInt8> {
    /// - Parameter startReading: Starts to read the chunks of the body.
    fileprivate init(bytesOf startReading: @escaping @Sendable () -> StreamIterator<Data, TalynError>.Next) {
        self.init {
            let nextChunk = startReading()
            var chunk = Data()
            return { () async throws(TalynError) in
                while chunk.isEmpty {
                    guard let next = try await nextChunk() else { return [] }
                    chunk = next
                }
                // The number of bytes to copy at once is limited, since a chunk may be as long as the body.
                let window = [UInt8](chunk.prefix(16_384))
                chunk = chunk.dropFirst(window.count)
                return window
            }
        }
    }
}
