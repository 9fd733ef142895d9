/// Reports how much of a request's body has been sent: always more, and nothing once the response is there.
final class SendProgress: Sendable {
    private let total: Int64
    private let onProgress: Call.OnProgress
    /// What was reported last; nil once there is no more to report.
    private let sent = Locked<Int64?>(0)

    /// - Parameter total: The length of the body; -1 if it isn't known.
    init(total: Int64, onProgress: @escaping Call.OnProgress) {
        self.total = total
        self.onProgress = onProgress
    }

    /// Follows the upload in a request; nil if there is none, or nobody to report to.
    convenience init?(of transfer: Transfer, in request: inout TransportRequest, _ onProgress: Call.OnProgress?) {
        guard let onProgress, case .upload = transfer else { return nil }
        self.init(total: request.body?.length ?? -1, onProgress: onProgress)
        request.onSend = { self.report($0) }
    }

    /// Reports so many bytes. A body that is sent again, after a redirect, starts anew, which is not reported.
    func report(_ count: Int64) {
        let count = total < 0 ? count : min(count, total)
        let isNews = sent.withLock { sent in
            guard let reported = sent, count > reported else { return false }
            sent = count
            return true
        }
        guard isNews else { return }
        let progress = Progress.discreteProgress(totalUnitCount: total)
        progress.completedUnitCount = count
        onProgress(progress)
    }

    func end() {
        sent.withLock { $0 = nil }
    }
}
