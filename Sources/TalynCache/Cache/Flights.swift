import Talyn

/// The requests under way whose responses others may wait for.
final class Flights: Sendable {
    private struct Flight {
        var waiters: [Int: CheckedContinuation<Void, Never>] = [:]
        var nextWaiter = 0
    }

    private let flights = Locked<[String: Flight]>([:])

    var keys: [String] { flights.withLock { Array($0.keys) } }

    /// Starts a request, unless an equal one is under way.
    ///
    /// - Returns: Whether it started. End it by ``end(_:)``.
    func begin(_ key: String) -> Bool {
        flights.withLock { flights in
            guard flights[key] == nil else { return false }
            flights[key] = Flight()
            return true
        }
    }

    /// Ends a request, and lets all others go on.
    func end(_ key: String) {
        let flight = flights.withLock { $0.removeValue(forKey: key) }
        for waiter in (flight?.waiters ?? [:]).values { waiter.resume() }
    }

    /// Waits for the end of a request.
    ///
    /// - Throws: `CancellationError` when the task is cancelled.
    func wait(for key: String) async throws {
        let number = flights.withLock { flights in
            flights[key]?.nextWaiter += 1
            return flights[key]?.nextWaiter ?? 0
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = flights.withLock { flights in
                    guard flights[key] != nil, !Task.isCancelled else { return true }
                    flights[key]?.waiters[number] = continuation
                    return false
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            flights.withLock { $0[key]?.waiters.removeValue(forKey: number) }?.resume()
        }
        try Task.checkCancellation()
    }
}
