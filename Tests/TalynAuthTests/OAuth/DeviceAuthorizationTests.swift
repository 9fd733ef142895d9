#if canImport(CryptoKit) || Crypto
import Foundation
import TestSupport
import Testing

@testable import TalynAuth
@testable import TalynCore

struct DeviceAuthorizationTests {
    let world = OAuthWorld()
    let clock = ManualClock()

    /// Lets the time pass by each wait in turn.
    private func signIn(_ session: OAuthSession, waits: [Duration]) async throws -> Result<Void, OAuthError> {
        let device = try await session.deviceAuthorization()
        #expect(device.userCode == "ABCD")
        let task = Task { await Result { () async throws(OAuthError) in try await session.signIn(device) } }
        for wait in waits {
            await clock.sleepers(atLeast: 1)
            clock.advance(by: wait)
        }
        return await task.value
    }

    @Test func sessionWaitsForTheUser() async throws {
        world.state.update { $0.deviceAnswers = ["authorization_pending", "slow_down", "authorization_pending"] }
        let session = world.session(clock: clock)
        let seconds: [Duration] = [.seconds(5), .seconds(5), .seconds(10), .seconds(10)]
        try await signIn(session, waits: seconds).get()
        #expect(try await session.accessToken().value.hasPrefix("access"))
        #expect(world.state.value.forms.count == 4)
        #expect(world.state.value.forms.allSatisfy { $0["device_code"] == "device-1" })
    }

    @Test func serverThatFailsIsAskedMoreSlowly() async throws {
        world.state.update { $0.answers = [(503, "busy"), (500, "")] }
        let session = world.session(clock: clock)
        try await signIn(session, waits: [.seconds(5), .seconds(10), .seconds(20)]).get()
        #expect(world.state.value.forms.count == 3)
    }

    @Test(arguments: [("access_denied", OAuthError.Reason.denied), ("expired_token", .expired)])
    func refusalEndsTheSignIn(code: String, reason: OAuthError.Reason) async throws {
        world.state.update { $0.deviceAnswers = [code] }
        let result = try await signIn(world.session(clock: clock), waits: [.seconds(5)])
        guard case .failure(let error) = result else { return #expect(Bool(false)) }
        #expect(error.reason == reason)
    }

    @Test func codesExpire() async throws {
        world.state.update { $0.deviceAnswers = Array(repeating: "authorization_pending", count: 100) }
        let result = try await signIn(world.session(clock: clock), waits: Array(repeating: .seconds(5), count: 12))
        guard case .failure(let error) = result else { return #expect(Bool(false)) }
        #expect(error.reason == .expired)
        #expect(world.state.value.forms.count == 11)
    }

    @Test func cancellingTheTaskEndsTheSignIn() async throws {
        let session = world.session(clock: clock)
        let device = try await session.deviceAuthorization()
        let task = Task { await Result { () async throws(OAuthError) in try await session.signIn(device) } }
        await clock.sleepers(atLeast: 1)
        task.cancel()
        guard case .failure(let error) = await task.value else { return #expect(Bool(false)) }
        #expect(error.underlyingError is CancellationError)
        #expect(world.state.value.forms.isEmpty)
    }
}
#endif
