#if Tools && os(Linux)
import Foundation
import Synchronization
import Talyn
import TalynCore
import _TalynSupport

/// The calls of one scenario.
struct ServerLoad: Sendable {
    let scenario: Scenario
    let baseURL: URL
    /// The number of the first call.
    let first: Int
    /// The largest number of calls.
    let count: Int
    let provider: Provider<ServerCall>

    /// Makes calls until all are made, or the server has played its scenario.
    func run(while isPlaying: Locked<Bool>?) async -> [CallOutcome] {
        let next = Locked(0)
        return await withTaskGroup(of: [CallOutcome].self) { group in
            for _ in 0..<scenario.width {
                group.addTask {
                    var outcomes: [CallOutcome] = []
                    while isPlaying?.withLock({ $0 }) ?? true {
                        let index = next.withLock { value in
                            defer { value += 1 }
                            return value
                        }
                        guard index < count else { break }
                        let outcome = await call(index)
                        outcomes.append(outcome)
                        // A server that starts must not use up the calls.
                        if outcome.result == .refused { try? await Task.sleep(for: .milliseconds(50)) }
                    }
                    return outcomes
                }
            }
            return await group.reduce(into: []) { $0 += $1 }
        }
    }

    /// Makes calls in bursts, with pauses of about a second between them.
    func runBursts() async -> [CallOutcome] {
        var outcomes: [CallOutcome] = []
        for burst in 0..<max(count / scenario.width, 1) {
            if burst > 0 { try? await Task.sleep(for: .milliseconds(.random(in: 940...1_060))) }
            outcomes += await withTaskGroup(of: CallOutcome.self) { group in
                for lane in 0..<scenario.width {
                    group.addTask {
                        try? await Task.sleep(for: .milliseconds(.random(in: 0...20)))
                        return await call(burst * scenario.width + lane)
                    }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
        }
        return outcomes
    }

    private func call(_ index: Int) async -> CallOutcome {
        await ServerCall(baseURL: baseURL, scenario: scenario, number: first + index).outcome(with: provider)
    }
}
#endif
