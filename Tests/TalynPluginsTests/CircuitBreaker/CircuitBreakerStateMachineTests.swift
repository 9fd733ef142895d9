import TestSupport
import Testing

@testable import TalynCore
@testable import TalynPlugins

struct CircuitBreakerStateMachineTests {
    private static func circuit(_ failureRate: Double = 0.5, of calls: Int = 4, window: Int = 10)
        -> CircuitBreakerStateMachine
    {
        CircuitBreakerStateMachine(
            threshold: .init(failureRate: failureRate, minimumCalls: calls, window: .seconds(window)),
            resetTimeout: .seconds(5)
        )
    }

    private static func admission(_ circuit: inout CircuitBreakerStateMachine, at now: Duration) throws
        -> CircuitBreakerStateMachine.Admission
    {
        guard case .admitted(let admission) = circuit.enter(now: now) else { throw RejectionError(.circuitOpen) }
        return admission
    }

    /// Makes calls one after the other: "s" is a success, "f" a failure, "-" says nothing.
    private static func call(
        _ circuit: inout CircuitBreakerStateMachine,
        _ calls: String,
        at now: Duration
    ) throws -> CircuitBreakerStateMachine.Change? {
        var change: CircuitBreakerStateMachine.Change?
        for call in calls {
            let admission = try admission(&circuit, at: now)
            change = circuit.end(admission, hasFailed: call == "-" ? nil : call == "f", now: now)
        }
        return change
    }

    private static func opened(at now: Duration = .zero) throws -> CircuitBreakerStateMachine {
        var circuit = circuit()
        #expect(try call(&circuit, "ffff", at: now) == .opened(failures: 4, calls: 4))
        return circuit
    }

    @Test(
        arguments: [
            ("fff", nil), ("ffff", (4, 4)), ("ssff", (2, 4)), ("sssf", nil), ("sssff", nil), ("sssfff", (3, 6)),
            ("ff-----", nil), ("ff---ff", (4, 4)), ("ffss", nil), ("ffssf", (3, 5)), ("", nil),
        ] as [(String, (Int, Int)?)]
    )
    func opensAtTheThreshold(calls: String, counts: (failures: Int, calls: Int)?) throws {
        var circuit = Self.circuit()
        let change = try Self.call(&circuit, calls, at: .zero)
        #expect(change == counts.map { .opened(failures: $0.failures, calls: $0.calls) })
    }

    @Test func onlyTheWindowCounts() throws {
        var circuit = Self.circuit()
        try expectEqual(Self.call(&circuit, "fff", at: .zero), nil)
        try expectEqual(Self.call(&circuit, "f", at: .seconds(10)), nil)
        try expectEqual(Self.call(&circuit, "ff", at: .seconds(19)), nil)
        try expectEqual(Self.call(&circuit, "f", at: .milliseconds(19_999)), .opened(failures: 4, calls: 4))
    }

    @Test func openCircuitRejectsUntilItsTimeIsUp() throws {
        var circuit = try Self.opened(at: .seconds(1))
        expectEqual(circuit.enter(now: .seconds(1)), .rejected(retryAfter: .seconds(5)))
        expectEqual(circuit.enter(now: .milliseconds(5_999)), .rejected(retryAfter: .milliseconds(1)))
        try expectEqual(Self.admission(&circuit, at: .seconds(6)).probe, 1)
        // The others wait for the probe, but not forever.
        expectEqual(circuit.enter(now: .seconds(6)), .rejected(retryAfter: .seconds(5)))
    }

    @Test func probeThatSucceedsClosesTheCircuit() throws {
        var circuit = try Self.opened()
        try expectEqual(Self.call(&circuit, "s", at: .seconds(5)), .closed)
        try expectEqual(Self.call(&circuit, "fff", at: .seconds(5)), nil, "what was before doesn't count")
        try expectEqual(Self.call(&circuit, "f", at: .seconds(5)), .opened(failures: 4, calls: 4))
    }

    @Test func probeThatFailsOpensTheCircuitAgain() throws {
        var circuit = try Self.opened()
        let probe = try Self.admission(&circuit, at: .seconds(5))
        expectEqual(circuit.end(probe, hasFailed: true, now: .seconds(7)), .opened(failures: 1, calls: 1))
        expectEqual(circuit.enter(now: .seconds(11)), .rejected(retryAfter: .seconds(1)))
        try expectEqual(Self.call(&circuit, "s", at: .seconds(12)), .closed)
    }

    @Test func probeWithoutAResultFreesItsPlace() throws {
        var circuit = try Self.opened()
        try expectEqual(Self.call(&circuit, "-", at: .seconds(5)), nil)
        try expectEqual(Self.call(&circuit, "s", at: .seconds(5)), .closed)
    }

    @Test func probeThatTakesTooLongHasAnotherBesideIt() throws {
        var circuit = try Self.opened()
        let first = try Self.admission(&circuit, at: .seconds(5))
        let second = try Self.admission(&circuit, at: .seconds(10))
        // The place is the second's by now.
        expectEqual(circuit.end(first, hasFailed: nil, now: .seconds(11)), nil)
        expectEqual(circuit.enter(now: .seconds(11)), .rejected(retryAfter: .seconds(4)))
        expectEqual(circuit.end(second, hasFailed: false, now: .seconds(11)), .closed)
    }

    @Test func slowProbeCountsWhenItEnds() throws {
        var circuit = try Self.opened()
        let first = try Self.admission(&circuit, at: .seconds(5))
        let second = try Self.admission(&circuit, at: .seconds(10))
        expectEqual(circuit.end(first, hasFailed: false, now: .seconds(11)), .closed)
        expectEqual(circuit.end(second, hasFailed: true, now: .seconds(12)), nil)
    }

    @Test(arguments: [true, false, nil])
    func earlierCallsDoNotCount(hasFailed: Bool?) throws {
        var circuit = Self.circuit()
        let early = try Self.admission(&circuit, at: .zero)
        let other = try Self.admission(&circuit, at: .zero)
        try expectEqual((Self.call(&circuit, "ffff", at: .zero) != nil), true)
        expectEqual(circuit.end(early, hasFailed: hasFailed, now: .seconds(1)), nil)
        expectEqual(circuit.enter(now: .seconds(1)), .rejected(retryAfter: .seconds(4)))
        let probe = try Self.admission(&circuit, at: .seconds(5))
        expectEqual(circuit.end(other, hasFailed: hasFailed, now: .seconds(6)), nil)
        expectEqual(circuit.enter(now: .seconds(6)), .rejected(retryAfter: .seconds(4)))
        expectEqual(circuit.end(probe, hasFailed: false, now: .seconds(6)), .closed)
    }

    @Test func circuitIsKeptAsLongAsItMatters() throws {
        var circuit = Self.circuit()
        #expect(circuit.isIdle(at: .zero))
        let admission = try Self.admission(&circuit, at: .zero)
        #expect(!circuit.isIdle(at: .seconds(100)), "a call is under way")
        _ = circuit.end(admission, hasFailed: true, now: .seconds(100))
        #expect(!circuit.isIdle(at: .milliseconds(109_999)))
        #expect(circuit.isIdle(at: .seconds(110)))
        let open = try Self.opened()
        #expect(!open.isIdle(at: .milliseconds(14_999)))
        #expect(open.isIdle(at: .seconds(15)))
    }

    @Test func thresholdsAreWithinTheirLimits() {
        let low = CircuitBreakerPlugin.Threshold(failureRate: -1, minimumCalls: -1, window: .zero)
        #expect(low == .init(failureRate: 0, minimumCalls: 1, window: .seconds(1)))
        let high = CircuitBreakerPlugin.Threshold(failureRate: .infinity, minimumCalls: 1, window: .seconds(Int64.max))
        #expect(high.failureRate == 1)
        #expect(CircuitBreakerPlugin.Threshold(failureRate: .nan, minimumCalls: 1, window: .zero).failureRate <= 1)
        var circuit = CircuitBreakerStateMachine(threshold: high, resetTimeout: .seconds(Int64.max))
        #expect(throws: Never.self) { try Self.call(&circuit, "f", at: .seconds(10_000)) }
    }

    /// Calls that overlap, end in any order, and succeed or fail by chance.
    @Test(.hammer, .serialized, arguments: 0..<200)
    func randomCallsKeepTheRules(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var circuit = Self.circuit()
        var now = Duration.zero
        var calls: [(admission: CircuitBreakerStateMachine.Admission, isFromBefore: Bool, start: Duration)] = []
        var openSince: Duration?
        for _ in 0..<2_000 {
            now += .milliseconds(Int.random(in: 0...500, using: &generator))
            if Int.random(in: 0..<5, using: &generator) < 3 {
                switch circuit.enter(now: now) {
                case .admitted(let admission):
                    #expect((admission.probe != nil) == (openSince != nil))
                    if let openSince { #expect(now >= openSince + .seconds(5)) }
                    let recent = calls.filter { !$0.isFromBefore && $0.start > now - .seconds(5) }
                    #expect(admission.probe == nil || recent.isEmpty, "one probe at a time")
                    calls.append((admission, false, now))
                case .rejected(let retryAfter):
                    #expect(openSince != nil)
                    #expect(retryAfter > .zero && retryAfter <= .seconds(5))
                }
            } else if let index = calls.indices.randomElement(using: &generator) {
                let call = calls.remove(at: index)
                let hasFailed = [true, true, false, nil].randomElement(using: &generator) ?? nil
                let change = circuit.end(call.admission, hasFailed: hasFailed, now: now)
                #expect(!call.isFromBefore || change == nil)
                switch change {
                case nil:
                    break
                case .opened:
                    #expect(hasFailed == true)
                    if openSince == nil { for index in calls.indices { calls[index].isFromBefore = true } }
                    openSince = now
                case .closed:
                    #expect(hasFailed == false && openSince != nil)
                    for index in calls.indices { calls[index].isFromBefore = true }
                    openSince = nil
                }
            }
        }
        for call in calls { _ = circuit.end(call.admission, hasFailed: nil, now: now) }
        #expect(circuit.isIdle(at: now + .seconds(100)))
    }
}
