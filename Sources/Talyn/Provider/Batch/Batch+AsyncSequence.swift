extension Batch: AsyncSequence {
    /// One call of a batch that has ended.
    public struct Item: Sendable {
        /// Where its target stands among those of the batch, from 0.
        public let index: Int

        /// What was called.
        public let target: Target

        /// How the call ended.
        public let result: Result<Response, TalynError>
    }

    public typealias Element = Item
    public typealias Failure = Never

    /// Makes the calls of a batch as their results are asked for.
    public struct AsyncIterator: AsyncIteratorProtocol {
        private let calls: BatchCalls<Target>

        init(_ batch: Batch) {
            calls = BatchCalls(batch)
        }

        /// The call that ends next, or nil after the last, and when the task is cancelled.
        public mutating func next() async -> Item? {
            await calls.next()
        }
    }

    /// Goes through the calls in the order in which they end.
    ///
    /// Calls are started when an item is asked for, as many as the limit allows; one that has ended counts until it has
    /// been asked for. With a limit of 1, a call is made when the one before it has been dealt with. Once the iterator is
    /// gone, as after leaving a loop, what is under way is cancelled. When the task is cancelled, so is what is under way
    /// as soon as the next item is asked for, and the sequence is at its end.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(self) }
}
