#if canImport(CryptoKit) || Crypto
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
                machine.received(
                    .success(response),
                    of: renewal,
                    reading: nil,
                    proofKey: nil,
                    time: time,
                    effects: &effects
                )
            }
            if let write = effects.write { machine.stored(write, .success(()), effects: &effects) }
        }
        #expect(machine.starts[""]?.count == 1)
    }

    private static func token(_ value: String, lifetime: Double = 600) -> AccessToken {
        let now = Date(timeIntervalSince1970: 0)
        return AccessToken(value, kind: .bearer, lifetime: lifetime, scopes: [], requested: [], at: now)
    }

    private static func tokens(_ resource: String?, _ value: String, refreshToken: String? = nil) -> SessionTokens {
        var tokens = SessionTokens(owner: "o")
        let response = TokenResponse(accessToken: token(value), refreshToken: refreshToken, idToken: nil)
        tokens.add(response, for: TokenRequest(resource: resource))
        return tokens
    }

    @Test func resourceWithoutATokenFailsAloneIfNothingCanBeRenewed() {
        var machine = SessionStateMachine<Int>(owner: "o", canObtain: false, scopes: [])
        var effects = SessionStateMachine<Int>.Effects()
        machine.loaded(.success(Self.tokens(nil, "a")), effects: &effects)
        let now = Date(timeIntervalSince1970: 1)
        let mail = TokenRequest(resource: "https://mail.example.com")
        let step = machine.token(for: mail, rejecting: nil, now: now, time: .zero, effects: &effects) { 0 }
        guard case .fail(let error) = step else {
            Issue.record("\(step)")
            return
        }
        #expect(error.reason == .signedOut)
        #expect(effects.changes.isEmpty)
        #expect(machine.readyToken(for: TokenRequest(), at: now)?.value == "a")
        // The session ends when no token is valid any more.
        let late = Date(timeIntervalSince1970: 700)
        _ = machine.token(for: mail, rejecting: nil, now: late, time: .zero, effects: &effects) { 0 }
        #expect(effects.changes.count == 1)
        #expect(!machine.isSignedIn)
    }

    @Test func callsOfAServiceThatWaitFailAtASignOut() {
        var machine = SessionStateMachine<Int>(owner: "o", canObtain: true, scopes: [])
        var effects = SessionStateMachine<Int>.Effects()
        machine.loaded(.success(nil), effects: &effects)
        let now = Date(timeIntervalSince1970: 1)
        _ = machine.token(for: TokenRequest(), rejecting: nil, now: now, time: .zero, effects: &effects) { 7 }
        _ = machine.signOut(effects: &effects, waiter: 8)
        #expect(effects.resumed.map(\.waiter) == [7])
        #expect(effects.resumed.first?.result.failure?.reason == .signedOut)
    }

    @Test func oldContentOfTheStoreIsNotTakenOver() throws {
        var machine = SessionStateMachine<Int>(owner: "o", canObtain: true, scopes: [])
        var effects = SessionStateMachine<Int>.Effects()
        machine.loaded(.success(nil), effects: &effects)
        let now = Date(timeIntervalSince1970: 1)
        for resource in ["a", "b"] {
            let request = TokenRequest(resource: resource)
            _ = machine.token(for: request, rejecting: nil, now: now, time: .zero, effects: &effects) { 0 }
        }
        let (first, second) = (effects.renewals[0], effects.renewals[1])
        // The second one reads the store before the tokens of the first one are there, and hears of it after that.
        let writeCount = machine.writeCount
        let response = TokenResponse(accessToken: Self.token("a"), refreshToken: nil, idToken: nil)
        machine.received(.success(response), of: first, reading: nil, proofKey: nil, time: .zero, effects: &effects)
        machine.stored(try #require(effects.write), .success(()), effects: &effects)
        let old = SessionTokens(owner: "o")
        let renewal = machine.adopt(
            .init(tokens: old, writeCount: writeCount),
            for: second.id,
            now: now,
            effects: &effects
        )
        #expect(renewal?.id == second.id)
        #expect(machine.readyToken(for: TokenRequest(resource: "a"), at: now)?.value == "a")
        _ = machine.adopt(
            .init(tokens: old, writeCount: machine.writeCount),
            for: second.id,
            now: now,
            effects: &effects
        )
        #expect(machine.readyToken(for: TokenRequest(resource: "a"), at: now) == nil)
    }

    /// The store has the tokens of a sign-in that came while the server answered.
    @Test(arguments: [true, false])
    func signInOfAnotherProcessDuringARenewalWins(isRefused: Bool) throws {
        var machine = SessionStateMachine<Int>(owner: "o", canObtain: false, scopes: [])
        var effects = SessionStateMachine<Int>.Effects()
        machine.loaded(.success(Self.tokens(nil, "a", refreshToken: "r1")), effects: &effects)
        let late = Date(timeIntervalSince1970: 700)
        _ = machine.token(for: TokenRequest(), rejecting: nil, now: late, time: .zero, effects: &effects) { 7 }
        let renewal = try #require(effects.renewals.first)
        let other = Self.tokens(nil, "b", refreshToken: "r2")
        let response = TokenResponse(accessToken: Self.token("c"), refreshToken: "r3", idToken: nil)
        effects = SessionStateMachine<Int>.Effects()
        machine.received(
            isRefused ? .failure(OAuthError(code: "invalid_grant")) : .success(response),
            of: renewal,
            reading: .init(tokens: other, writeCount: machine.writeCount),
            proofKey: nil,
            time: .zero,
            effects: &effects
        )
        #expect(machine.current == other)
        #expect(effects.write == nil)
        #expect(effects.revocations.isEmpty)
        #expect(effects.resumed.map(\.waiter) == [7])
    }

    /// Another process can have signed in again since.
    @Test func expiredTokensAreNotRemovedFromTheStore() {
        var machine = SessionStateMachine<Int>(owner: "o", canObtain: false, scopes: [])
        var effects = SessionStateMachine<Int>.Effects()
        machine.loaded(.success(Self.tokens(nil, "a")), effects: &effects)
        let late = Date(timeIntervalSince1970: 700)
        _ = machine.token(for: TokenRequest(), rejecting: nil, now: late, time: .zero, effects: &effects) { 0 }
        #expect(effects.write == nil)
        #expect(!machine.isLoaded)
    }

    /// A call of the first user must not be repeated with the token of the second.
    @Test func signInOfAnotherProcessCountsAsASignOut() throws {
        var machine = SessionStateMachine<Int>(owner: "o", canObtain: false, scopes: [])
        var effects = SessionStateMachine<Int>.Effects()
        var first = Self.tokens(nil, "a", refreshToken: "r1")
        first.signIn = "1"
        machine.loaded(.success(first), effects: &effects)
        let late = Date(timeIntervalSince1970: 700)
        _ = machine.token(for: TokenRequest(), rejecting: nil, now: late, time: .zero, effects: &effects) { 0 }
        let renewal = try #require(effects.renewals.first)
        var second = Self.tokens(nil, "b", refreshToken: "r2")
        second.signIn = "2"
        let reading = SessionStateMachine<Int>.StoreReading(tokens: second, writeCount: machine.writeCount)
        _ = machine.adopt(reading, for: renewal.id, now: late, effects: &effects)
        #expect(machine.signOuts == 1)
        #expect(machine.current == second)
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
