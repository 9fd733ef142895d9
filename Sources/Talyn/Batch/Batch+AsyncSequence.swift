extension Batch: AsyncSequence {
    /// The result of one call, with the target and its index in the batch.
    typealias Item = (index: Int, target: Target, result: Result<Response, TalynError>)

    /// Gives the results in the order in which the calls end.
    ///
    /// Calls start when an item is asked for, as many as the limit allows. A finished call counts until its item is asked
    /// for. Releasing the iterator, as after leaving a loop, cancels the other calls. After a cancellation of the task, the
    /// next item is nil.
    public func makeAsyncIterator()
        -> StreamIterator<(index: Int, target: Target, result: Result<Response, TalynError>), Never>
    {
        let calls = BatchCalls(self)
        return StreamIterator { await calls.next() }
    }
}

/// The running calls of a batch's iterator.
///
/// Unstructured tasks, since no task group can outlive the function that asks for one item. Only the iterator uses it.
private final class BatchCalls<Target: TargetType> {
    private typealias Item = Batch<Target>.Item

    private let batch: Batch<Target>
    private let ended = AsyncStream<Item>.makeStream()
    private var started = 0
    /// The calls whose items weren't asked for yet.
    private var tasks: [Int: Task<Void, Never>] = [:]

    init(_ batch: Batch<Target>) {
        self.batch = batch
    }

    deinit {
        for task in tasks.values { task.cancel() }
    }

    /// The call that ends next, or nil after the last, and when the task is cancelled.
    func next() async -> Batch<Target>.Item? {
        if Task.isCancelled { stop() }
        while tasks.count < batch.limit, started < batch.targets.count { startNext() }
        guard !tasks.isEmpty else { return nil }
        var iterator = ended.stream.makeAsyncIterator()
        guard let item = await iterator.next() else {
            stop()
            return nil
        }
        tasks[item.index] = nil
        return item
    }

    private func startNext() {
        let index = started
        let target = batch.targets[index]
        started += 1
        tasks[index] = Task.inScope { [call = batch.call, continuation = ended.continuation] in
            continuation.yield((index: index, target: target, result: await call(target)))
        }
    }

    private func stop() {
        started = batch.targets.count
        for task in tasks.values { task.cancel() }
        tasks = [:]
    }
}
