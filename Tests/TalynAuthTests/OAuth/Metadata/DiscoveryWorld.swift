#if canImport(CryptoKit) || Crypto
import Foundation
import HTTPTypes
import TestSupport

@testable import TalynAuth
@testable import TalynCore

/// An API that is known by its URL only, and the authorization server that it names, in memory.
final class DiscoveryWorld: Transport {
    struct State {
        /// The answers by host and path. All other well-known places have none.
        var answers: [String: (status: Int, body: String)] = [
            DiscoveryWorld.resourcePlace: (200, DiscoveryWorld.resource()),
            DiscoveryWorld.serverPlace: (200, DiscoveryWorld.server()),
        ]
        /// What the registration endpoint answers.
        var registrationAnswer = (status: 201, body: #"{"client_id":"client-COUNT"}"#)
        /// The bodies that the registration endpoint got.
        var registrations: [Data] = []
        /// The hosts and paths of all requests to well-known places.
        var places: [String] = []
    }

    static let resourcePlace = "api.example.com/.well-known/oauth-protected-resource/mcp"
    static let serverPlace = "login.example.com/.well-known/oauth-authorization-server"

    let oauth = OAuthWorld()
    let state = Watched(State())

    /// The metadata of the API.
    static func resource(
        _ identifier: String = "https://api.example.com/mcp",
        servers: String = #"["https://login.example.com"]"#,
        scopes: String = #"["read","write"]"#
    ) -> String {
        #"{"resource":"\#(identifier)","authorization_servers":\#(servers),"scopes_supported":\#(scopes)}"#
    }

    /// The description of the authorization server.
    static func server(
        issuer: String = "https://login.example.com",
        challengeMethods: String = #"["plain","S256"]"#,
        registration: String = "https://login.example.com/register",
        more: String = ""
    ) -> String {
        """
        {"issuer":"\(issuer)","token_endpoint":"https://login.example.com/token",\
        "authorization_endpoint":"https://login.example.com/authorize?tenant=7","registration_endpoint":"\(registration)",\
        "code_challenge_methods_supported":\(challengeMethods)\(more)}
        """
    }

    func answer(_ place: String, _ status: Int, _ body: String) {
        state.update { $0.answers[place] = (status, body) }
    }

    func discover(
        from api: String = "https://api.example.com/mcp",
        challenge: String? = nil,
        as client: OAuthClientSource = .registered(
            OAuthClient(id: "app"),
            at: URL(string: "https://login.example.com")!
        ),
        scopes: Set<String>? = nil
    ) async throws -> OAuthSession {
        try await OAuthSession.discover(
            from: URL(string: api)!,
            challenge: challenge.map {
                Response(statusCode: 401, data: Data(), headerFields: [.wwwAuthenticate: $0])
            },
            as: client,
            scopes: scopes,
            provider: Provider(transport: self),
            clock: ManualClock(),
            date: { [oauth] in oauth.state.value.now }
        )
    }

    func send(_ request: OutgoingRequest) async throws -> TransportResponse {
        let place = "\(request.head.authority ?? "")\((request.head.path ?? "").prefix { $0 != "?" })"
        if place == "login.example.com/register" {
            var data = Data()
            if let body = request.body { for try await chunk in body { data.append(chunk) } }
            let answer = state.update { [data] state in
                state.registrations.append(data)
                let body = state.registrationAnswer.body
                return (
                    state.registrationAnswer.status,
                    body.replacingOccurrences(of: "COUNT", with: "\(state.registrations.count)")
                )
            }
            return OAuthWorld.json(answer.0, answer.1)
        }
        let answer = state.value.answers[place]
        guard answer != nil || place.contains("/.well-known/") else { return try await oauth.send(request) }
        state.update { $0.places.append(place) }
        return OAuthWorld.json(answer?.status ?? 404, answer?.body ?? "")
    }
}
#endif
