#if Valkey
import Foundation
import HTTPTypes
import TalynAuth
import TalynCore
import TalynPlugins
import TestSupport
import Testing
import Valkey

@testable import TalynValkey

/// Sessions of several processes with one sign-in, at a server that accepts each refresh token once.
@Suite(.enabled(if: RedisServer.isAvailable, Comment(rawValue: RedisServer.absence)), .sockets)
struct SharedSessionTests {
    /// An authorization server in memory.
    private final class Authority: Transport {
        struct State {
            var now = Date(timeIntervalSince1970: 1_800_000_000)
            var refreshToken = "refresh-0"
            var requests = 0
            var reused: [String] = []
        }

        let state = Watched(State())

        func send(_ request: OutgoingRequest) async throws -> TransportResponse {
            var form = Data()
            if let body = request.body { for try await chunk in body { form.append(chunk) } }
            let text = String(decoding: form, as: UTF8.self)
            return state.update { state in
                state.requests += 1
                guard
                    text.contains("grant_type=authorization_code")
                        || text.contains("refresh_token=\(state.refreshToken).")
                else {
                    state.reused.append(text)
                    return Self.json(400, #"{"error":"invalid_grant"}"#)
                }
                state.refreshToken = "refresh-\(state.requests)"
                return Self.json(
                    200,
                    """
                    {"access_token":"access-\(state.requests)","token_type":"Bearer","expires_in":3600,
                     "refresh_token":"\(state.refreshToken)."}
                    """
                )
            }
        }

        private static func json(_ status: Int, _ text: String) -> TransportResponse {
            TransportResponse(
                statusCode: status,
                headerFields: [.contentType: "application/json"],
                body: HTTPBody(Data(text.utf8))
            )
        }
    }

    @available(Valkey, *)
    @Test func oneProcessRenewsForTheFleet() async throws {
        let authority = Authority()
        let clock = ManualClock()
        try await Fleet.run(8, timeLimit: .seconds(3_600), clock: ContinuousClock()) { fleet async throws in
            var options = ValkeyTokenStore.Options()
            options.whenUnavailable = StoreOptions(fallback: .failure, maximumWait: .seconds(3_600))
            let sessions = fleet.servers.map { [options] server in
                session(ValkeyTokenStore("shop", on: server, encryption: .test, options: options), authority, clock)
            }
            try await signIn(sessions[0])
            for renewal in 1...10 {
                authority.state.update { $0.now += 3_600 }
                clock.advance(by: .seconds(3_600))
                let tokens = try await withThrowingTaskGroup(of: String.self) { group in
                    for session in sessions { group.addTask { try await session.accessToken().value } }
                    return try await group.reduce(into: Set<String>()) { $0.insert($1) }
                }
                #expect(tokens.count == 1)
                #expect(authority.state.value.requests == 1 + renewal)
            }
            #expect(authority.state.value.reused == [])
            #expect(try await fleet.immortalKeys() == [])
        }
    }

    /// A store whose process is paused before it writes.
    private struct PausedStore: TokenStore {
        let base: any TokenStore
        /// The work of other processes in the pause; nil for no pause.
        let pause = Watched<(@Sendable () async throws -> Void)?>(nil)

        func load() async throws -> Data? { try await base.load() }

        func save(_ tokens: Data?) async throws {
            let pause = pause.update { pause in
                defer { pause = nil }
                return pause
            }
            try await pause?()
            try await base.save(tokens)
        }

        func exclusiveAccess(within limit: Duration) async throws -> TokenStoreAccess {
            try await base.exclusiveAccess(within: limit)
        }
    }

    @available(Valkey, *)
    @Test(arguments: [false, true])
    func aProcessThatWasPausedKeepsTheTokensOfTheOther(signsInAgain: Bool) async throws {
        let authority = Authority()
        let clock = ManualClock()
        try await Fleet.run(2) { fleet async throws in
            let stores = fleet.servers.map { ValkeyTokenStore("shop", on: $0, encryption: .test) }
            let paused = PausedStore(base: stores[0])
            let (first, second) = (session(paused, authority, clock), session(stores[1], authority, clock))
            try await signIn(first)
            authority.state.update { $0.now += 3_600 }
            clock.advance(by: .seconds(3_600))
            paused.pause.update {
                $0 = {
                    // The lease ends.
                    _ = try await fleet.clients[0].del(keys: ["test:tokens:{shop}:lock"])
                    if signsInAgain { try await signIn(second) } else { try await second.signOut() }
                }
            }
            for _ in 0..<2 {
                if signsInAgain {
                    #expect(try await first.accessToken().value == "access-3")
                } else {
                    let error = await #expect(throws: OAuthError.self) { try await first.accessToken() }
                    #expect(error?.reason == .signedOut)
                    #expect(try await stores[1].load() == nil)
                }
            }
        }
    }

    private func session(_ store: any TokenStore, _ authority: Authority, _ clock: ManualClock) -> OAuthSession {
        OAuthSession(
            server: AuthorizationServer(
                issuer: "https://login.example.com",
                tokenEndpoint: URL(string: "https://login.example.com/token")!,
                authorizationEndpoint: URL(string: "https://login.example.com/authorize")!
            ),
            client: OAuthClient(id: "app"),
            grant: .signIn,
            store: store,
            provider: Provider(transport: authority),
            clock: clock,
            date: { authority.state.value.now }
        )
    }

    private func signIn(_ session: OAuthSession) async throws {
        let request = try session.authorizationRequest(redirectURI: URL(string: "app://callback")!)
        let query = URLComponents(url: request.url, resolvingAgainstBaseURL: false)?.queryItems
        let state = try #require(query?.first { $0.name == "state" }?.value)
        try await session.signIn(request, callback: URL(string: "app://callback?code=1&state=\(state)")!)
    }
}
#endif
