import _TalynSupport

#if canImport(CryptoKit) || Crypto
import Foundation
import HTTPTypes
import TalynCore
import TestSupport
import Testing

@testable import TalynAuth

@Suite("HTTP message signatures: signing")
struct HTTPMessageSignerTests {
    typealias Vectors = HTTPMessageVerifierTests

    static func signer(
        _ components: [HTTPMessageComponent],
        key: SigningKey? = nil
    ) throws -> HTTPMessageSigner {
        HTTPMessageSigner(
            key: try key ?? SigningKey(pemRepresentation: ExampleKeys.ed25519Private),
            keyID: "test-key-ed25519",
            components: components,
            now: { Vectors.created }
        )
    }

    static func base(_ components: [HTTPMessageComponent], _ request: HTTPRequest) throws -> [String] {
        let list = StructuredField.InnerList(components.map(\.item))
        let base = try SignatureBase(of: components, list, .request(request))
        return String(decoding: base.bytes, as: UTF8.self).split(separator: "\n").dropLast().map { String($0) }
    }

    @Test("the signature of the shared secret is the one of RFC 9421, appendix B.2.5")
    func signatureOfSecret() throws {
        var signer = HTTPMessageSigner(
            key: try SigningKey(secret: try #require(Data(base64Encoded: ExampleKeys.secret))),
            keyID: "test-shared-secret",
            components: [.field(.date), .authority, .field(.contentType)],
            now: { Vectors.created }
        )
        signer.label = "sig-b25"
        var request = Vectors.request
        try signer.sign(&request)
        let vector = try Vectors.vector("sig-b25")
        #expect(request.headerFields[.signatureInput] == "sig-b25=\(vector.input)")
        #expect(request.headerFields[.signature] == "sig-b25=:\(vector.signature):")
    }

    @Test(
        "the fields of a structured message have the values of section 2.1",
        arguments: [
            (.field(.named("Example-Dict")), #""example-dict": a=1,    b=2;x=1;y=2,   c=(a   b   c), d"#),
            (.member("a", of: .named("Example-Dict")), #""example-dict";key="a": 1"#),
            (.member("d", of: .named("Example-Dict")), #""example-dict";key="d": ?1"#),
            (.member("b", of: .named("Example-Dict")), #""example-dict";key="b": 2;x=1;y=2"#),
            (.member("c", of: .named("Example-Dict")), #""example-dict";key="c": (a b c)"#),
            (
                .binaryField(.named("Example-Header")),
                #""example-header";bs: :dmFsdWUsIHdpdGgsIGxvdHM=:, :b2YsIGNvbW1hcw==:"#
            ),
            (.field(.named("Example-Header")), #""example-header": value, with, lots, of, commas"#),
            (.structuredField(.priority), #""priority";sf: u=1, i"#), (.field(.named("X-Empty")), #""x-empty": "#),
            (.queryParameter("var"), #""@query-param";name="var": this%20is%20a%20big%0Amultiline%20value"#),
            (.queryParameter("bar"), #""@query-param";name="bar": with%20plus%20whitespace"#),
            (.queryParameter(#"façade": "#), #""@query-param";name="fa%C3%A7ade%22%3A%20": something"#),
            (.queryParameter("qux"), #""@query-param";name="qux": "#), (.scheme, #""@scheme": https"#),
            (.targetURI, #""@target-uri": https://www.example.com\#(target)"#), (.path, #""@path": /parameters"#),
            (.requestTarget, #""@request-target": \#(target)"#),
        ] as [(HTTPMessageComponent, String)]
    )
    func valuesOfComponents(_ component: HTTPMessageComponent, _ line: String) throws {
        var request = HTTPRequest(method: .get, scheme: "HTTPS", authority: "www.Example.com:443", path: Self.target)
        request.headerFields["Example-Dict"] = "a=1,    b=2;x=1;y=2,   c=(a   b   c), d"
        request.headerFields[.priority] = "u=1,   i"
        request.headerFields["X-Empty"] = ""
        request.headerFields[values: .named("Example-Header")] = ["value, with, lots", "of, commas"]
        #expect(try Self.base([component], request) == [line])
    }

    static let target =
        "/parameters?var=this%20is%20a%20big%0Amultiline%20value&bar=with+plus+whitespace&fa%C3%A7ade%22%3A%20=something&qux="

    @Test(
        "a parameter of the query is decoded as a form: invalid UTF-8 becomes U+FFFD, and invalid escapes stay",
        arguments: [
            ("%FF", "%EF%BF%BD"), ("%25FF", "%25FF"), ("%20%zz", "%20%25zz"), ("%2", "%252"),
            ("%e4%C3%A4", "%EF%BF%BD%C3%A4"),
            ("+%2B", "%20%2B"), ("a=b", "a%3Db"),
        ]
    )
    func queryParameterIsDecoded(_ value: String, _ signed: String) throws {
        let request = HTTPRequest(
            method: .get,
            scheme: "https",
            authority: "a.example",
            path: "/?q=\(value)&\(value)q=1"
        )
        #expect(try Self.base([.queryParameter("q")], request) == [#""@query-param";name="q": \#(signed)"#])
    }

    @Test("the name of a query parameter is decoded as its value")
    func nameOfQueryParameterIsDecoded() throws {
        let request = HTTPRequest(method: .get, scheme: "https", authority: "a.example", path: "/?%FF=1&%25FF=2&+=3")
        for (name, value) in [("\u{FFFD}", "1"), ("%FF", "2"), (" ", "3")] {
            let base = try #require(try Self.base([.queryParameter(name)], request).first)
            #expect(base.hasSuffix(": \(value)"))
        }
    }

    @Test("a request without a query or a path has their empty forms")
    func emptyForms() throws {
        let request = HTTPRequest(method: .get, scheme: "http", authority: "a.example:80", path: "")
        #expect(
            try Self.base([.query, .path, .authority, .targetURI], request) == [
                #""@query": ?"#, #""@path": /"#, #""@authority": a.example"#, #""@target-uri": http://a.example/"#,
            ]
        )
        let marked = HTTPRequest(method: .get, scheme: "http", authority: "a.example", path: "?a")
        #expect(try Self.base([.query, .path], marked) == [#""@query": ?a"#, #""@path": /"#])
    }

    @Test(
        "what can't be signed is refused with the component's name",
        arguments: [
            ([.status], #"The component "@status" is one of responses."#),
            ([.method.ofRequest], #"The component "@method";req is one of responses."#),
            ([.field(.named("X-None"))], #"The component "x-none" isn't in the message."#),
            ([.queryParameter("twice")], #"The component "@query-param";name="twice" is in the query more than once."#),
            ([.queryParameter("none")], #"The component "@query-param";name="none" isn't in the query."#),
            ([.method, .method], #"The component "@method" is there twice, or can't be covered."#),
            ([.field(.named("X-Text"))], #"The component "x-text" has characters outside of ASCII."#),
            ([.structuredField(.named("X-Text"))], #"The component "x-text";sf has an unknown structure."#),
            ([.member("a", of: .date)], #"The component "date";key="a" isn't a dictionary."#),
        ] as [([HTTPMessageComponent], String)]
    )
    func refusals(_ components: [HTTPMessageComponent], _ problem: String) throws {
        var request = HTTPRequest(method: .get, scheme: "https", authority: "a.example", path: "/?twice=1&twice=2")
        request.headerFields[.date] = "Tue, 20 Apr 2021 02:07:55 GMT"
        request.headerFields["X-Text"] = "ä"
        let error = #expect(throws: SignatureError.self) { try Self.signer(components).sign(&request) }
        #expect(error?.reason == .invalidMessage)
        #expect(error?.problem == problem)
        #expect(!request.headerFields.contains(.signature))
    }

    @Test("a key's identifier and a nonce that a field can't carry are refused")
    func unwritableParametersAreRefused() throws {
        for id in ["ä", "a\nb", "\0"] {
            let signer = HTTPMessageSigner(key: .ed25519(), keyID: id, components: [.method])
            var request = Vectors.request
            #expect(throws: SignatureError.self) { try signer.sign(&request) }
        }
        var signer = try Self.signer([.method])
        signer.label = "Not A Label"
        var request = Vectors.request
        #expect(throws: SignatureError.self) { try signer.sign(&request) }
    }

    @Test("signs all parameters, and the server reads them")
    func signsAllParameters() async throws {
        var signer = try Self.signer([.method, .path, .member("sha-512", of: .named("Content-Digest"))])
        signer.lifetime = .seconds(30)
        signer.namesAlgorithm = true
        signer.nonce = { "n1" }
        signer.tag = "app"
        var request = Vectors.request
        try signer.sign(&request)
        #expect(
            request.headerFields[.signatureInput]
                == #"sig1=("@method" "@path" "content-digest";key="sha-512");created=1618884473;expires=1618884503"#
                + #";keyid="test-key-ed25519";alg="ed25519";nonce="n1";tag="app""#
        )
        let signature = try await Vectors.verifier([.method]).verify(request, body: nil)
        #expect(signature.nonce == "n1" && signature.tag == "app")
        #expect(signature.expires == Vectors.created.addingTimeInterval(30))
        let signed = request
        await #expect(throws: SignatureError.self) {
            _ = try await Vectors.verifier([.method], after: 31).verify(signed, body: nil)
        }
    }

    @Test("several signers of a message need labels of their own")
    func severalSigners() async throws {
        var request = Vectors.request
        try Self.signer([.method]).sign(&request)
        #expect(throws: SignatureError.self) { try Self.signer([.path]).sign(&request) }
        var second = try Self.signer([.path], key: try SigningKey(pemRepresentation: ExampleKeys.ed25519Private))
        second.label = "sig2"
        try second.sign(&request)
        #expect(request.headerFields[values: .signature].count == 2)
        #expect(try await Vectors.verifier([.path]).verify(request, body: nil).label == "sig2")
        #expect(try await Vectors.verifier([.method]).verify(request, body: nil).label == "sig1")
    }

    @Test("a server signs a response with parts of the request")
    func serverSignsResponse() async throws {
        let body = Data(#"{"busy": true}"#.utf8)
        var response = HTTPResponse(status: .serviceUnavailable)
        let request = Vectors.request
        let components: [HTTPMessageComponent] = [.status, .contentDigest, .method.ofRequest, .contentDigest.ofRequest]
        try Self.signer(components).sign(&response, to: request, body: body)
        let verifier = Vectors.verifier([.status, .contentDigest, .contentDigest.ofRequest])
        _ = try await verifier.verify(response, to: request, body: body)
        let signed = response
        await #expect(throws: SignatureError.self) { _ = try await verifier.verify(signed, to: request, body: Data()) }
        await #expect(throws: SignatureError.self) { _ = try await verifier.verify(signed, body: body) }
        let other = request.withoutDigest
        await #expect(throws: SignatureError.self) { _ = try await verifier.verify(signed, to: other, body: body) }
    }

    @Test("RSA signs with PSS by default, and with PKCS#1 v1.5 if it says so")
    func algorithmsOfRSA() async throws {
        let key = try SigningKey(pemRepresentation: ExampleKeys.pssPrivate)
        for algorithm in [nil, .rsaPSSSHA512, .rsaV15SHA256] as [SignatureAlgorithm?] {
            var signer = HTTPMessageSigner(
                key: key,
                keyID: "test-key-rsa-pss",
                components: [.method],
                now: { Vectors.created }
            )
            signer.algorithm = algorithm
            signer.namesAlgorithm = algorithm == .rsaV15SHA256
            var request = Vectors.request
            try signer.sign(&request)
            _ = try await Vectors.verifier().verify(request, body: nil)
        }
        var signer = HTTPMessageSigner(key: key, keyID: nil, components: [.method])
        signer.algorithm = .rsaPSSSHA256
        var request = Vectors.request
        #expect(throws: SignatureError.self) { try signer.sign(&request) }
    }

    @Test("the plugin signs each exchange with the digest of its body, and masks the signature")
    func pluginSignsEachExchange() async throws {
        let file = URL(fileURLWithPath: NSTemporaryDirectory()).appendingPathComponent("talyn-\(UUID().uuidString)")
        try Data("content".utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let signer = try Self.signer([.method, .targetURI, .contentDigest])
        for body in [HTTPBody(Data("content".utf8)), try HTTPBody(contentsOf: file), nil] {
            let request = OutgoingRequest(Vectors.request.withoutDigest, body: body)
            _ = try await signer.intercept(request) { request in
                #expect(
                    request.headerFields["Content-Digest"]
                        == (body == nil
                            ? "sha-256=:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=:"
                            : "sha-256=:7XACtDnprIRfIjV9giusFERzD722AW0+yUMil7nsn3M=:")
                )
                _ = try await Vectors.verifier([.targetURI]).verify(
                    request.head,
                    body: body == nil ? Data() : Data("content".utf8)
                )
                #expect(request.credentialNames == ["Signature", "Signature-Input"])
                return TransportResponse(statusCode: 200, body: HTTPBody(Data()))
            }
        }
    }

    @Test("a body that can be read only once needs a signature without its digest")
    func bodyOfOneReading() async throws {
        let request = OutgoingRequest(Vectors.request.withoutDigest, body: HTTPBody(AsyncStream { $0.finish() }))
        let error = await #expect(throws: SignatureError.self) {
            _ = try await Self.signer([.contentDigest]).intercept(request) { _ in fatalError() }
        }
        #expect(error?.reason == .bodyNotReplayable)
        _ = try await Self.signer([.method]).intercept(request) { _ in
            TransportResponse(statusCode: 200, body: HTTPBody(Data()))
        }
    }
}

extension HTTPRequest {
    fileprivate var withoutDigest: HTTPRequest {
        var request = self
        request.headerFields["Content-Digest"] = nil
        return request
    }
}
#endif
