/// Tells a caller how far a call has come.
final class ProgressReporter: Sendable {
    private let block: ProgressBlock
    private let delivery: Delivery
    private let latest = Locked<Progress?>(nil)

    init(_ block: @escaping ProgressBlock, by delivery: Delivery) {
        self.block = block
        self.delivery = delivery
    }

    /// Tells of bytes that have been moved.
    func report(_ progress: Progress) {
        latest.withLock { $0 = progress }
        delivery.post { [block] in block(ProgressResponse(progress: progress)) }
    }

    /// Tells of the response, with the progress that was the last, here and now.
    func finish(_ response: Response) {
        block(ProgressResponse(progress: latest.withLock { $0 } ?? Self.whole(response), response: response))
    }

    private static func whole(_ response: Response) -> Progress {
        let count = Int64(response.fileURL == nil ? response.data.count : 0)
        let progress = Progress.discreteProgress(totalUnitCount: count)
        progress.completedUnitCount = count
        return progress
    }
}
