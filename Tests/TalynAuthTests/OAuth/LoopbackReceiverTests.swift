#if (canImport(CryptoKit) || Crypto) && AsyncHTTPClient
import Foundation
import Talyn
import TestSupport
import Testing

@testable import TalynAuth

@Suite(.sockets) struct LoopbackReceiverTests {
    private struct Visit: TargetType {
        let baseURL: URL
        let query: RequestParameters
        var path: RequestPath { "" }
        var validation: StatusValidation { .any }
    }

    private static func status(_ receiver: LoopbackReceiver, _ query: RequestParameters) async throws -> Int {
        try await Provider<Visit>().request(Visit(baseURL: receiver.redirectURI, query: query)).statusCode
    }

    @Test func callbacksOfOthersAreIgnored() async throws {
        let receiver = try await LoopbackReceiver()
        let request = try OAuthWorld().session().authorizationRequest(redirectURI: receiver.redirectURI)
        #expect(try await Self.status(receiver, ["x": 1]) == 200)
        async let callback = receiver.callback(for: request)
        // The receiver knows the sign-in a moment later.
        while try await Self.status(receiver, ["state": "another", "code": "c"]) != 404 {}
        #expect(try await Self.status(receiver, ["code": "c"]) == 404)
        #expect(try await Self.status(receiver, ["state": request.state, "code": "mine"]) == 200)
        #expect(try await callback.query?.contains("code=mine") == true)
    }

    @Test func userWhoClosesThePageEndsTheSignIn() async throws {
        let clock = ManualClock()
        let session = OAuthWorld().session(clock: clock)
        let signIn = Task { try await session.signIn(within: .seconds(60)) { _ in } }
        await clock.sleepers(atLeast: 1)
        clock.advance(by: .seconds(60))
        let error = await #expect(throws: OAuthError.self) { try await signIn.value }
        #expect(error?.reason == .expired)
        #expect("\(try #require(error))".contains("The browser didn't call back within"))
    }

    @Test func callbackBeforeTheWaitIsKept() async throws {
        let receiver = try await LoopbackReceiver()
        let request = try OAuthWorld().session().authorizationRequest(redirectURI: receiver.redirectURI)
        #expect(try await Self.status(receiver, ["state": request.state, "code": "mine"]) == 200)
        #expect(try await Self.status(receiver, ["state": "another"]) == 200)
        #expect(try await receiver.callback(for: request).query?.contains("code=mine") == true)
    }
}
#endif
