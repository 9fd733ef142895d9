public import Foundation

extension HTTPBody {
    /// A body whose bytes come from a sequence, which is asked for each chunk once there is room for it.
    ///
    /// - Parameters:
    ///   - chunks: What is read, chunk after chunk. What it throws fails the call.
    ///   - length: The number of bytes, if it is known: then the body is sent with a `Content-Length`, otherwise in chunks.
    ///     Whoever reads the body gets a ``BodyError`` instead of the last bytes if there are more or fewer.
    ///   - isReplayable: Whether the sequence starts at the first byte each time that it is iterated. Where it doesn't, a
    ///     second reading fails with ``BodyError/streamAlreadyUsed``; and what would need one, such as a retry or a
    ///     redirect that keeps the method, isn't done.
    public init<Chunks: AsyncSequence & Sendable>(
        _ chunks: Chunks,
        length: Int64? = nil,
        isReplayable: Bool = false
    ) where Chunks.Element == Data {
        let isUsed = Locked(false)
        self.init(length: length, isReplayable: isReplayable) {
            let wasUsed = isUsed.withLock { isUsed in
                defer { isUsed = true }
                return isUsed
            }
            if wasUsed, !isReplayable { return { throw BodyError.streamAlreadyUsed } }
            // One reader has it, who waits for each chunk before asking for the next.
            nonisolated(unsafe) var iterator = chunks.makeAsyncIterator()
            return {
                let chunk = try await iterator.next()
                // A stream that is cancelled ends like one that is complete.
                if chunk == nil { try Task.checkCancellation() }
                return chunk
            }
        }
    }

    /// A body that is the content of a file, read while it is sent.
    ///
    /// The file has to stay as long as it is now until it has been sent: a ``BodyError`` says if it doesn't.
    ///
    /// - Throws: ``BodyError`` if there is no regular file that can be read.
    public init(contentsOf file: URL) throws(BodyError) {
        self.init([try BodySegment(file: file)])
    }
}
