#if canImport(CryptoKit) || Crypto
import Foundation
import HTTPTypes
import TalynCore
import Testing

@testable import TalynAuth

/// Reports about other clients that sign requests.
@Suite("Reports about signatures")
struct ReportedSignatureTests {
    /// The lines of the text that is signed: the method, the path, the query, the fields.
    private static func lines(_ service: String, _ target: String, _ fields: HTTPFields = [:]) -> [String] {
        let rule = AWSCanonicalRequest.PathRule(service: service)
        let request = AWSCanonicalRequest(
            method: .get,
            target: AWSCanonicalRequest.sent(target, rule),
            rule: rule,
            host: "h",
            fields: fields,
            payloadHash: "p".utf8
        )
        return String(decoding: request.bytes, as: UTF8.self).components(separatedBy: "\n")
    }

    @Test(
        "only a segment that is a dot or two is one, and S3 has none",
        .bug("https://github.com/boto/botocore/issues/838", "Paths containing '.' or '..' can fail"),
        .bug("https://github.com/tedder/requests-aws4auth/issues/31", "Don't normalize S3 V4 paths"),
        arguments: [
            ("sts", "/path/.somepath/", "/path/.somepath/"), ("sts", "/a/..b/c..", "/a/..b/c.."),
            ("s3", "/x/.", "/x/."),
            ("s3", "//..", "//.."),
        ]
    )
    func dotsInPath(_ service: String, _ target: String, _ path: String) {
        #expect(Self.lines(service, target)[1] == path)
    }

    @Test(
        "an escape in a path is encoded once more, but not for S3",
        .bug("https://github.com/r-lib/httr2/pull/843", "Signature when the path contains encoded slashes"),
        .bug("https://github.com/mhart/aws4/issues/115", "Path with %2B does not get correct signature"),
        arguments: [
            ("bedrock", "/model/arn%3Aaws%2Fm/invoke", "/model/arn%253Aaws%252Fm/invoke"),
            ("s3", "/10%2B2.jpg", "/10%2B2.jpg"),
        ]
    )
    func escapesInPath(_ service: String, _ target: String, _ path: String) {
        #expect(Self.lines(service, target)[1] == path)
    }

    @Test(
        "an escape in a query isn't encoded once more, and a parameter without a value has an equals sign",
        .bug("https://github.com/okigan/awscurl/issues/216", "Query parameter that ends with %3D"),
        .bug("https://github.com/curl/curl/issues/10129", "Empty URL query params aren't signed correctly"),
        arguments: [
            ("/?token=YQ%3D%3D", "token=YQ%3D%3D"), ("/?token=YQ==", "token=YQ%3D%3D"), ("/?versioning", "versioning="),
            ("/?q=C%2B%2B", "q=C%2B%2B"),
        ]
    )
    func escapesInQuery(_ target: String, _ query: String) {
        for service in ["s3", "execute-api"] { #expect(Self.lines(service, target)[2] == query) }
    }

    @Test(
        "several spaces in a field count as one",
        .bug("https://github.com/aws/aws-sdk-cpp/issues/103", "Incorrect when user agent has consecutive spaces")
    )
    func spacesInField() {
        #expect(Self.lines("s3", "/", [.named("X-Amz-Meta-Note"): "a   b  c"])[4] == "x-amz-meta-note:a b c")
    }

    @Test(
        "a request without a body has no Content-Length that a proxy could remove",
        .bug("https://github.com/pgbackrest/pgbackrest/issues/1340", "Do not sign Content-Length header")
    )
    func lengthOfNoBody() async throws {
        let signed = try await AWSSigningPluginTests.plugin().signed(AWSSigningPluginTests.request())
        #expect(!signed.headerFields.contains(.contentLength))
        #expect(signed.headerFields[.authorization]?.contains("content-length") == false)
    }

    @Test(
        "a message signature covers the path and the query as they are sent",
        .bug("https://github.com/dhensby/node-http-message-signatures/pull/163", "Use undecoded @path and @query"),
        .bug("https://github.com/httpwg/http-extensions/issues/2532", "Wrong URI query normalization?")
    )
    func targetIsNotDecoded() throws {
        let request = HTTPRequest(method: .get, scheme: "https", authority: "a.example", path: "/%7Ea%20b?q=bat%2Dman")
        #expect(
            try HTTPMessageSignerTests.base([.path, .query], request) == [
                #""@path": /%7Ea%20b"#, #""@query": ?q=bat%2Dman"#,
            ]
        )
    }

    @Test(
        "a body whose digest the signature doesn't cover, or that has none, is refused",
        .bug("https://github.com/bspk/httpsig-org/issues/20", "Body digest not verified"),
        .bug("https://github.com/Gitlawb/node/pull/306", "Require Content-Digest on a signed request")
    )
    func bodyNeedsDigest() async throws {
        var request = HTTPRequest(method: .post, scheme: "https", authority: "a.example", path: "/")
        #expect(throws: SignatureError.self) { try HTTPMessageSignerTests.signer([.contentDigest]).sign(&request) }
        try HTTPMessageSignerTests.signer([.method]).sign(&request)
        let signed = request
        let error = await #expect(throws: SignatureError.self) {
            _ = try await HTTPMessageVerifierTests.verifier([.method]).verify(signed, body: Data("pay".utf8))
        }
        #expect(error?.reason == .missingComponent)
    }
}
#endif
