import Foundation
import TestSupport
import Testing

@testable import TalynCore

/// Calls with a user and a password that the server doesn't get.
struct UnansweredChallengeTests {
    private struct User: RequestAdapter {
        func adapt(_ request: inout OutgoingRequest, context: CallContext) {
            request.credential = PasswordCredential(user: "ada", password: "secret")
        }
    }

    /// The text of the failed call, and its `Authorization` fields.
    private func failure(
        of challenges: [String],
        from url: String = "http://a.b/",
        plugins: [any Plugin] = [User()]
    ) async throws -> (text: String, fields: [String?]) {
        let fields = Recorder<String?>()
        let transport = ClosureTransport { request in
            fields.record(request.headerFields[.authorization])
            let list = challenges.map { HTTPField(name: .wwwAuthenticate, value: $0) }
            return TransportResponse(statusCode: 401, headerFields: HTTPFields(list), body: HTTPBody(Data()))
        }
        let provider = Provider<Probe>(transport: transport, plugins: plugins)
        var probe = Probe(try #require(URL(string: url)))
        probe.validation = .successCodes
        let call = probe
        let error = await #expect(throws: TalynError.self) { try await provider.request(call) }
        return (error?.description ?? "", fields.events)
    }

    private static let unknown = #"Digest realm="x", nonce="y", algorithm=SHA-512-256"#

    #if canImport(CryptoKit) || Crypto
    @Test func errorSaysWhyBasicWasNotUsed() async throws {
        let (text, fields) = try await failure(of: [Self.unknown, "Basic realm=x"])
        #expect(fields == [nil])
        #expect(text.contains("The server offers Digest with SHA-512-256, which isn't supported."), "\(text)")
        #expect(text.contains("use https"), "\(text)")
        #expect(!text.contains("secret"))
    }

    @Test func errorNamesAnAlgorithmWithoutBasic() async throws {
        let (text, fields) = try await failure(of: [Self.unknown], from: "https://a.b/")
        #expect(fields == [nil])
        #expect(text.hasSuffix("The server offers Digest with SHA-512-256, which isn't supported."), "\(text)")
    }

    @Test func errorShowsNoNameThatIsNoToken() async throws {
        for name in ["a b", String(repeating: "a", count: 33)] {
            let (text, _) = try await failure(of: [#"Digest realm="x", nonce="y", algorithm="\#(name)""#])
            #expect(text.contains("Digest with an unknown algorithm"), "\(text)")
        }
    }

    @Test func errorNamesAChallengeThatLacksParameters() async throws {
        let (text, fields) = try await failure(of: ["Digest realm=x, Basic realm=x"])
        #expect(fields == [nil])
        #expect(text.contains("Digest without the parameters that it needs"), "\(text)")
    }
    #endif

    @Test(arguments: [["Basic realm=x"], [#"Digest realm="x", nonce="y""#], []])
    func wrongCredentialIsCheckedByTheCaller(_ challenges: [String]) async throws {
        #if !(canImport(CryptoKit) || Crypto)
        if challenges.first?.hasPrefix("Digest") == true { return }
        #endif
        let (text, fields) = try await failure(of: challenges)
        #expect(fields.count == (challenges.isEmpty ? 1 : 2))
        #expect(text.contains("check the credentials"), "\(text)")
    }

    @Test func callWithoutAUserIsToldToSignIn() async throws {
        let (text, _) = try await failure(of: [Self.unknown, "Basic realm=x"], plugins: [])
        #expect(text.contains("Sign in"), "\(text)")
    }
}
