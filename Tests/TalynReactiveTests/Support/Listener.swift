import Talyn
import TestSupport

/// A subscriber that remembers what it hears.
final class Listener<Value: Sendable>: Sendable {
    private struct Heard {
        var values: [Value] = []
        var ends: [Result<Void, any Error>] = []
    }

    private let heard = Watched(Heard())
    private let onValue: @Sendable () -> Void

    init(onValue: @escaping @Sendable () -> Void = {}) {
        self.onValue = onValue
    }

    var values: [Value] { heard.value.values }

    /// How often the stream has ended.
    var endCount: Int { heard.value.ends.count }

    func receive(_ value: Value) {
        onValue()
        heard.update { $0.values.append(value) }
    }

    func end(_ result: Result<Void, any Error>) {
        heard.update { $0.ends.append(result) }
    }

    /// Waits for the end of the stream.
    func ended() async -> Result<Void, any Error>? {
        await heard.wait { !$0.ends.isEmpty }
        return heard.value.ends.first
    }

    /// Waits until so many values have arrived.
    func values(atLeast count: Int) async {
        await heard.wait { $0.values.count >= count }
    }
}
