#if canImport(CryptoKit) || Crypto
import Foundation
import HTTPTypes
import TalynCore
import Testing

@testable import TalynAuth

@Suite("HTTP message signatures: verification")
struct HTTPMessageVerifierTests {
    // MARK: - The messages of RFC 9421

    static let created = Date(timeIntervalSince1970: 1_618_884_473)

    static var request: HTTPRequest {
        var request = HTTPRequest(
            method: .post,
            scheme: "https",
            authority: "example.com",
            path: "/foo?param=Value&Pet=dog"
        )
        request.headerFields = [
            .date: "Tue, 20 Apr 2021 02:07:55 GMT", .contentType: "application/json",
            .named("Content-Digest"):
                "sha-512=:WZDPaVn/7XgHaAy8pmojAkGWoRx2UFChF41A2svX+TaPm+AbwAgBWnrIiYllu7BNNyealdVLvRwE"
                + "mTHWXvJwew==:",
            .contentLength: "18",
        ]
        return request
    }

    static let body = Data(#"{"hello": "world"}"#.utf8)

    static var response: HTTPResponse {
        HTTPResponse(
            status: .ok,
            headerFields: [
                .date: "Tue, 20 Apr 2021 02:07:56 GMT", .contentType: "application/json",
                .named("Content-Digest"):
                    "sha-512=:mEWXIS7MaLRuGgxOBdODa3xqM1XdEvxoYhvlCFJ41QJgJc4GTsPp29l5oGX69wWdXymyU0rj"
                    + "Juahq4l5aGgfLQ==:",
                .contentLength: "23",
            ]
        )
    }

    static func key(_ id: String?) throws -> VerificationKey? {
        switch id {
        case "test-key-rsa-pss": try VerificationKey(pemRepresentation: ExampleKeys.pssPublic)
        case "test-key-ecc-p256": try VerificationKey(pemRepresentation: ExampleKeys.p256Public)
        case "test-key-ed25519": try VerificationKey(pemRepresentation: ExampleKeys.ed25519Public)
        case "test-shared-secret":
            try VerificationKey(secret: try #require(Data(base64Encoded: ExampleKeys.secret)))
        default: nil
        }
    }

    static func verifier(
        _ required: [HTTPMessageComponent] = [],
        after delay: Double = 0
    ) -> HTTPMessageVerifier {
        HTTPMessageVerifier(requiring: required, now: { created.addingTimeInterval(delay) }) { try key($0.keyID) }
    }

    static func fields(_ fields: HTTPFields, _ vector: MessageVector) -> HTTPFields {
        var fields = fields
        fields[.signatureInput] = "\(vector.label)=\(vector.input)"
        fields[.signature] = "\(vector.label)=:\(vector.signature):"
        return fields
    }

    static func vector(_ label: String) throws -> MessageVector {
        try #require(MessageVector.all.first { $0.label == label })
    }

    static func signedRequest(_ label: String = "sig-b26") throws -> HTTPRequest {
        var request = Self.request
        request.headerFields = fields(request.headerFields, try vector(label))
        return request
    }

    /// The failure of a verification; nil if the signature is valid.
    static func failure(of verifier: HTTPMessageVerifier, _ request: HTTPRequest) async -> SignatureError? {
        do {
            _ = try await verifier.verify(request, body: nil)
            return nil
        } catch {
            return error as? SignatureError
        }
    }

    // MARK: - Vectors

    @Test(
        "the signatures of RFC 9421, appendix B.2, are valid",
        arguments: MessageVector.all.filter { $0.label.hasPrefix("sig-") }
    )
    func signaturesOfAppendixAreValid(_ vector: MessageVector) async throws {
        let signature =
            if vector.label == "sig-b24" {
                try await Self.verifier().verify(
                    HTTPResponse(status: .ok, headerFields: Self.fields(Self.response.headerFields, vector)),
                    body: nil
                )
            } else {
                try await Self.verifier().verify(try Self.signedRequest(vector.label), body: nil)
            }
        #expect(signature.label == vector.label)
        #expect(signature.created == Self.created)
    }

    @Test("the parameters of a valid signature can be read")
    func parametersCanBeRead() async throws {
        let minimal = try await Self.verifier().verify(try Self.signedRequest("sig-b21"), body: nil)
        #expect(minimal.components == [])
        #expect(minimal.nonce == "b3k2pp5k7z-50gnwp.yemd")
        #expect(minimal.keyID == "test-key-rsa-pss")
        var verifier = Self.verifier([.queryParameter("Pet"), .authority])
        verifier.tag = "header-example"
        let selective = try await verifier.verify(try Self.signedRequest("sig-b22"), body: Self.body)
        #expect(selective.components == [.authority, .contentDigest, .queryParameter("Pet")])
        #expect(selective.tag == "header-example")
    }

    @Test("a proxy's signature of a certificate is valid (appendix B.3)")
    func signatureOfProxyIsValid() async throws {
        var request = Self.request
        request.authority = "service.internal.example"
        request.headerFields["Client-Cert"] =
            ":MIIBqDCCAU6gAwIBAgIBBzAKBggqhkjOPQQDAjA6MRswGQYDVQQKDBJMZXQncyBBdXRoZW50aWNhdGUxGzAZBgNVBAMMEkxBIEludGVyb"
            + "WVkaWF0ZSBDQTAeFw0yMDAxMTQyMjU1MzNaFw0yMTAxMjMyMjU1MzNaMA0xCzAJBgNVBAMMAkJDMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcD"
            + "QgAE8YnXXfaUgmnMtOXU/IncWalRhebrXmckC8vdgJ1p5Be5F/3YC8OthxM4+k1M6aEAEFcGzkJiNy6J84y7uzo9M6NyMHAwCQYDVR0TBAI"
            + "wADAfBgNVHSMEGDAWgBRm3WjLa38lbEYCuiCPct0ZaSED2DAOBgNVHQ8BAf8EBAMCBsAwEwYDVR0lBAwwCgYIKwYBBQUHAwIwHQYDVR0RAQ"
            + "H/BBMwEYEPYmRjQGV4YW1wbGUuY29tMAoGCCqGSM49BAMCA0gAMEUCIBHda/r1vaL6G3VliL4/Di6YK0Q6bMjeSkC3dFCOOB8TAiEAx/kHS"
            + "B4urmiZ0NX5r5XarmPk0wmuydBVoU4hBVZ1yhk=:"
        request.headerFields = Self.fields(request.headerFields, try Self.vector("ttrp"))
        _ = try await Self.verifier([.field(.named("Client-Cert"))]).verify(request, body: nil)
    }

    @Test(
        "changes that HTTP allows leave a signature valid, and others don't (appendix B.4)",
        arguments: [
            ("GET", "example.org", "/demo?name1=Value1&Name2=value2", ["application/json", "*/*"], true),
            (
                "GET", "EXAMPLE.org:443", "/demo?name1=Value1&Name2=value2&param=added", ["application/json", "*/*"],
                true
            ),
            ("GET", "example.org", "/demo", ["application/json, */*"], true),
            ("POST", "example.com", "/demo?name1=Value1&Name2=value2", ["application/json", "*/*"], false),
            ("GET", "example.org", "/demo?name1=Value1&Name2=value2", ["*/*", "application/json"], false),
            ("GET", "example.org", "/Demo", ["application/json", "*/*"], false),
            ("GET", "example.org:8443", "/demo", ["application/json", "*/*"], false),
            ("GET", "example.org", "/demo", [], false),
        ] as [(String, String, String, [String], Bool)]
    )
    func changesOfMessages(
        _ method: String,
        _ authority: String,
        _ path: String,
        _ accept: [String],
        _ isValid: Bool
    ) async throws {
        var request = HTTPRequest(
            method: try #require(HTTPRequest.Method(method)),
            scheme: "https",
            authority: authority,
            path: path
        )
        request.headerFields = Self.fields([.acceptLanguage: "en-US,en;q=0.5"], try Self.vector("transform"))
        request.headerFields[values: .accept] = accept
        let failure = await Self.failure(of: Self.verifier(), request)
        #expect((failure == nil) == isValid)
    }

    // MARK: - Refusals

    @Test("a signature that misses a required component is refused")
    func missingComponentIsRefused() async throws {
        let error = await #expect(throws: SignatureError.self) {
            _ = try await Self.verifier([.method, .contentDigest]).verify(try Self.signedRequest(), body: nil)
        }
        #expect(error?.reason == .missingComponent)
        #expect(error?.description == #"The signature doesn't cover "content-digest". The sender has to sign it, too."#)
    }

    @Test("a body must be covered, and must have its digest")
    func bodyMustBeCovered() async throws {
        let error = await #expect(throws: SignatureError.self) {
            _ = try await Self.verifier().verify(try Self.signedRequest(), body: Self.body)
        }
        #expect(error?.reason == .missingComponent)
        _ = try await Self.verifier().verify(try Self.signedRequest(), body: Data())
        _ = try await Self.verifier().verify(try Self.signedRequest("sig-b23"), body: Self.body)
        let other = await #expect(throws: SignatureError.self) {
            _ = try await Self.verifier().verify(try Self.signedRequest("sig-b23"), body: Self.body + [10])
        }
        #expect(other?.reason == .mismatch)
    }

    @Test(
        "a signature is valid for its time only",
        arguments: [
            (300, true), (301, false), (-60, true), (-61, false),
        ] as [(Double, Bool)]
    )
    func signatureHasTime(_ delay: Double, _ isValid: Bool) async throws {
        let request = try Self.signedRequest()
        let failure = await Self.failure(of: Self.verifier(after: delay), request)
        #expect(failure?.reason == (isValid ? nil : .outOfTime))
    }

    @Test(
        "each damage of the fields has its reason, and none traps",
        arguments: [
            (nil, nil, .missingSignature), (input, nil, .missingSignature), (nil, signature, .missingSignature),
            (input, "sig-b26=:%:", .malformedSignature), (input, "other=:Zm9v:", .malformedSignature),
            (input, "sig-b26=abc", .malformedSignature), (input, "sig-b26=:Zm9v:", .mismatch),
            (input, "sig-b26=::", .mismatch), ("sig-b26", signature, .malformedSignature),
            ("(((", signature, .malformedSignature), ("", signature, .missingSignature),
            ("sig-b26=(1);created=1618884473", signature, .malformedSignature),
            ("sig-b26=();created=\"a\"", signature, .malformedSignature),
            ("sig-b26=();keyid=\"test-key-ed25519\"", signature, .outOfTime),
            ("sig-b26=();created=1618884473", signature, .missingSignature),
            ("sig-b26=();created=1618884473;keyid=\"who\"", signature, .missingSignature),
            ("sig-b26=();created=1618884473;expires=1618884472;keyid=\"test-key-ed25519\"", signature, .outOfTime),
            ("sig-b26=();created=999999999999999;keyid=\"test-key-ed25519\"", signature, .outOfTime),
            ("sig-b26=();created=1618884473;keyid=\"test-key-ed25519\";alg=\"hmac-sha256\"", signature, .invalidKey),
            ("sig-b26=();created=1618884473;keyid=\"test-key-ed25519\";alg=\"none\"", signature, .malformedSignature),
            (list("\"@unknown\""), signature, .invalidMessage), (list("\"x-missing\""), signature, .invalidMessage),
            (list("\"date\" \"date\""), signature, .invalidMessage), (list("\"Date\""), signature, .invalidMessage),
            (list("\(digest);sf;key=\"sha-512\" \(digest);key=\"sha-512\";sf"), signature, .invalidMessage),
            (list("\(digest);sf;key=\"sha-512\" \(digest);key=\"sha-512\""), signature, .mismatch),
            (list("\"@signature-params\""), signature, .invalidMessage),
            (list("\"@status\""), signature, .invalidMessage),
            (list("\"@method\";req"), signature, .invalidMessage), (list("\"date\";tr"), signature, .invalidMessage),
            (list("\"date\";bs;sf"), signature, .invalidMessage), (list("\"date\";sf"), signature, .invalidMessage),
            (list("\"date\";key=\"a\""), signature, .invalidMessage),
            (list("\"@query-param\""), signature, .invalidMessage),
            (list("\"@query-param\";name=\"none\""), signature, .invalidMessage),
            (list("\"\""), signature, .invalidMessage),
            (list("\"a b\""), signature, .invalidMessage), (list("\"@method\";x"), signature, .invalidMessage),
            (list("\"date\";sf=?0"), signature, .invalidMessage), (list(""), signature, .mismatch),
            (String(repeating: "a", count: 20_000), signature, .malformedSignature),
            ((0..<300).map { "a\($0)" }.joined(separator: ","), signature, .malformedSignature),
        ] as [(String?, String?, SignatureError.Reason)]
    )
    func damagesHaveReasons(_ input: String?, _ signature: String?, _ reason: SignatureError.Reason) async throws {
        var request = Self.request
        request.headerFields[.signatureInput] = input
        request.headerFields[.signature] = signature
        let error = await #expect(throws: SignatureError.self) {
            _ = try await Self.verifier().verify(request, body: nil)
        }
        #expect(error?.reason == reason, "\(error?.description ?? "")")
    }

    static let input =
        #"sig-b26=("date" "@method" "@path" "@authority" "content-type" "content-length")"#
        + #";created=1618884473;keyid="test-key-ed25519""#
    static let signature =
        "sig-b26=:wqcAqbmYJ2ji2glfAMaRy4gruYYnx2nEFN2HN6jrnDnQCK1u02Gb04v9EDgwUPiu4A0w6vuQv5lIp5WPpBKRCw==:"

    static let digest = "\"content-digest\""

    static func list(_ components: String) -> String {
        "sig-b26=(\(components));created=1618884473;keyid=\"test-key-ed25519\""
    }

    @Test("one valid signature among invalid ones is enough, and the tag chooses")
    func oneValidSignatureIsEnough() async throws {
        var request = Self.request
        request.headerFields[.signatureInput] = "bad=();created=1618884473;keyid=\"who\", \(Self.input)"
        request.headerFields[.signature] = "bad=:Zm9v:, \(Self.signature)"
        var verifier = Self.verifier()
        #expect(try await verifier.verify(request, body: nil).label == "sig-b26")
        verifier.tag = "app"
        let error = await #expect(throws: SignatureError.self) { _ = try await verifier.verify(request, body: nil) }
        #expect(error?.reason == .missingSignature)
    }

    @Test(
        "a changed field, and a field that is added to a covered one, are refused",
        arguments: [
            { (request: inout HTTPRequest) in request.headerFields[.contentType] = "text/html" },
            { request in request.headerFields.append(HTTPField(name: .contentType, value: "text/html")) },
            { request in request.headerFields[.date] = nil }, { request in request.path = "/foo/" },
            { request in request.method = .put }, { request in request.authority = "example.org" },
        ] as [@Sendable (inout HTTPRequest) -> Void]
    )
    func changedMessageIsRefused(_ change: @Sendable (inout HTTPRequest) -> Void) async throws {
        var request = try Self.signedRequest()
        _ = try await Self.verifier().verify(request, body: nil)
        change(&request)
        #expect(await Self.failure(of: Self.verifier(), request) != nil)
    }

    @Test("the error of the closure for keys fails the verification")
    func closureFails() async throws {
        struct Unreachable: Error {}
        let verifier = HTTPMessageVerifier(requiring: [], now: { Self.created }) { _ in throw Unreachable() }
        let request = try Self.signedRequest("sig-b21")
        await #expect(throws: Unreachable.self) { _ = try await verifier.verify(request, body: nil) }
    }

    @Test("a verified signature has the nonce of the sender")
    func nonceIsReturned() async throws {
        let verifier = HTTPMessageVerifier(requiring: [], now: { Self.created }) { try Self.key($0.keyID) }
        let signature = try await verifier.verify(try Self.signedRequest("sig-b21"), body: nil)
        #expect(signature.nonce == "b3k2pp5k7z-50gnwp.yemd")
    }
}
#endif
