import Foundation

/// Tells a completion handler's caller how far a call has come: its upload if it has one, and otherwise the response.
final class ProgressReporter: Sendable {
    private let block: ProgressBlock
    private let delivery: Delivery
    private let direction: TransferCount.Direction
    private let latest: Locked<(progress: Progress?, number: Int)>
    private let reporter: TransferReporter

    init(_ block: @escaping ProgressBlock, by delivery: Delivery, of task: HTTPTask, time: TimeSource) {
        self.block = block
        self.delivery = delivery
        direction = task.direction
        let latest = Locked<(progress: Progress?, number: Int)>((nil, 0))
        self.latest = latest
        reporter = TransferReporter(time: time) { report in
            let progress = report.progress.foundationProgress
            // The queue has the reports in their order, also if two threads bring them.
            latest.withLock { latest in
                guard report.number > latest.number else { return }
                latest = (progress, report.number)
                delivery.post { block(ProgressResponse(progress: progress)) }
            }
        }
    }

    /// Tells of bytes that have been moved.
    func report(_ count: TransferCount) {
        guard count.direction == direction else { return }
        switch delivery {
        case .queue:
            reporter.note(count)
        case .inline:
            // An immediate stub moves all bytes at once, and is not told of under a lock.
            let progress = TransferProgress(completed: count.completed, total: count.total).foundationProgress
            latest.withLock { $0.progress = progress }
            block(ProgressResponse(progress: progress))
        }
    }

    /// Tells of what has not been told; what is posted to the same queue after this comes after it.
    func end() {
        reporter.end()
    }

    /// Tells of the response, with the progress that was the last, here and now.
    func finish(_ response: Response) {
        let length = Int64(response.length)
        let whole = TransferProgress(completed: length, total: length).foundationProgress
        block(ProgressResponse(progress: latest.withLock { $0.progress } ?? whole, response: response))
    }
}

extension TransferProgress {
    /// As the reports of a completion handler's caller tell it.
    var foundationProgress: Progress {
        let progress = Progress.discreteProgress(totalUnitCount: total ?? -1)
        progress.completedUnitCount = completed
        return progress
    }
}
