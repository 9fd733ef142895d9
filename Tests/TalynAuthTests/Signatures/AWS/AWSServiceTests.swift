#if canImport(CryptoKit) || Crypto
import Foundation
import HTTPTypes
import TalynCore
import Testing

@testable import TalynAuth

/// What single services ask of a signature.
@Suite("AWS signatures for single services")
struct AWSServiceTests {
    typealias Plugins = AWSSigningPluginTests

    private static func signedNames(of request: OutgoingRequest) -> [String] {
        let value = request.headerFields[.authorization]?.components(separatedBy: "SignedHeaders=").last
        return value?.components(separatedBy: ",").first?.components(separatedBy: ";") ?? []
    }

    @Test(
        "services that want the hash of the body in a field get it, and the signature covers it",
        arguments: ["aoss", "glacier", "s3", "s3-object-lambda", "s3-outposts", "s3express"]
    )
    func hashIsSent(_ service: String) async throws {
        let body = Data("content".utf8)
        let signed = try await Plugins.plugin(service).signed(Plugins.request(.put, body: HTTPBody(body)))
        #expect(signed.headerFields["X-Amz-Content-Sha256"] == SHA256Text.of(body))
        #expect(Self.signedNames(of: signed).contains("x-amz-content-sha256"))
        let empty = try await Plugins.plugin(service).signed(Plugins.request())
        #expect(empty.headerFields["X-Amz-Content-Sha256"] == SHA256Text.of(Data()))
    }

    @Test("other services get no field with the hash", arguments: ["dynamodb", "execute-api", "es"])
    func hashIsNotSent(_ service: String) async throws {
        let signed = try await Plugins.plugin(service).signed(Plugins.request(.put, body: HTTPBody(Data([1]))))
        #expect(!signed.headerFields.contains(.named("X-Amz-Content-Sha256")))
    }

    @Test(
        "VPC Lattice gets a signature that doesn't cover the body",
        .bug("https://github.com/curl/curl/issues/11007", "Problem with AWS VPC Lattice services"),
        arguments: [AWSSigningPlugin.Payload.signed, .unsigned, .chunked]
    )
    func latticeIsUnsigned(_ payload: AWSSigningPlugin.Payload) async throws {
        let body = HTTPBody(AsyncStream { $0.finish() })
        let signed = try await Plugins.plugin("vpc-lattice-svcs", payload: payload)
            .signed(Plugins.request(.post, body: body))
        #expect(signed.headerFields["X-Amz-Content-Sha256"] == "UNSIGNED-PAYLOAD")
        #expect(Self.signedNames(of: signed).contains("x-amz-content-sha256"))
        #expect(!signed.headerFields.contains(.contentEncoding))
    }

    @Test(
        "OpenSearch Serverless gets a signature that doesn't cover Content-Length",
        arguments: [("aoss", false), ("s3", true)]
    )
    func lengthIsSigned(_ service: String, _ isSigned: Bool) async throws {
        let request = Plugins.request(.put, "/", [.contentLength: "1"], body: HTTPBody(Data([1])))
        let signed = try await Plugins.plugin(service).signed(request)
        #expect(signed.headerFields[.contentLength] == "1")
        #expect(Self.signedNames(of: signed).contains("content-length") == isSigned)
    }

    @Test("several cookies are signed as the one field that is sent")
    func cookiesAreJoined() async throws {
        var fields: HTTPFields = [:]
        fields.append(HTTPField(name: .cookie, value: "a=1"))
        fields.append(HTTPField(name: .cookie, value: "b=2"))
        fields.append(HTTPField(name: .accept, value: "x/y"))
        fields.append(HTTPField(name: .accept, value: "x/z"))
        let canonical = AWSCanonicalRequest(
            method: .get,
            target: "/",
            rule: .init(service: "sts"),
            host: "h",
            fields: fields,
            payloadHash: "p".utf8
        )
        #expect(
            String(decoding: canonical.bytes, as: UTF8.self)
                == "GET\n/\n\naccept:x/y,x/z\ncookie:a=1; b=2\nhost:h\n\naccept;cookie;host\np"
        )
    }

    @Test("a host is signed and sent in lower case, and without the default port")
    func hostIsNormalized() async throws {
        var request = Plugins.request()
        request.head.authority = "EXAMPLEbucket.S3.amazonaws.com:443"
        let signed = try await Plugins.plugin().signed(request)
        #expect(signed.head.authority == "examplebucket.s3.amazonaws.com")
        let expected = try await Plugins.plugin().signed(Plugins.request())
        #expect(Plugins.signature(of: signed) == Plugins.signature(of: expected))
        let url = try await Plugins.plugin().presignedURL(for: request, expiresIn: .seconds(60))
        #expect(url.absoluteString.hasPrefix("https://examplebucket.s3.amazonaws.com/?X-Amz-Algorithm="))
    }
}
#endif
