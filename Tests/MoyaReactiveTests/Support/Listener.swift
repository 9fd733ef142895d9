import Foundation
import Moya
import TestSupport

/// A subscriber that keeps what it receives.
final class Listener<Value: Sendable>: Sendable {
    private struct Received {
        var values: [Value] = []
        var ends: [Result<Void, any Error>] = []
    }

    private let received = Watched(Received())
    private let onValue: @Sendable () -> Void

    init(onValue: @escaping @Sendable () -> Void = {}) {
        self.onValue = onValue
    }

    var values: [Value] { received.value.values }

    /// How often the stream has ended.
    var endCount: Int { received.value.ends.count }

    func receive(_ value: Value) {
        onValue()
        received.update { $0.values.append(value) }
    }

    func end(_ result: Result<Void, any Error>) {
        received.update { $0.ends.append(result) }
    }

    /// Waits for the end of the stream.
    func ended() async -> Result<Void, any Error>? {
        await received.wait { !$0.ends.isEmpty }
        return received.value.ends.first
    }

    /// Waits until a number of values have arrived.
    func values(atLeast count: Int) async {
        await received.wait { $0.values.count >= count }
    }
}

/// A stream of a reactive library.
struct Flow<Value: Sendable> {
    /// Subscribes. The closure that it returns cancels the subscription, which lives as long as that closure.
    let subscribe: (Listener<Value>) -> () -> Void

    /// Subscribes, and waits for the end of the stream.
    func outcome() async throws -> [Value] {
        let listener = Listener<Value>()
        let cancel = subscribe(listener)
        let end = await listener.ended()
        withExtendedLifetime(cancel) {}
        try end?.get()
        return listener.values
    }
}

/// A progress at the time at which it was reported.
struct Report: Sendable {
    let completed: Bool
    let fraction: Double
    let count: Int64?
    let response: Response?

    init(_ progress: ProgressResponse) {
        completed = progress.completed
        fraction = progress.progress
        count = progress.progressObject?.completedUnitCount
        response = progress.response
    }
}
