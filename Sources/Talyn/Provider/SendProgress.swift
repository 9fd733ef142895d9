/// Counts how much of a request's body has been sent: always more, and nothing once the response is there.
final class SendProgress: Sendable {
    private let total: Int64?
    private let onCount: Call.OnCount
    /// What was told last; nil once there is no more to tell.
    private let sent = Locked<Int64?>(0)

    /// - Parameter total: The length of the body; nil if it isn't known.
    init(total: Int64?, onCount: @escaping Call.OnCount) {
        self.total = total
        self.onCount = onCount
    }

    /// Follows the body of a request; nil if there is none, or nobody to tell.
    convenience init?(of request: inout TransportRequest, _ onCount: Call.OnCount?) {
        guard let onCount, let body = request.body else { return nil }
        self.init(total: body.length, onCount: onCount)
        request.onSend = { self.report($0) }
    }

    /// Tells of so many bytes. A body that is sent again, after a redirect, starts anew, which is not told.
    func report(_ count: Int64) {
        let count = total.map { min(count, $0) } ?? count
        let isNews = sent.withLock { sent in
            guard let reported = sent, count > reported else { return false }
            sent = count
            return true
        }
        if isNews { onCount(TransferCount(direction: .sent, completed: count, total: total)) }
    }

    func end() {
        sent.withLock { $0 = nil }
    }
}
