import Foundation
import TestSupport
import Testing
import _TalynSupport

@testable import TalynCore

extension ConformanceTests {
    /// How the transports answer a server that asks who the caller is.
    @Suite(.serialized) struct Challenges {
        private static let credential = PasswordCredential(user: "Mufasa", password: "Circle of Life")
        private static let basic = "Basic TXVmYXNhOkNpcmNsZSBvZiBMaWZl"

        private func request(
            _ server: FaultServer,
            _ path: String = "/secret",
            credential: PasswordCredential? = Self.credential
        ) -> OutgoingRequest {
            var request = OutgoingRequest(url: server.baseURL.appending(path: path), idleTimeout: .seconds(120))
            request.credential = credential
            return request
        }

        /// Asks for credentials until there are some, and accepts those that are right.
        private static func guarding(
            _ challenges: [String],
            _ isRight: @escaping @Sendable (_ authorization: String, ReceivedRequest) -> Bool
        ) -> FaultServer.Script {
            { request in
                if let authorization = request.header("Authorization").first, isRight(authorization, request) {
                    return [.answer(200, [:], "secret")]
                }
                let answer = Answer(
                    status: 401,
                    fields: challenges.map { ("WWW-Authenticate", $0) },
                    body: Data("who?".utf8)
                )
                return [.sendBytes(answer.bytes)]
            }
        }

        private static let guardingBasic = guarding([#"Basic realm="a, b""#]) { authorization, _ in
            authorization == basic
        }

        @Test(arguments: TransportUnderTest.all)
        func basicChallengeIsAnswered(_ transport: TransportUnderTest) async throws {
            try await FaultServer.withServer(script: Self.guardingBasic) { server in
                let (head, data) = try await transport.send(request(server))
                #expect(head.statusCode == 200)
                #expect(data == Data("secret".utf8))
                // Nothing is told before it is asked.
                #expect(server.requests.map { $0.header("Authorization") } == [[], [Self.basic]])
                #expect(server.connectionCount == 1)
            }
        }

        @Test(arguments: TransportUnderTest.all)
        func wrongCredentialIsGivenOnce(_ transport: TransportUnderTest) async throws {
            let credential = PasswordCredential(user: "Scar", password: "x")
            try await FaultServer.withServer(script: Self.guardingBasic) { server in
                let (head, data) = try await transport.send(request(server, credential: credential))
                #expect(head.statusCode == 401)
                #expect(transport.isURLSession || data == Data("who?".utf8))
                #expect(server.requests.count == 2)
            }
        }

        @Test(arguments: TransportUnderTest.all)
        func challengeWithoutCredentialIsTheResponse(_ transport: TransportUnderTest) async throws {
            try await FaultServer.withServer(script: Self.guardingBasic) { server in
                let (head, _) = try await transport.send(request(server, credential: nil))
                #expect(head.statusCode == 401)
                #expect(head.headerFields[.wwwAuthenticate] == #"Basic realm="a, b""#)
                #expect(server.requests.count == 1)
            }
        }

        @Test(arguments: TransportUnderTest.all)
        func unknownChallengeIsTheResponse(_ transport: TransportUnderTest) async throws {
            try await FaultServer.withServer(script: Self.guarding(["Bearer realm=x"]) { _, _ in false }) { server in
                let (head, _) = try await transport.send(request(server))
                #expect(head.statusCode == 401)
                #expect(server.requests.count == 1)
            }
        }

        @Test(arguments: TransportUnderTest.all)
        func bodyIsSentAgain(_ transport: TransportUnderTest) async throws {
            try await FaultServer.withServer(script: Self.guardingBasic) { server in
                var request = request(server)
                request.method = .post
                request.body = HTTPBody(Data("roar".utf8))
                let (head, _) = try await transport.send(request)
                #expect(head.statusCode == 200)
                #expect(server.requests.map(\.method) == ["POST", "POST"])
                #expect(server.requests.map(\.body) == [Array("roar".utf8), Array("roar".utf8)])
            }
        }

        @Test(arguments: TransportUnderTest.all)
        func streamThatCannotBeSentAgainIsNot(_ transport: TransportUnderTest) async throws {
            try await FaultServer.withServer(script: Self.guardingBasic) { server in
                var request = request(server)
                request.method = .put
                request.options.idleTimeout = .seconds(120)
                request.body = HTTPBody(length: 1, isReplayable: false) {
                    var chunk: Data? = Data("a".utf8)
                    return { chunk.take() }
                }
                let (head, _) = try await transport.send(request)
                #expect(head.statusCode == 401)
                #expect(server.requests.count == 1)
            }
        }

        @Test(arguments: TransportUnderTest.all)
        func credentialStaysWithItsOrigin(_ transport: TransportUnderTest) async throws {
            try await FaultServer.withServer(script: Self.guardingBasic) { second in
                let location = second.baseURL.absoluteString + "/secret"
                try await FaultServer.withServer(script: { _ in [.answer(302, ["Location": location])] }) { first in
                    let (head, _) = try await transport.send(request(first))
                    #expect(head.statusCode == 401)
                    #expect(second.requests.map { $0.header("Authorization") } == [[]])
                }
            }
        }

        @Test(arguments: TransportUnderTest.all)
        func credentialIsGivenAgainAfterARedirect(_ transport: TransportUnderTest) async throws {
            let script: FaultServer.Script = { request in
                let steps = Self.guardingBasic(request)
                let isAllowed = !request.header("Authorization").isEmpty
                return isAllowed && request.target == "/from" ? [.answer(302, ["Location": "/to"])] : steps
            }
            try await FaultServer.withServer(script: script) { server in
                let (head, _) = try await transport.send(request(server, "/from"))
                #expect(head.statusCode == 200)
                #expect(server.requests.map(\.target) == ["/from", "/from", "/to"])
            }
        }

        @Test(arguments: TransportUnderTest.all)
        func pluginAnswersForTheCaller(_ transport: TransportUnderTest) async throws {
            try await FaultServer.withServer(script: Self.guardingBasic) { server in
                let provider = transport.provider(plugins: [Credentials(credential: Self.credential)])
                let response = try await provider.request(Probe(server.baseURL, "/secret"))
                #expect(response.statusCode == 200)
                #expect(try response.decode(String.self) == "secret")
            }
        }

        /// One exchange a call, so that a body that can be sent once arrives.
        @Test(arguments: TransportUnderTest.all)
        func laterCallIsAuthenticatedAtOnce(_ transport: TransportUnderTest) async throws {
            try await FaultServer.withServer(script: Self.guardingBasic) { server in
                let provider = transport.provider(plugins: [Credentials(credential: Self.credential)])
                _ = try await provider.request(Probe(server.baseURL, "/secret"))
                let stream = HTTPBody(length: 1, isReplayable: false) {
                    var chunk: Data? = Data("a".utf8)
                    return { chunk.take() }
                }
                let response = try await provider.request(Probe(server.baseURL, "/other", .put, body: .stream(stream)))
                #expect(response.statusCode == 200)
                #expect(server.requests.map(\.target) == ["/secret", "/secret", "/other"])
                // The answer belongs to its credential.
                let other = PasswordCredential(user: "Scar", password: "x")
                let stranger = transport.provider(plugins: [Credentials(credential: other)])
                _ = try? await stranger.request(Probe(server.baseURL, "/secret"))
                #expect(server.requests[3].header("Authorization").isEmpty)
            }
        }

        #if canImport(CryptoKit) || Crypto
        @Test(arguments: TransportUnderTest.all)
        func nonceIsUsedUntilTheServerReplacesIt(_ transport: TransportUnderTest) async throws {
            let nonces = InTurn(["one", "two", "three"])
            let script: FaultServer.Script = { request in
                let authorization = request.header("Authorization").first ?? ""
                // Each nonce serves two requests.
                if authorization.contains("nc=00000001") || authorization.contains("nc=00000002"),
                    Self.isRight(authorization, request)
                {
                    return [.answer()]
                }
                let offer = #"Digest realm="a, b", qop=auth, algorithm=SHA-256, nonce="#
                return [.answer(401, ["WWW-Authenticate": offer + nonces.next()])]
            }
            try await FaultServer.withServer(script: script) { server in
                let provider = transport.provider(plugins: [Credentials(credential: Self.credential)])
                for _ in 1...3 {
                    let response = try await provider.request(Probe(server.baseURL, "/secret"))
                    #expect(response.statusCode == 200)
                }
                let counts = server.requests.map { request in
                    Challenge.challenges(in: request.header("Authorization").first ?? "").first?.parameters["nc"]
                }
                #expect(counts == [nil, "00000001", "00000002", "00000003", "00000001"])
            }
        }

        /// Whether a digest is right, reckoned from what came in and not by the code that made it.
        private static func isRight(_ authorization: String, _ request: ReceivedRequest) -> Bool {
            guard let challenge = Challenge.challenges(in: authorization).first, challenge.scheme == "digest",
                let nonce = challenge.parameters["nonce"], let cnonce = challenge.parameters["cnonce"],
                challenge.parameters["uri"] == request.target, challenge.parameters["username"] == "Mufasa",
                let algorithm = DigestAlgorithm(rawValue: challenge.parameters["algorithm"] ?? "")
            else { return false }
            let secret = algorithm.hash("Mufasa:a, b:Circle of Life")
            let subject = algorithm.hash("\(request.method):\(request.target)")
            return challenge.parameters["response"]
                == algorithm.hash("\(secret):\(nonce):\(challenge.parameters["nc"] ?? ""):\(cnonce):auth:\(subject)")
        }

        private static let offers = ["MD5", "SHA-256"].map { algorithm in
            #"Digest realm="a, b", qop="auth,auth-int", algorithm=\#(algorithm), nonce="n", opaque="o""#
        }

        @Test(arguments: TransportUnderTest.all, 0..<2)
        func digestChallengeIsAnswered(_ transport: TransportUnderTest, offer: Int) async throws {
            let script = Self.guarding([Self.offers[offer]]) { Self.isRight($0, $1) }
            try await FaultServer.withServer(script: script) { server in
                let (head, data) = try await transport.send(request(server, "/a b/c?"))
                #expect(head.statusCode == 200)
                #expect(data == Data("secret".utf8))
                #expect(server.requests.count == 2)
            }
        }

        @Test(arguments: TransportUnderTest.all)
        func strongestOfSeveralChallengesIsAnswered(_ transport: TransportUnderTest) async throws {
            let script = Self.guarding([#"Basic realm="a, b""#] + Self.offers) { Self.isRight($0, $1) }
            try await FaultServer.withServer(script: script) { server in
                let (head, _) = try await transport.send(request(server))
                #expect(head.statusCode == 200)
                #expect(server.requests.last?.header("Authorization").first?.contains("algorithm=SHA-256") == true)
            }
        }

        @Test(arguments: TransportUnderTest.all)
        func staleNonceIsReplaced(_ transport: TransportUnderTest) async throws {
            let script: FaultServer.Script = { request in
                let authorization = request.header("Authorization").first ?? ""
                if authorization.contains(#"nonce="new""#), Self.isRight(authorization, request) { return [.answer()] }
                let offer = #"Digest realm="a, b", qop=auth, algorithm=MD5, nonce="#
                let isStale = !authorization.isEmpty
                return [.answer(401, ["WWW-Authenticate": offer + (isStale ? "new, stale=true" : "old")])]
            }
            try await FaultServer.withServer(script: script) { server in
                let (head, _) = try await transport.send(request(server))
                #expect(head.statusCode == 200)
                #expect(server.requests.count == 3)
            }
        }
        #endif
    }
}

/// Answers challenges with a credential.
private struct Credentials: RequestAdapter {
    let credential: PasswordCredential

    func adapt(_ request: inout OutgoingRequest, context: CallContext) {
        request.credential = credential
    }
}
