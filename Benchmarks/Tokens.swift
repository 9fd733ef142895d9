#if Tools
import Foundation
import HTTPTypes
import Talyn
import TalynAuth

/// Calls with a valid token.
enum Tokens {
    /// Sets a header field that never changes.
    struct Fixed: RequestAdapter {
        func adapt(_ request: inout OutgoingRequest, context: CallContext) throws {
            try request.setCredential("Bearer token", for: .authorization)
        }
    }

    /// An authorization server in memory, whose token is valid for a day.
    private struct Server: Transport {
        func send(_ request: OutgoingRequest) async throws -> TransportResponse {
            let body = #"{"access_token":"token","token_type":"Bearer","expires_in":86400}"#
            return TransportResponse(statusCode: 200, body: HTTPBody(Data(body.utf8)))
        }
    }

    static let plugin = OAuthPlugin(
        OAuthSession(
            server: AuthorizationServer(
                issuer: "https://login.example.com",
                tokenEndpoint: URL(string: "https://login.example.com/token") ?? URL(fileURLWithPath: "/")
            ),
            client: OAuthClient(id: "benchmark"),
            grant: .clientCredentials,
            provider: Provider(transport: Server())
        )
    )
}
#endif
