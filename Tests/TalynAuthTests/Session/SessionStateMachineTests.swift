#if Crypto
import Foundation
import TestSupport
import Testing

@testable import TalynAuth
@testable import TalynCore

struct SessionStateMachineTests {
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
