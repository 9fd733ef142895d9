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

    /// An operation is a signed token with the key in its header, as DPoP sends it with each request.
    static func proof(_ seconds: Double) throws -> Sample {
        struct Claims: Encodable {
            let jti = "e1j3V_bKic8-LAEB"
            let htm = "POST"
            let htu = "https://server.example.com/token"
            let iat = 1_562_262_616
        }
        let key = SigningKey.p256()
        var stopwatch = Stopwatch(seconds: seconds)
        repeat {
            for _ in 0..<10 {
                let header = JSONWebSignature.Header(type: "dpop+jwt", key: key.verificationKey.jsonWebKey)
                guard try JSONWebSignature.compact(Claims(), header: header, key: key).utf8.count > 300 else {
                    throw UnexpectedAnswer()
                }
            }
        } while stopwatch.lap(10)
        return stopwatch.sample()
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
