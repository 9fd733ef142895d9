import Foundation
import Testing
import _TalynSupport

@testable import TalynCore

struct AuthorizationTests {
    /// The example of RFC 7616, section 3.9.1.
    private static let cnonce = "f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ"
    private static let mufasa = PasswordCredential(user: "Mufasa", password: "Circle of Life")

    private static func offer(_ algorithm: String?, _ more: String = #", qop="auth, auth-int""#) -> String {
        #"Digest realm="http-auth@example.org"\#(more)"# + (algorithm.map { ", algorithm=\($0)" } ?? "")
            + #", nonce="7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v""#
            + #", opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS""#
    }

    private func answer(
        _ offers: String...,
        credential: PasswordCredential = Self.mufasa,
        url: String = "http://www.example.org/dir/index.html",
        after previous: Authorization? = nil
    ) throws -> Authorization? {
        Authorization(
            answering: offers.flatMap { Challenge.challenges(in: $0) },
            of: OutgoingRequest(url: try #require(URL(string: url))),
            with: credential,
            after: previous,
            cnonce: { Self.cnonce }
        )
    }

    /// The parameters of a digest.
    private func parameters(_ authorization: Authorization?) throws -> [String: String] {
        let value = try #require(authorization).fieldValue
        let challenge = try #require(Challenge.challenges(in: value).first)
        #expect(challenge.scheme == "digest")
        return challenge.parameters
    }

    @Test func basicIsNameAndPassword() throws {
        let credential = PasswordCredential(user: "Aladdin", password: "open sesame")
        let authorization = try answer(#"Basic realm="x""#, credential: credential)
        #expect(authorization?.fieldValue == "Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==")
    }

    @Test func basicIsUTF8() throws {
        let credential = PasswordCredential(user: "test", password: "123\u{A3}")
        // The example of RFC 7617, section 2.1.
        #expect(try answer("Basic", credential: credential)?.fieldValue == "Basic dGVzdDoxMjPCow==")
    }

    @Test func basicHasNoNameWithAColon() throws {
        let credential = PasswordCredential(user: "a:b", password: "c")
        #expect(try answer("Basic", credential: credential) == nil)
    }

    @Test func unknownSchemesAreNotAnswered() throws {
        #expect(try answer("Negotiate", "Bearer realm=x", "NTLM") == nil)
        #expect(try answer() == nil)
    }

    @Test func secondRefusalIsNotAnswered() throws {
        let first = try answer("Basic")
        #expect(try answer("Basic", after: first) == nil)
    }

    #if canImport(CryptoKit) || Crypto
    @Test(arguments: [
        ("MD5", "8ca523f5e9506fed4657c9700eebdbec"),
        ("SHA-256", "753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1"),
    ])
    func digestsAreThoseOfTheStandard(_ algorithm: String, _ response: String) throws {
        let parameters = try parameters(try answer(Self.offer(algorithm)))
        #expect(
            parameters == [
                "username": "Mufasa", "realm": "http-auth@example.org", "uri": "/dir/index.html",
                "algorithm": algorithm, "nonce": "7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v", "nc": "00000001",
                "cnonce": Self.cnonce, "qop": "auth", "response": response,
                "opaque": "FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS",
            ]
        )
    }

    /// The values come from Python's hashlib.
    @Test(arguments: [
        ("MD5-sess", "e783283f46242139c486a698fec7211d"),
        ("SHA-256-sess", "2fd51b3a77ad75bad6afad6003e818d767133c46d9e2749e7f5232ae1ea3efd7"),
    ])
    func digestsOfSessionsHaveTheNoncesInTheSecret(_ algorithm: String, _ response: String) throws {
        let parameters = try parameters(try answer(Self.offer(algorithm)))
        #expect(parameters["response"] == response)
        #expect(parameters["algorithm"] == algorithm)
    }

    @Test func serverWithoutQualityGetsTheOldDigest() throws {
        let parameters = try parameters(try answer(Self.offer(nil, "")))
        #expect(parameters["response"] == "7b2cc3b30e75b4777ea31027084363fd")
        #expect(Set(parameters.keys) == ["username", "realm", "nonce", "uri", "response", "opaque"])
    }

    @Test func nameIsHashedIfOffered() throws {
        let credential = PasswordCredential(user: "J\u{E4}s\u{F8}n Doe", password: "x")
        let offer =
            #"Digest realm="api@example.org", nonce=n, qop=auth, algorithm=SHA-256, charset=UTF-8, userhash=true"#
        let parameters = try parameters(try answer(offer, credential: credential))
        #expect(parameters["username"] == "5a1a8a47df5c298551b9b42ba9b05835174a5bd7d511ff7fe9191d8e946fc4e7")
        #expect(parameters["userhash"] == "true")
    }

    @Test func strongestOfferIsAnswered() throws {
        let all = try answer(#"Basic realm="x""#, Self.offer("MD5"), Self.offer("SHA-256"), Self.offer("MD5"))
        #expect(try parameters(all)["algorithm"] == "SHA-256")
        let unknown = try answer(Self.offer("SHA-512-256"), Self.offer("MD5") + #", Basic realm="x""#)
        #expect(try parameters(unknown)["algorithm"] == "MD5")
    }

    /// The server offers to protect the password (RFC 7616, section 5.6).
    @Test(arguments: ["SHA-512-256", "SHA-512-256-sess", "x y"])
    func basicDoesNotReplaceAnUnknownDigestOverHTTP(_ algorithm: String) throws {
        let offers = [
            Self.offer("\"\(algorithm)\"") + ", Basic realm=x", "Basic realm=x, " + Self.offer("\"\(algorithm)\""),
        ]
        for offer in offers {
            #expect(try answer(offer) == nil)
            #expect(try answer(offer, url: "https://www.example.org/")?.fieldValue.hasPrefix("Basic ") == true)
        }
        #expect(try answer(Self.offer("MD5", #", qop="auth-int""#), "Basic realm=x") == nil)
        #expect(try answer("Digest realm=x", "Basic realm=x") == nil)
    }

    @Test func basicIsNotOfferedWhereADigestIsAsked() throws {
        #expect(try answer(Self.offer("SHA-512-256")) == nil)
        #expect(try answer(Self.offer("MD5", #", qop="auth-int""#)) == nil)
    }

    @Test func uriIsTheTargetOfTheRequestLine() throws {
        #expect(try parameters(try answer(Self.offer("MD5"), url: "http://a.b"))["uri"] == "/")
        #expect(
            try parameters(try answer(Self.offer("MD5"), url: "http://a.b/c%20d?e=%26f#g"))["uri"] == "/c%20d?e=%26f"
        )
    }

    @Test func quotesAreEscaped() throws {
        let credential = PasswordCredential(user: #"a"\b"#, password: "c")
        let authorization = try answer(Self.offer("MD5"), credential: credential)
        #expect(authorization?.fieldValue.contains(#"username="a\"\\b","#) == true)
        #expect(try parameters(authorization)["username"] == #"a"\b"#)
    }

    @Test func lineBreaksDoNotGetOut() throws {
        let credential = PasswordCredential(user: "a\r\nX-Evil", password: "c")
        #expect(try answer(Self.offer("MD5"), credential: credential) == nil)
        #expect(try answer("Basic", credential: credential)?.fieldValue.contains("\r") == false)
    }

    @Test func staleNonceIsAnsweredOnceMore() throws {
        let first = try answer(Self.offer("MD5"))
        #expect(try answer(Self.offer("MD5"), after: first) == nil)
        #expect(try answer(Self.offer("MD5", ", stale=true, qop=auth"), after: first) == nil)
        let second = try answer("Digest realm=r, nonce=new, qop=auth, stale=TRUE", after: first)
        #expect(try parameters(second)["nonce"] == "new")
        #expect(try answer("Digest realm=r, nonce=newer, qop=auth, stale=true", after: second) == nil)
        #expect(try answer("Basic realm=r", after: first) == nil)
    }

    /// Requests at the same time can arrive in another order than their counts have, which some servers refuse.
    @Test func refusedPreemptiveAnswerIsReplacedOnce() throws {
        let first = try #require(try answer(Self.offer("MD5")))
        let request = OutgoingRequest(url: try #require(URL(string: "http://a.b")))
        let preemptive = try #require(Authorization(to: first.challenge.next(), of: request, with: Self.mufasa))
        #expect(try parameters(preemptive)["nc"] == "00000002")
        let second = try answer(Self.offer("MD5"), after: preemptive)
        #expect(try parameters(second)["nc"] == "00000003")
        #expect(try answer(Self.offer("MD5"), after: second) == nil)
        let renewed = try answer("Digest realm=r, nonce=new, qop=auth", after: preemptive)
        #expect(try parameters(renewed)["nc"] == "00000001")
    }

    /// Two parts of a server can have one nonce.
    @Test func preemptiveAnswerForAnotherRealmIsReplaced() throws {
        let offer = #"Digest realm="a", nonce=n, qop=auth, algorithm=MD5"#
        let first = try #require(try answer(offer))
        let request = OutgoingRequest(url: try #require(URL(string: "http://a.b")))
        let guess = try #require(Authorization(to: first.challenge.next(), of: request, with: Self.mufasa))
        let second = try parameters(
            try answer(#"Digest realm="b", nonce=n, qop=auth, algorithm=SHA-256"#, after: guess)
        )
        #expect(second["realm"] == "b")
        #expect(second["algorithm"] == "SHA-256")
        #expect(second["nc"] == "00000003")
    }

    /// Parts of a server can ask for different schemes. A preemptive answer is a guess.
    @Test func preemptiveAnswerInAnotherSchemeIsReplaced() throws {
        let request = OutgoingRequest(url: try #require(URL(string: "http://a.b")))
        let digest = try #require(try answer(Self.offer("MD5")))
        let guess = try #require(Authorization(to: digest.challenge.next(), of: request, with: Self.mufasa))
        let basic = try #require(try answer("Basic realm=r", after: guess))
        #expect(basic.fieldValue.hasPrefix("Basic "))
        #expect(try answer("Basic realm=r", after: basic) == nil)
        let other = try #require(Authorization(to: basic.challenge.next(), of: request, with: Self.mufasa))
        #expect(try answer("Basic realm=r", after: other) == nil)
        #expect(try answer(Self.offer("MD5"), after: other)?.fieldValue.hasPrefix("Digest ") == true)
    }

    @Test func clientsNonceIsAnotherEachTime() throws {
        let challenges = Challenge.challenges(in: Self.offer("MD5"))
        let request = OutgoingRequest(url: try #require(URL(string: "http://a.b")))
        let values = Set(
            (0..<100).compactMap { _ in
                Authorization(answering: challenges, of: request, with: Self.mufasa)?.fieldValue
            }
        )
        #expect(values.count == 100)
    }
    #endif
}
