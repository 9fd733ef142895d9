#if canImport(CryptoKit) || Crypto
import Foundation
import HTTPTypes
import TalynCore
import Testing

@testable import TalynAuth

/// The parts of a request that are signed in the form in which a server reads them.
@Suite("HTTP message signatures: normal forms")
struct HTTPMessageNormalizationTests {
    typealias Vectors = HTTPMessageVerifierTests

    @Test("several cookies are covered as the one field that is sent")
    func cookiesAreJoined() async throws {
        var request = Vectors.request
        request.headerFields.append(HTTPField(name: .cookie, value: "a=1"))
        request.headerFields.append(HTTPField(name: .cookie, value: "b=2"))
        let components: [HTTPMessageComponent] = [.field(.cookie), .binaryField(.cookie)]
        #expect(
            try HTTPMessageSignerTests.base(components, request) == [
                #""cookie": a=1; b=2"#, #""cookie";bs: :YT0xOyBiPTI=:"#,
            ]
        )
        try HTTPMessageSignerTests.signer(components).sign(&request)
        _ = try await Vectors.verifier(components).verify(request, body: nil)
        request.headerFields[fields: .cookie] = [HTTPField(name: .cookie, value: "a=1; b=2")]
        _ = try await Vectors.verifier(components).verify(request, body: nil)
    }

    @Test("a repeated field whose bytes are covered is sent as one, as some transports do it")
    func binaryFieldIsOne() async throws {
        let name = HTTPField.Name.named("Example-Header")
        var request = Vectors.request
        request.headerFields[values: name] = ["a", "b"]
        try HTTPMessageSignerTests.signer([.binaryField(name)]).sign(&request)
        #expect(request.headerFields[values: name] == ["a, b"])
        _ = try await Vectors.verifier([.binaryField(name)]).verify(request, body: nil)
    }

    @Test(
        "the authority is signed and sent in its normal form",
        arguments: [
            ("https", "EXAMPLE.com:443", "https://example.com/"), ("HTTPS", "example.com:", "https://example.com/"),
            ("http", "Example.com:80", "http://example.com/"), ("http", "example.com:443", "http://example.com:443/"),
            ("https", "EXAMPLE.com:8443", "https://example.com:8443/"),
            ("https", "[2001:DB8::443]:443", "https://[2001:db8::443]/"),
        ]
    )
    func authorityIsNormalized(_ scheme: String, _ authority: String, _ url: String) async throws {
        var request = HTTPRequest(method: .get, scheme: scheme, authority: authority, path: "/")
        let base = try HTTPMessageSignerTests.base([.targetURI], request)
        #expect(base == [#""@target-uri": \#(url)"#])
        try HTTPMessageSignerTests.signer([.targetURI]).sign(&request)
        #expect("\(scheme.lowercased())://\(request.authority ?? "")/" == url)
        request.authority = authority
        _ = try await Vectors.verifier([.targetURI]).verify(request, body: nil)
    }

    @Test("an authority that the signature doesn't cover stays as it is")
    func otherAuthorityStays() throws {
        var request = HTTPRequest(method: .get, scheme: "https", authority: "EXAMPLE.com:443", path: "/")
        try HTTPMessageSignerTests.signer([.method]).sign(&request)
        #expect(request.authority == "EXAMPLE.com:443")
    }
}
#endif
