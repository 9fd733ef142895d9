#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A body in chunks of bytes: an ``HTTPBody``, a ``ResponseStream``, or the body of an opened one.
///
/// TalynStreams, and so `Talyn`, gives it other units, such as ``lines`` and ``events(limit:)``. For another sequence of data, create
/// an ``HTTPBody`` of it.
public protocol BodyChunks: AsyncSequence, Sendable where Element == Data {}

extension HTTPBody: BodyChunks {}

extension ResponseStream: BodyChunks {}

extension ElementStream: BodyChunks where Element == Data {}

extension BodyChunks {
    /// The bytes.
    public var bytes: ElementStream<UInt8> { ElementStream(bytesOf: startReading) }

    /// Reads all bytes, up to a limit.
    ///
    /// - Parameter limit: The largest number of bytes.
    /// - Throws: ``TalynError`` with ``TransportError/Kind/responseTooLarge`` for more bytes, and the errors of the body.
    public func collect(upTo limit: Int) async throws -> Data {
        var data = Data()
        for try await chunk in self {
            guard chunk.count <= limit - data.count else { throw TalynError(TransportError(.responseTooLarge)) }
            data.append(chunk)
        }
        return data
    }
}

extension BodyChunks {
    /// Starts at the first chunk. The source is released with the returned function.
    ///
    /// The function doesn't have the type of the source, so that the readers of its chunks are compiled once. It throws errors
    /// in the form in which calls report them. It throws in a cancelled task, since the end of the chunks may not be the end of
    /// the body.
    package func startReading() -> StreamIterator<Data, TalynError>.Next {
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
