public import TalynCore

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

    /// Creates a stream.
    ///
    /// - Parameter makeReader: Starts an iteration. Returns a function that returns the next elements; none at the end.
    public init(makeReader: @escaping @Sendable () -> StreamIterator<Element, TalynError>.NextBatch) {
        self.makeReader = makeReader
    }

    public func makeAsyncIterator() -> StreamIterator<Element, TalynError> { StreamIterator(nextBatch: makeReader()) }
}
