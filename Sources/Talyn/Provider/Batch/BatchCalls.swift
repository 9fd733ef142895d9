/// The calls that an iterator of a batch has under way.
///
/// Tasks of their own, since no task group can outlive the function that asks for one item. Only the iterator touches it:
/// the tasks know nothing but where to tell of their end.
final class BatchCalls<Target: TargetType> {
    private typealias Item = Batch<Target>.Item

    private let batch: Batch<Target>
    private let ended = AsyncStream<Item>.makeStream()
    private var started = 0
    /// Those whose end has not been handed on yet.
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
            continuation.yield(Item(index: index, target: target, result: await call(target)))
        }
    }

    private func stop() {
        started = batch.targets.count
        for task in tasks.values { task.cancel() }
        tasks = [:]
    }
}
