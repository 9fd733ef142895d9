#if canImport(CryptoKit) || Crypto
import Foundation
import HTTPTypes
import TestSupport
import Testing

@testable import TalynAuth
@testable import TalynCore
@testable import TalynPlugins

/// A user's call never has the token of the next user.
struct OAuthUsersTests {
    let world = OAuthWorld()

    private var authorizations: [String] { world.state.value.authorizations }

    @Test func callOfAUserIsNotRepeatedForTheNextOne() async throws {
        let session = world.session()
        try await world.signIn(session)
        let transport = ClosureTransport { [world] request in
            guard request.head.path == "/items" else { return try await world.send(request) }
            let response = try await world.send(request)
            if world.state.value.authorizations.count == 1 {
                try await session.signOut()
                try await world.signIn(session)
                return OAuthWorld.json(401, "{}")
            }
            return response
        }
        let api = Provider<API>(transport: transport, plugins: [OAuthPlugin(session)])
        let error = await #expect(throws: TalynError.self) { try await api.request(API()) }
        #expect(error?.statusCode == 401)
        #expect(authorizations.count == 1)
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    @Test func callOfAUserDoesNotTakeTheFirstTokenOfTheNextOne() async throws {
        let session = world.session()
        try await world.signIn(session)
        let api = world.api(session)
        world.state.update { state in
            state.isOpen = false
            state.now += 3_600
        }
        let executor = HeldExecutor()
        let call = Task(executorPreference: executor) { try await api.request(API()) }
        await world.state.wait { $0.held == 1 }
        // The call waits for the token. It goes on when another user has signed in.
        await executor.hold()
        world.state.update { $0.isOpen = true }
        _ = try await session.accessToken()
        try await session.signOut()
        try await world.signIn(session)
        executor.release()
        let error = await #expect(throws: TalynError.self) { try await call.value }
        #expect(error?.oauthError?.reason == .signedOut)
        #expect(authorizations == [])
    }

    @Test func repeatedCallAfterASignOutHasNoToken() async throws {
        let session = world.session()
        try await world.signIn(session)
        let seen = Recorder<String?>()
        let transport = ClosureTransport { request in
            seen.record(request.headerFields[.authorization])
            guard seen.events.count == 1 else { return OAuthWorld.json(200, "{}") }
            try await session.signOut()
            return OAuthWorld.json(503, "{}")
        }
        let retry = RetryPlugin(RetryPlugin.Configuration { $0.backoff = .none })
        let api = Provider<API>(transport: transport, plugins: [retry, OAuthPlugin(session)])
        _ = try await api.request(API(tokenRequest: TokenRequest(isOptional: true)))
        #expect(seen.events == ["Bearer access-3", nil])
    }

    /// A plugin outside repeats the call, and the user has changed meanwhile.
    @Test func repeatedCallOfTheFirstUserHasNoTokenOfTheSecond() async throws {
        let session = world.session()
        try await world.signIn(session)
        let transport = ClosureTransport { [world] request in
            try await session.signOut()
            try await world.signIn(session)
            return OAuthWorld.json(503, "{}")
        }
        let retry = RetryPlugin(RetryPlugin.Configuration { $0.backoff = .none })
        let api = Provider<API>(transport: transport, plugins: [retry, OAuthPlugin(session)])
        let error = await #expect(throws: TalynError.self) { try await api.request(API()) }
        #expect(error?.oauthError?.reason == .signedOut)
        #expect(error?.metrics?.attempts.count == 1)
    }
}
#endif
