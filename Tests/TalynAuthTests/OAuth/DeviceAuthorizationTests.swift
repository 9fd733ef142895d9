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
        let error = try #require(result.failure)
        #expect(error.reason == reason)
    }

    @Test func codesExpire() async throws {
        world.state.update { $0.deviceAnswers = Array(repeating: "authorization_pending", count: 100) }
        let result = try await signIn(world.session(clock: clock), waits: Array(repeating: .seconds(5), count: 12))
        let error = try #require(result.failure)
        #expect(error.reason == .expired)
        #expect(world.state.value.forms.count == 11)
    }

    // MARK: - Servers of others

    /// GitHub sends its errors with status 200, Google with 428, and others with 429.
    @Test(arguments: [200, 403, 428, 429])
    func errorIsOneWhateverItsStatus(_ status: Int) async throws {
        world.state.update {
            $0.deviceStatus = status
            $0.deviceAnswers = ["authorization_pending", "slow_down"]
        }
        let session = world.session(clock: clock)
        try await signIn(session, waits: [.seconds(5), .seconds(5), .seconds(10)]).get()
        #expect(world.state.value.forms.count == 3)
    }

    @Test(arguments: [
        #"{"device_code":"device-1","user_code":"ABCD","verification_url":"https://login.example.com/d","expires_in":1800,"interval":5}"#,
        #"{"device_code":"device-1","user_code":"ABCD","verification_uri":"https://login.example.com/d","expires_in":"900","interval":"5"}"#,
        #"{"device_code":"device-1","user_code":"ABCD","verification_uri":"https://login.example.com/d","expires_in":900.5,"interval":5.0}"#,
        #"{"device_code":"device-1","user_code":"ABCD","verification_uri":"https://login.example.com/d","verification_uri_complete":""}"#,
        #"{"device_code":"device-1","user_code":"ABCD","verification_uri":"","verification_url":"https://login.example.com/d","interval":null}"#,
    ])
    func answersOfLargeProvidersAreUnderstood(_ answer: String) async throws {
        world.state.update { $0.device = answer }
        let session = world.session(clock: clock)
        let device = try await session.deviceAuthorization()
        #expect(device.verificationURI.absoluteString == "https://login.example.com/d")
        #expect(device.completeVerificationURI == nil)
        #expect(device.interval == .seconds(5))
        try await signIn(session, waits: [.seconds(5)]).get()
    }

    @Test(arguments: [
        ("AB\\u001b[2J", "https://login.example.com/d"), ("AB\\u202eCD", "https://login.example.com/d"),
        ("", "https://login.example.com/d"), ("ABCD", "javascript:alert(1)"), ("ABCD", "file:///etc/passwd"),
        ("ABCD", "https:///d"),
    ])
    func pageAndCodeThatCannotBeShownAreRefused(code: String, page: String) async throws {
        world.state.update {
            $0.device = #"{"device_code":"device-1","user_code":"\#(code)","verification_uri":"\#(page)"}"#
        }
        let session = world.session(clock: clock)
        let error = await #expect(throws: OAuthError.self) { try await session.deviceAuthorization() }
        #expect(error?.reason == .invalidResponse)
    }

    @Test func cancellingTheTaskEndsTheSignIn() async throws {
        let session = world.session(clock: clock)
        let device = try await session.deviceAuthorization()
        let task = Task { await Result { () async throws(OAuthError) in try await session.signIn(device) } }
        await clock.sleepers(atLeast: 1)
        task.cancel()
        let error = try #require(await task.value.failure)
        #expect(error.underlyingError is CancellationError)
        #expect(world.state.value.forms.isEmpty)
    }
}
#endif
