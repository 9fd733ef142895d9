import Foundation

/// A call under way whose events somebody reads; letting go of it ends the call.
final class RunningTransfer: Sendable {
    private let events: Locked<TransferEvents<CheckedContinuation<Void, Never>>>
    private let task: Task<Void, Never>

    init(time: TimeSource, _ operation: @escaping TransferStream.Operation) {
        let events = Locked(TransferEvents<CheckedContinuation<Void, Never>>())
        let reporter = TransferReporter(time: time) { report in
            events.withLock { $0.note(report) }?.resume()
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
            events.withLock { $0.end(outcome) }?.resume()
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
    /// - Throws: How the call failed. When the task is cancelled the call is, and has come to its end when this throws.
    func next() async throws(TalynError) -> TransferEvent {
        while true {
            // A reader who always finds something never waits.
            if Task.isCancelled { cancel() }
            if let event = events.withLock({ $0.take() }) { return try event.get() }
            await withTaskCancellationHandler {
                await withCheckedContinuation { reader in
                    if !events.withLock({ $0.wait(reader) }) { reader.resume() }
                }
            } onCancel: {
                cancel()
            }
        }
    }
}
