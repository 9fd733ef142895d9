import _TalynSupport

#if canImport(CryptoKit) || Crypto
import Foundation
import HTTPTypes
import TalynAuth
import TalynStubs
import TestSupport
import Testing

@testable import TalynCore
@testable import TalynWebSocket

/// Tokens and proofs of handshakes, in virtual time.
struct HandshakeCredentialTests {
    private let stubs = StubSet()
    private let room = ChatRoom(baseURL: URL(string: "wss://chat.example.com")!)

    /// A provider with the tokens "first", "second" and so on.
    private func provider(_ tokens: String..., bindsTokens: Bool = false) -> Provider<ChatRoom> {
        let type = bindsTokens ? "DPoP" : "Bearer"
        let answers = tokens.map { token in
            StubAnswer.json(text: #"{"access_token":"\#(token)","token_type":"\#(type)","expires_in":3600}"#)
        }
        stubs.on(
            .post("/token"),
            .answer { [calls = Watched(0)] _ in
                answers[
                    calls.update { count in
                        count += 1
                        return min(count, answers.count) - 1
                    }
                ]
            }
        )
        let server = AuthorizationServer(
            issuer: "https://login.example.com",
            tokenEndpoint: URL(string: "https://login.example.com/token")!
        )
        let session = OAuthSession(
            server: server,
            client: OAuthClient(id: "chat"),
            grant: .clientCredentials,
            bindsTokens: bindsTokens,
            provider: Provider(transport: stubs)
        )
        return Provider(transport: stubs, plugins: [OAuthPlugin(session)])
    }

    /// A room that accepts one token, and closes or loses the connection.
    private func accept(_ token: String, _ end: @escaping @Sendable (StubConversation) -> Void = { _ in }) -> StubAnswer
    {
        .answer { request in
            guard request.headerFields[.authorization] == "Bearer \(token)" else {
                return .status(401, headerFields: [.wwwAuthenticate: #"Bearer error="invalid_token""#])
            }
            return .conversation { conversation in
                try conversation.send(json: ChatEvent(name: token))
                end(conversation)
            }
        }
    }

    @Test func tokenIsRenewedAfterARefusedHandshake() async throws {
        stubs.on(.webSocket("/rooms/7"), accept("second"))
        try await withVirtualTime {
            let connection = try await provider("first", "second").connect(room)
            let names = try await connection.reduce(into: [String]()) { $0.append($1.name) }
            #expect(names == ["second"])
            #expect(connection.response.context?.metrics.attempts.map(\.statusCode) == [401, 101])
        }
        #expect(stubs.failures.isEmpty, "\(stubs.failures)")
    }

    @Test func tokenIsRenewedOnceOnly() async throws {
        stubs.on(.webSocket("/rooms/7"), accept("third"))
        await withVirtualTime {
            let provider = provider("first", "second")
            let error = await #expect(throws: TalynError.self) { try await provider.connect(room) }
            #expect(error?.statusCode == 401)
        }
    }

    /// The token is revoked while the connection is open.
    @Test func sessionRenewsTheTokenOfALaterHandshake() async throws {
        stubs.on(.webSocket("/rooms/7"), accept("first") { $0.drop() }, accept("second"), accept("second"))
        try await withVirtualTime {
            let session = provider("first", "second").session(room)
            let names = try await session.reduce(into: [String]()) { $0.append($1.name) }
            #expect(names == ["first", "second"])
        }
    }

    @Test func proofHasTheMethodTheURLAndTheNonceOfTheServer() async throws {
        let proofs = Watched<[[String: String]]>([])
        stubs.on(
            .webSocket("/rooms/7"),
            .answer { request in
                #expect(request.headerFields[.authorization] == "DPoP bound")
                let claims = try #require(Self.claims(of: request.headerFields[.init("DPoP")!]))
                proofs.update { $0.append(claims) }
                guard claims["nonce"] == "nonce-1" else {
                    let fields: HTTPFields = [
                        .wwwAuthenticate: #"DPoP error="use_dpop_nonce""#, .init("DPoP-Nonce")!: "nonce-1",
                    ]
                    return .status(401, headerFields: fields)
                }
                return .conversation { try $0.send(json: ChatEvent(name: "welcome")) }
            }
        )
        try await withVirtualTime {
            let connection = try await provider("bound", bindsTokens: true).connect(room)
            let names = try await connection.reduce(into: [String]()) { $0.append($1.name) }
            #expect(names == ["welcome"])
            // A proof is no new attempt.
            #expect(connection.response.context?.metrics.attempts.count == 1)
        }
        #expect(proofs.value.map { $0["htm"] } == ["GET", "GET"])
        #expect(proofs.value.map { $0["htu"] } == Array(repeating: "https://chat.example.com/rooms/7", count: 2))
        #expect(proofs.value.map { $0["nonce"] } == [nil, "nonce-1"])
        #expect(Set(proofs.value.map { $0["jti"] }).count == 2)
        #expect(stubs.requests.count { $0.url.path == "/token" } == 1)
    }

    /// The claims of a proof that are text.
    private static func claims(of proof: String?) -> [String: String]? {
        let parts = proof?.split(separator: ".") ?? []
        guard parts.count == 3 else { return nil }
        var text = parts[1].replacing("-", with: "+").replacing("_", with: "/")
        text += String(repeating: "=", count: (4 - text.count % 4) % 4)
        let object = Data(base64Encoded: String(text)).flatMap { try? JSONSerialization.jsonObject(with: $0) }
        return (object as? [String: Any])?.compactMapValues { $0 as? String }
    }
}
#endif
