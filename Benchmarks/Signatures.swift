#if Tools
import Foundation
import HTTPTypes
import Talyn
import TalynAuth

/// The signatures of requests and tokens, without sending them.
enum Signatures {
    /// An operation is the signature of a request to AWS, with a body of 1 KB.
    static func aws(_ seconds: Double) async throws -> Sample {
        let credentials = AWSCredentials(
            accessKeyID: "AKIDEXAMPLE",
            secretAccessKey: "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY"
        )
        let plugin = AWSSigningPlugin(region: "us-east-1", service: "dynamodb", credentials: .fixed(credentials))
        let request = OutgoingRequest(
            HTTPRequest(
                method: .post,
                scheme: "https",
                authority: "dynamodb.us-east-1.amazonaws.com",
                path: "/tables?limit=10&name=orders",
                headerFields: [
                    .contentType: "application/x-amz-json-1.0", .accept: "application/json",
                    .named("X-Amz-Target"): "DynamoDB_20120810.GetItem",
                ]
            ),
            body: HTTPBody(Data(repeating: UInt8(ascii: "a"), count: 1_024))
        )
        var stopwatch = Stopwatch(seconds: seconds)
        repeat {
            for _ in 0..<100 {
                guard try await plugin.signed(request).headerFields.contains(.authorization) else {
                    throw UnexpectedAnswer()
                }
            }
        } while stopwatch.lap(100)
        return stopwatch.sample()
    }

    /// An operation is the proof of possession of a request (DPoP, RFC 9449): a signed token with the key in its header.
    static func proof(_ seconds: Double) async throws -> Sample {
        let session = OAuthSession(
            server: AuthorizationServer(
                issuer: "https://server.example.com",
                tokenEndpoint: URL(string: "https://server.example.com/token")!
            ),
            client: OAuthClient(id: "app", authentication: .basic(secret: "secret")),
            grant: .clientCredentials,
            bindsTokens: true,
            provider: Provider(transport: TokenIssuer())
        )
        let plugin = OAuthPlugin(session)
        var request = OutgoingRequest(
            HTTPRequest(method: .post, scheme: "https", authority: "api.example.com", path: "/orders")
        )
        try request.setCredential("DPoP \(try await session.accessToken().value)", for: .authorization)
        var stopwatch = Stopwatch(seconds: seconds)
        repeat {
            for _ in 0..<10 {
                let response = try await plugin.intercept(request) { request in
                    let isProven = request.headerFields[.named("DPoP")] != nil
                    return TransportResponse(statusCode: isProven ? 200 : 401, body: HTTPBody(Data()))
                }
                guard response.statusCode == 200 else { throw UnexpectedAnswer() }
            }
        } while stopwatch.lap(10)
        return stopwatch.sample()
    }

    /// Gives tokens that are bound to a key.
    private struct TokenIssuer: Transport {
        func send(_ request: OutgoingRequest) async throws -> TransportResponse {
            let token = #"{"access_token": "token", "token_type": "DPoP", "expires_in": 86400}"#
            return TransportResponse(
                statusCode: 200,
                headerFields: [.contentType: "application/json"],
                body: HTTPBody(Data(token.utf8))
            )
        }
    }

    /// An operation is the signature of a request by RFC 9421, with Ed25519.
    static func message(_ seconds: Double) throws -> Sample {
        let signer = HTTPMessageSigner(
            key: .ed25519(),
            keyID: "app-1",
            components: [.method, .targetURI, .field(.contentType)]
        )
        let request = HTTPRequest(
            method: .post,
            scheme: "https",
            authority: "api.example.com",
            path: "/orders?page=2",
            headerFields: [.contentType: "application/json"]
        )
        var stopwatch = Stopwatch(seconds: seconds)
        repeat {
            for _ in 0..<10 {
                var signed = request
                try signer.sign(&signed)
            }
        } while stopwatch.lap(10)
        return stopwatch.sample()
    }
}
#endif
