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
}
