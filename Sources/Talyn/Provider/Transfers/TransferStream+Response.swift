public import Foundation

extension TransferStream {
    /// Makes the call, and returns its response.
    ///
    /// - Parameter progress: Is kept up to date: bytes, throughput and the time that remains. It follows the upload if the
    ///   call has one, and otherwise the response. Cancelling it ends the call.
    /// - Throws: ``TalynError``, whatever failed.
    public func response(updating progress: Progress? = nil) async throws(TalynError) -> Response {
        try await offActor { () async throws(TalynError) in try await finished(updating: progress) }
    }

    private func finished(updating progress: Progress?) async throws(TalynError) -> Response {
        guard let progress else { return try await operation { _ in } }
        if progress.isCancelled || Task.isCancelled { throw .cancelled }
        let transfer = RunningTransfer(time: time, operation)
        let cancellationHandler = progress.cancellationHandler
        progress.cancellationHandler = {
            cancellationHandler?()
            transfer.cancel()
        }
        // One that is set when the progress is cancelled already is called at once: it has been called.
        defer { progress.cancellationHandler = progress.isCancelled ? nil : cancellationHandler }
        // Before there was a handler.
        if progress.isCancelled { transfer.cancel() }
        progress.tellKind(of: direction)
        while true {
            switch (try await transfer.next(), direction) {
            case (.sent(let current), .sent), (.received(let current), .received):
                progress.update(to: current)
            case (.sent, _), (.received, _):
                break
            case (.finished(let response), _):
                progress.finish()
                return response
            }
        }
    }
}

extension Progress {
    fileprivate func tellKind(of direction: TransferCount.Direction) {
        guard kind == nil else { return }
        kind = .file
        setUserInfoObject(direction.operationKind, forKey: .fileOperationKindKey)
    }

    fileprivate func update(to current: TransferProgress) {
        totalUnitCount = current.total ?? -1
        completedUnitCount = current.completed
        setUserInfoObject(Int(clamping: current.throughput), forKey: .throughputKey)
        setUserInfoObject(current.estimatedTimeRemaining?.seconds, forKey: .estimatedTimeRemainingKey)
    }

    /// Counts everything as done, also what moved no bytes: a parent waits for that.
    fileprivate func finish() {
        totalUnitCount = max(completedUnitCount, 1)
        completedUnitCount = totalUnitCount
        setUserInfoObject(TimeInterval(0), forKey: .estimatedTimeRemainingKey)
    }
}

extension TransferCount.Direction {
    fileprivate var operationKind: Progress.FileOperationKind {
        switch self {
        // Linux has no name for it.
        case .sent: Progress.FileOperationKind(rawValue: "NSProgressFileOperationKindUploading")
        case .received: .downloading
        }
    }
}
