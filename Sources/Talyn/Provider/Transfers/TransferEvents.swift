/// What a reader of a transfer has not read yet: of each body the latest, and how the call ended.
///
/// Decides who goes on, and does nothing itself.
struct TransferEvents<Waiter> {
    private var sent: TransferProgress?
    private var received: TransferProgress?
    private var outcome: Result<Response, TalynError>?
    private var waiter: Waiter?
    private var numbers: [TransferCount.Direction: Int] = [:]

    /// Takes a report, unless a later one has come before it; returns who waited for it.
    mutating func note(_ report: TransferReporter.Report) -> Waiter? {
        guard report.number > numbers[report.direction] ?? 0 else { return nil }
        numbers[report.direction] = report.number
        switch report.direction {
        case .sent: sent = report.progress
        case .received: received = report.progress
        }
        return waiter.take()
    }

    /// Takes the end of the call; returns who waited for it.
    mutating func end(_ outcome: Result<Response, TalynError>) -> Waiter? {
        self.outcome = outcome
        return waiter.take()
    }

    /// Lets the reader wait, unless there is something to take.
    mutating func wait(_ waiter: Waiter) -> Bool {
        guard sent == nil, received == nil, outcome == nil else { return false }
        self.waiter = waiter
        return true
    }

    /// The next event, or how the call failed; nil if there is nothing yet.
    mutating func take() -> Result<TransferEvent, TalynError>? {
        if let sent = sent.take() { return .success(.sent(sent)) }
        if let received = received.take() { return .success(.received(received)) }
        return outcome.map { $0.map { .finished($0) } }
    }
}
