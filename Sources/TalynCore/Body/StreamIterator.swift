/// Gives the elements of a stream: chunks, bytes, lines, events, pages or results.
///
/// Releasing the iterator, as after leaving a loop, ends the request. After an error, there are no more elements.
public struct StreamIterator<Element, Failure: Error>: AsyncIteratorProtocol {
    /// Returns the next elements; none at the end.
    public typealias NextBatch = () async throws(Failure) -> [Element]

    /// Returns the next element; nil at the end.
    public typealias Next = () async throws(Failure) -> Element?

    private var nextBatch: NextBatch?
    @usableFromInline var batch: [Element] = []
    @usableFromInline var position = 0

    /// Creates an iterator.
    ///
    /// - Parameter nextBatch: Returns the next elements; none at the end. It isn't called after that, or after an error.
    public init(nextBatch: @escaping NextBatch) {
        self.nextBatch = nextBatch
    }

    /// Creates an iterator.
    ///
    /// - Parameter next: Returns the next element; nil at the end. It isn't called after that, or after an error.
    public init(_ next: @escaping Next) {
        nextBatch = { () async throws(Failure) in
            guard let element = try await next() else { return [] }
            return [element]
        }
    }

    /// Returns the next element, or nil after the last element or an error.
    @inlinable
    public mutating func next() async throws(Failure) -> Element? {
        if position == batch.count, try await !refill() { return nil }
        defer { position += 1 }
        return batch[position]
    }

    /// Returns the next element, or nil after the last element or an error, without leaving the actor.
    @inlinable
    public mutating func next(isolation actor: isolated (any Actor)?) async throws(Failure) -> Element? {
        if position == batch.count, try await !refill() { return nil }
        defer { position += 1 }
        return batch[position]
    }

    /// Loads more elements. Returns false at the end.
    @usableFromInline
    mutating func refill() async throws(Failure) -> Bool {
        batch = []
        position = 0
        guard let nextBatch = self.nextBatch else { return false }
        // The source is released after an error.
        self.nextBatch = nil
        let elements = try await nextBatch()
        if elements.isEmpty { return false }
        self.nextBatch = nextBatch
        batch = elements
        return true
    }
}
