#if Valkey
import Foundation
import HTTPTypes
import TalynAuth
import TalynCore
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
            let sessions = fleet.servers.map { server in
                OAuthSession(
                    server: AuthorizationServer(
                        issuer: "https://login.example.com",
                        tokenEndpoint: URL(string: "https://login.example.com/token")!,
                        authorizationEndpoint: URL(string: "https://login.example.com/authorize")!
                    ),
                    client: OAuthClient(id: "app"),
                    grant: .signIn,
                    store: ValkeyTokenStore("shop", on: server, encryption: .test),
                    provider: Provider(transport: authority),
                    clock: clock,
                    date: { authority.state.value.now }
                )
            }
            let request = try sessions[0].authorizationRequest(redirectURI: URL(string: "app://callback")!)
            let query = URLComponents(url: request.url, resolvingAgainstBaseURL: false)?.queryItems
            let state = try #require(query?.first { $0.name == "state" }?.value)
            try await sessions[0].signIn(request, callback: URL(string: "app://callback?code=1&state=\(state)")!)
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
}
#endif
