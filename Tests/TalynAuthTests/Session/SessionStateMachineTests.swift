#if Crypto
import Foundation
import TestSupport
import Testing

@testable import TalynAuth
@testable import TalynCore

struct SessionStateMachineTests {
    /// A service that runs for years renews its token ahead each time.
    @Test func timesOfOldTokenRequestsAreForgotten() {
        var machine = SessionStateMachine<Int>(owner: "o", canObtain: true, scopes: [])
        var effects = SessionStateMachine<Int>.Effects()
        machine.loaded(.success(nil), effects: &effects)
        for hour in 0..<100 {
            let (now, time) = (Date(timeIntervalSince1970: Double(hour) * 3_600), Duration.seconds(hour * 3_600))
            var effects = SessionStateMachine<Int>.Effects()
            _ = machine.token(for: TokenRequest(), rejecting: nil, now: now, time: time, effects: &effects) { 0 }
            #expect(effects.renewals.count == 1)
            for renewal in effects.renewals {
                // It lives for longer than an hour, and its renewal is due then.
                let token = AccessToken("a", kind: .bearer, lifetime: 3_650, scopes: [], requested: [], at: now)
                let response = TokenResponse(accessToken: token, refreshToken: nil, idToken: nil)
                machine.received(.success(response), of: renewal, proofKey: nil, time: time, effects: &effects)
            }
            if let write = effects.write { machine.stored(write, .success(()), effects: &effects) }
        }
        #expect(machine.starts[""]?.count == 1)
    }

    /// Sign-in, renewals, failures of the server and of the store, sign-out, and death of the process, in any order.
    @Test(arguments: 0..<20)
    func rulesHoldWhateverHappens(block: Int) {
        for seed in 0..<100 {
            var world = SessionWorld(seed: UInt64(block * 100 + seed))
            for _ in 0..<120 where world.problem == nil { world.step() }
            if world.problem == nil { world.settle() }
            if let problem = world.problem {
                Issue.record("\(problem), seed \(block * 100 + seed): \(world.log.suffix(25).joined(separator: "\n"))")
                return
            }
        }
    }
}
#endif
