import Testing
import _TalynSupport

@testable import TalynPlugins

struct SharedCircuitStateTests {
    @Test func circuitThatNeverReportedCanBeReplaced() {
        var circuit = SharedCircuit()
        #expect(circuit.isIdle(at: .zero, .seconds(30)))
        _ = circuit.enter(maximumWait: .zero, now: .zero)
        #expect(circuit.isIdle(at: .zero, .seconds(30)))
        circuit.count(false, of: 0)
        #expect(!circuit.isIdle(at: .zero, .seconds(30)))
        _ = circuit.takeCounts(now: .zero)
        #expect(!circuit.isIdle(at: .seconds(29), .seconds(30)))
        #expect(circuit.isIdle(at: .seconds(30), .seconds(30)))
    }

    @Test func resultOfAProbeIsReportedWithoutTheStateOfItsCircuit() async {
        let store = MemoryCircuitBreakerStore { .zero }
        let sharing = CircuitBreakerSharing(store: store, options: StoreOptions(maximumWait: .longest))
        // As if calls with many other keys had replaced the state.
        _ = sharing.end("https://a.example", .probe(7, generation: 3), hasFailed: true, CircuitBreakerPlugin())
        await store.reports { !$0.isEmpty }
        #expect(store.reports.first?.probe == .failed(7))
        #expect(store.reports.first?.calls == 0)
        #expect(store.reports.first?.generation == 3)
    }

    /// The process has learned meanwhile that the circuit closed, and opened again.
    @Test func resultOfAProbeHasTheGenerationInWhichItBegan() async throws {
        let store = MemoryCircuitBreakerStore { .zero }
        let sharing = CircuitBreakerSharing(store: store, options: StoreOptions(maximumWait: .longest))
        let (key, plugin) = ("https://a.example", CircuitBreakerPlugin())
        _ = sharing.end(key, try await sharing.enter(key, plugin), hasFailed: false, plugin)
        await store.reports { !$0.isEmpty }
        _ = sharing.end(key, .probe(7, generation: 9), hasFailed: false, plugin)
        await store.reports { $0.contains { $0.probe == .succeeded(7) } }
        #expect(store.reports.first { $0.probe == .succeeded(7) }?.generation == 9)
    }
}
