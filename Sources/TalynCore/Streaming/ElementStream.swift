#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The elements of a stream, such as chunks, bytes, lines, events or issues.
///
/// The body of an opened ``ResponseStream``, the units of any ``BodyChunks``, an ``EventStream``, and the
/// ``PageStream/elements`` of pages. It can be iterated as often as its source, and each iteration starts at the first
/// element.
///
/// Leaving the loop ends the request. After an error, there are no more elements. The error is the ``TalynError`` of
/// the call, or has ``TalynError/Reason/body`` if the body is invalid. In a cancelled task, ``TalynError/isCancelled``
/// is true.
public struct ElementStream<Element: Sendable>: AsyncSequence, Sendable {
    private let makeReader: @Sendable () -> StreamIterator<Element, TalynError>.NextBatch

    /// - Parameter makeReader: Starts an iteration. Returns a function that returns the next elements; none at the end.
    package init(makeReader: @escaping @Sendable () -> StreamIterator<Element, TalynError>.NextBatch) {
        self.makeReader = makeReader
    }

    public func makeAsyncIterator() -> StreamIterator<Element, TalynError> { StreamIterator(nextBatch: makeReader()) }
}

extension ElementStream<UInt8> {
    /// - Parameter startReading: Starts to read the chunks of the body.
    init(bytesOf startReading: @escaping @Sendable () -> StreamIterator<Data, TalynError>.Next) {
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
