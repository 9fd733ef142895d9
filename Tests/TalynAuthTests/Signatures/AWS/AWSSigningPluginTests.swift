#if canImport(CryptoKit) || Crypto
import Foundation
import HTTPTypes
import TalynCore
import TestSupport
import Testing

@testable import TalynAuth

/// The examples are those of AWS's documentation of S3, with its example credentials.
@Suite("AWS signatures")
struct AWSSigningPluginTests {
    static let credentials = AWSCredentials(
        accessKeyID: "AKIAIOSFODNN7EXAMPLE",
        secretAccessKey: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY"
    )
    /// 2013-05-24T00:00:00Z
    static let date = Date(timeIntervalSince1970: 1_369_353_600)

    static func plugin(
        _ service: String = "s3",
        _ credentials: AWSCredentials = credentials,
        payload: AWSSigningPlugin.Payload = .signed,
        now: @escaping @Sendable () -> Date = { date }
    ) -> AWSSigningPlugin {
        AWSSigningPlugin(
            region: "us-east-1",
            service: service,
            credentials: .fixed(credentials),
            payload: payload,
            now: now
        )
    }

    static func request(
        _ method: HTTPRequest.Method = .get,
        _ path: String = "/",
        _ fields: HTTPFields = [:],
        body: HTTPBody? = nil
    ) -> OutgoingRequest {
        var head = HTTPRequest(
            method: method,
            scheme: "https",
            authority: "examplebucket.s3.amazonaws.com",
            path: path
        )
        head.headerFields = fields
        return OutgoingRequest(head, body: body)
    }

    static func signature(of request: OutgoingRequest) -> String? {
        request.headerFields[.authorization]?.components(separatedBy: "Signature=").last
    }

    @Test(
        "the examples of S3 have their signatures",
        arguments: [
            (
                request(.get, "/test.txt", [.range: "bytes=0-9"]),
                "f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41"
            ),
            (
                request(
                    .put,
                    "/test$file.text",
                    [
                        .date: "Fri, 24 May 2013 00:00:00 GMT",
                        .named("x-amz-storage-class"): "REDUCED_REDUNDANCY",
                    ],
                    body: HTTPBody(Data("Welcome to Amazon S3.".utf8))
                ),
                "98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd"
            ),
            (request(.get, "/?lifecycle"), "fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543"),
            (
                request(.get, "/?max-keys=2&prefix=J"),
                "34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7"
            ),
        ] as [(OutgoingRequest, String)]
    )
    func examplesHaveTheirSignatures(_ request: OutgoingRequest, _ signature: String) async throws {
        let signed = try await Self.plugin().signed(request)
        #expect(Self.signature(of: signed) == signature)
    }

    @Test("the example of a presigned URL has its signature")
    func presignedURLHasSignature() async throws {
        let url = try await Self.plugin().presignedURL(
            for: Self.request(.get, "/test.txt"),
            expiresIn: .seconds(86_400)
        )
        #expect(
            url.absoluteString == "https://examplebucket.s3.amazonaws.com/test.txt?X-Amz-Algorithm=AWS4-HMAC-SHA256"
                + "&X-Amz-Credential=AKIAIOSFODNN7EXAMPLE%2F20130524%2Fus-east-1%2Fs3%2Faws4_request"
                + "&X-Amz-Date=20130524T000000Z&X-Amz-SignedHeaders=host&X-Amz-Expires=86400"
                + "&X-Amz-Signature=aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404"
        )
    }

    @Test(
        "a presigned URL is valid for a second to seven days",
        arguments: [Duration.zero, .seconds(-1), .milliseconds(999), .seconds(604_801)]
    )
    func presignedURLHasLimits(_ duration: Duration) async throws {
        let error = await #expect(throws: SignatureError.self) {
            _ = try await Self.plugin().presignedURL(for: Self.request(), expiresIn: duration)
        }
        #expect(error?.reason == .invalidMessage)
    }

    @Test(
        "the example of a body in chunks has its signatures, in whichever pieces the body is read",
        arguments: [1, 7_000, 70_000]
    )
    func chunkedBodyHasSignatures(_ piece: Int) async throws {
        let data = Data(repeating: UInt8(ascii: "a"), count: 66_560)
        let pieces = stride(from: 0, to: data.count, by: piece).map { data[$0..<min($0 + piece, data.count)] }
        let body = HTTPBody(
            AsyncStream { continuation in
                for piece in pieces { continuation.yield(Data(piece)) }
                continuation.finish()
            },
            length: 66_560
        )
        var request = Self.request(
            .put,
            "/examplebucket/chunkObject.txt",
            [.named("x-amz-storage-class"): "REDUCED_REDUNDANCY"],
            body: body
        )
        request.head.authority = "s3.amazonaws.com"
        let signed = try await Self.plugin(payload: .chunked).signed(request)
        #expect(
            Self.signature(of: signed) == "4f232c4386841ef735655705268965c44a0e4690baa4adea153f7db9fa80a0a9"
        )
        #expect(signed.headerFields[.contentEncoding] == "aws-chunked")
        #expect(signed.headerFields[.contentLength] == "66824")
        #expect(signed.headerFields["X-Amz-Decoded-Content-Length"] == "66560")
        let sent = try #require(signed.body)
        #expect(sent.length == 66_824)
        #expect(!sent.isReplayable)
        var bytes = Data()
        for try await chunk in sent { bytes.append(chunk) }
        let head = "chunk-signature="
        let text = String(decoding: bytes, as: UTF8.self)
        let signatures = text.components(separatedBy: head).dropFirst().map { String($0.prefix(64)) }
        #expect(
            signatures == [
                "ad80c730a21e5b8d04586a2213dd63b9a0e99e0e2307b0ade35a65485a288648",
                "0055627c9e194cb4542bae2aa5492e3c1575bbb81b612b7d234b86a503ef5497",
                "b6c6ea8a5354eaf15b3cb7646744f4275b71ea724fed81ceb9323e279d449df9",
            ]
        )
        #expect(text.hasPrefix("10000;chunk-signature="))
        #expect(
            text.hasSuffix(
                "\r\n0;chunk-signature=b6c6ea8a5354eaf15b3cb7646744f4275b71ea724fed81ceb9323e279d449df9\r\n\r\n"
            )
        )
        #expect(bytes.count == 66_824)
    }

    @Test("a chunked body needs its length")
    func chunkedBodyNeedsLength() async throws {
        let body = HTTPBody(isReplayable: true) { { nil } }
        let error = await #expect(throws: SignatureError.self) {
            _ = try await Self.plugin(payload: .chunked).signed(Self.request(.put, body: body))
        }
        #expect(error?.reason == .invalidMessage)
        let request = try await Self.plugin(payload: .chunked).signed(Self.request(.get))
        #expect(request.headerFields["X-Amz-Content-Sha256"] == SHA256Text.of(Data()))
    }

    @Test("a body that can be read only once is refused, unless the signature doesn't cover it")
    func bodyOfOneReading() async throws {
        func body() -> HTTPBody { HTTPBody(AsyncStream { $0.finish() }) }
        let error = await #expect(throws: SignatureError.self) {
            _ = try await Self.plugin().signed(Self.request(.put, body: body()))
        }
        #expect(error?.reason == .bodyNotReplayable)
        let signed = try await Self.plugin(payload: .unsigned).signed(Self.request(.put, body: body()))
        #expect(signed.headerFields["X-Amz-Content-Sha256"] == "UNSIGNED-PAYLOAD")
        for try await _ in try #require(signed.body) {}
    }

    @Test(
        "paths and queries that mean the same have the same signature, and others don't",
        arguments: [
            ("/a/./b", "/a/b", "execute-api", true), ("/a/../b", "/b", "execute-api", true),
            ("/../../b", "/b", "execute-api", true), ("//a//b/", "/a/b/", "execute-api", true),
            ("/a/..", "/", "execute-api", true), ("", "/", "execute-api", true),
            ("/a/.", "/a/", "execute-api", true), ("/a/b/..", "/a/", "execute-api", true),
            ("/a/...", "/a/", "execute-api", false), ("/x/.", "/x/", "s3", false),
            ("/a/../b", "/b", "s3", false), ("//a", "/a", "s3", false), ("/a/./b", "/a/b", "s3", false),
            ("/%C3%A4", "/%c3%a4", "s3", true), ("/a%2Fb", "/a/b", "s3", true),
            ("/a%2Fb", "/a/b", "execute-api", false),
            ("/%41", "/A", "s3", true), ("/?b=2&a=1", "/?a=1&b=2", "s3", true), ("/?a=2&a=1", "/?a=1&a=2", "s3", true),
            ("/?a", "/?a=", "s3", true), ("/?a=%20", "/?a=+", "s3", true), ("/?a=%7E", "/?a=~", "s3", true),
            ("/?a=%2B", "/?a=+", "s3", false), ("/?a=/", "/?a=%2f", "s3", true), ("/?", "/", "s3", true),
            ("/?&&", "/", "s3", true), ("/?a=1&&b=2", "/?a=1&b=2", "s3", true), ("/?=x", "/?x", "s3", false),
            ("/?a=b?c", "/?a=b%3Fc", "s3", true),
            ("/?a=b=c", "/?a=b%3Dc", "s3", true), ("/?a=%zz", "/?a=%25zz", "s3", true), ("/?a=1", "/?a=", "s3", false),
            ("/a", "/b", "s3", false),
        ] as [(String, String, String, Bool)]
    )
    func pathsAndQueries(_ first: String, _ second: String, _ service: String, _ areEqual: Bool) async throws {
        let plugin = Self.plugin(service)
        let one = try await plugin.signed(Self.request(.get, first))
        let other = try await plugin.signed(Self.request(.get, second))
        #expect((Self.signature(of: one) == Self.signature(of: other)) == areEqual)
    }

    @Test(
        "a path of S3 and a query are sent as they are signed",
        arguments: [
            ("s3", "/a+b$/(c)'*?prefix=c+d", "/a%2Bb%24/%28c%29%27%2A?prefix=c%20d"),
            ("s3", "/%c3%a4%2f..%zz", "/%C3%A4/..%25zz"), ("s3", "/a//b/../c", "/a//b/../c"), ("s3", "?a", "/?a"),
            ("sts", "/a+b$?prefix=c+d", "/a+b$?prefix=c%20d"), ("sts", "/%c3%2f", "/%c3%2f"), ("sts", "", "/"),
            ("sts", "?a=b=c&&=&d&e=/*'+(%c3%a4)%41", "/?a=b%3Dc&=&d&e=%2F%2A%27%20%28%C3%A4%29A"), ("s3", "/?", "/?"),
            ("sts", "/a?b=c=d", "/a?b=c%3Dd"), ("s3", "/a?b=c?d", "/a?b=c%3Fd"), ("sts", "/?a=b==", "/?a=b%3D%3D"),
            ("sts", "/?a=1&&b=2", "/?a=1&b=2"), ("s3", "/?&a&", "/?a"), ("s3", "/?&&", "/"), ("sts", "/?=x", "/?=x"),
            ("sts", "/a/.", "/a/"), ("sts", "/a/b/..?c", "/a/b/../?c"), ("sts", "/.", "/"), ("sts", "/..", "/../"),
            ("sts", "/a...", "/a..."), ("sts", "/.a?b=c=d", "/.a?b=c%3Dd"), ("s3", "/x/.", "/x/."),
            ("s3", "/x/..", "/x/.."),
        ]
    )
    func targetIsSentAsItIsSigned(_ service: String, _ target: String, _ sent: String) async throws {
        let signed = try await Self.plugin(service).signed(Self.request(.get, target))
        #expect(signed.head.path == sent)
    }

    @Test("fields that proxies change aren't signed, and repeated ones are joined in their order")
    func signedFields() async throws {
        var fields: HTTPFields = [
            .userAgent: "a", .named("traceparent"): "b", .contentType: "text/plain", .connection: "close",
        ]
        fields.append(HTTPField(name: .named("X-Two"), value: "  b   c "))
        fields.append(HTTPField(name: .named("X-Two"), value: "a"))
        let signed = try await Self.plugin("sts").signed(Self.request(.get, "/", fields))
        #expect(
            signed.headerFields[.authorization]?.contains("SignedHeaders=content-type;host;x-amz-date;x-two,") == true
        )
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
                == "GET\n/\n\ncontent-type:text/plain\nhost:h\nx-two:b c,a\n\ncontent-type;host;x-two\np"
        )
    }

    /// A server reads the line as it arrives, and transports join repeated fields in two ways.
    @Test("repeated fields are sent as the one that is signed")
    func repeatedFieldsAreOne() async throws {
        var repeated = Self.request(.get, "/")
        repeated.headerFields[values: .named("X-Two")] = [" b", "a"]
        repeated.headerFields[values: .cookie] = ["c=1", "d=2"]
        let signed = try await Self.plugin("sts").signed(repeated)
        #expect(signed.headerFields[values: .named("X-Two")] == ["b,a"])
        #expect(signed.headerFields[values: .cookie] == ["c=1; d=2"])
        let one = try await Self.plugin("sts").signed(
            Self.request(.get, "/", [.named("X-Two"): "b,a", .cookie: "c=1; d=2"])
        )
        #expect(Self.signature(of: signed) == Self.signature(of: one))
    }

    @Test(
        "the host is the one that transports send, without the default port",
        arguments: [
            ("https", "a.example:443", true), ("http", "a.example:80", true), ("https", "a.example:8443", false),
            ("https", "a.example:80", false),
        ]
    )
    func hostIsSigned(_ scheme: String, _ authority: String, _ isEqual: Bool) async throws {
        var request = Self.request()
        request.head.scheme = scheme
        request.head.authority = authority
        let first = try await Self.plugin().signed(request)
        request.head.authority = "a.example"
        let second = try await Self.plugin().signed(request)
        #expect((Self.signature(of: first) == Self.signature(of: second)) == isEqual)
    }

    @Test("the token of a session is signed, is a credential, and can't hold a line break")
    func sessionTokenIsSigned() async throws {
        var credentials = Self.credentials
        credentials.sessionToken = "token"
        let signed = try await Self.plugin("sts", credentials).signed(Self.request())
        #expect(signed.headerFields["X-Amz-Security-Token"] == "token")
        #expect(signed.headerFields[.authorization]?.contains("x-amz-date;x-amz-security-token,") == true)
        let fields = Redaction.default.masking(signed.credentialNames).headerFields(signed.headerFields)
        #expect(fields["X-Amz-Security-Token"] == "…")
        #expect(fields[.authorization]?.contains("Signature") == false)
        credentials.sessionToken = "a\r\nb: c"
        await #expect(throws: TalynError.self) {
            _ = try await Self.plugin("sts", credentials).signed(Self.request())
        }
    }

    @Test(
        "times are those of the Gregorian calendar, and nothing traps",
        arguments: [
            (0, "19700101T000000Z"), (951_826_154, "20000229T120914Z"), (1_709_251_199, "20240229T235959Z"),
            (4_107_542_400, "21000301T000000Z"), (-5, "19700101T000000Z"), (.nan, "19700101T000000Z"),
            (.infinity, "99991231T235959Z"), (-.infinity, "19700101T000000Z"), (1_440_938_160.9, "20150830T123600Z"),
        ] as [(Double, String)]
    )
    func timestamps(_ interval: Double, _ text: String) {
        #expect(AWSTimestamp(Date(timeIntervalSince1970: interval)).text == text)
    }
}
#endif
