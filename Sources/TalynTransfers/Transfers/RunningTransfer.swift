import TalynCore
import _TalynSupport

/// A call in progress, and the reader of its events. Releasing it ends the call.
final class RunningTransfer: Sendable {
    private let events: Locked<TransferEvents<Promise<Void>>>
    private let task: Task<Void, Never>

    init(time: TimeSource, _ operation: @escaping TransferStream.Operation) {
        let events = Locked(TransferEvents<Promise<Void>>())
        let reporter = TransferReporter(time: time) { report in
            events.withLock { $0.note(report) }?.resolve(())
        }
        self.events = events
        task = Task.immediately {
            let outcome: Result<Response, TalynError>
            do throws(TalynError) {
                let response = try await operation { reporter.note($0) }
                reporter.end(received: Int64(response.length))
                outcome = .success(response)
            } catch {
                reporter.end()
                outcome = .failure(error)
            }
            events.withLock { $0.end(outcome) }?.resolve(())
        }
    }

    deinit {
        task.cancel()
    }

    func cancel() {
        task.cancel()
    }

    /// The next event. Nothing follows the response.
    ///
    /// - Throws: The failure of the call. Cancelling the task cancels the call, which has ended when this throws.
    func next() async throws(TalynError) -> TransferEvent {
        while true {
            // A reader that always finds an event never waits.
            if Task.isCancelled { cancel() }
            if let event = events.withLock({ $0.take() }) { return try event.get() }
            let news = Promise<Void>()
            guard events.withLock({ $0.wait(news) }) else { continue }
            await withTaskCancellationHandler {
                await news.finalValue()
            } onCancel: {
                cancel()
            }
        }
    }
}

/// The unread events of a transfer: the latest progress of each body, and the end of the call.
struct TransferEvents<Waiter> {
    private var sent: TransferProgress?
    private var received: TransferProgress?
    private var outcome: Result<Response, TalynError>?
    private var waiter: Waiter?
    private var numbers: [TransferCount.Direction: Int] = [:]

    /// Takes a report, unless a later one came before it. Returns the waiting reader.
    mutating func note(_ report: TransferReporter.Report) -> Waiter? {
        guard report.number > numbers[report.direction] ?? 0 else { return nil }
        numbers[report.direction] = report.number
        switch report.direction {
        case .sent: sent = report.progress
        case .received: received = report.progress
        }
        return waiter.take()
    }

    /// Takes the end of the call. Returns the waiting reader.
    mutating func end(_ outcome: Result<Response, TalynError>) -> Waiter? {
        self.outcome = outcome
        return waiter.take()
    }

    /// Lets the reader wait, unless there is an event.
    mutating func wait(_ waiter: Waiter) -> Bool {
        guard sent == nil, received == nil, outcome == nil else { return false }
        self.waiter = waiter
        return true
    }

    /// The next event, or the failure of the call; nil if there is nothing yet.
    mutating func take() -> Result<TransferEvent, TalynError>? {
        if let sent = sent.take() { return .success(.sent(sent)) }
        if let received = received.take() { return .success(.received(received)) }
        return outcome.map { $0.map { .finished($0) } }
    }
}
