import Foundation
import Testing

@testable import Talyn

@Suite(.serialized, .sockets, .enabled(if: !(DefaultTransport.shared is NoTransport))) struct SessionTests {
    private func provider(_ session: Session) -> Provider<Probe> {
        Provider(transport: session, plugins: [ProbeTimeout()])
    }

    @Test func configurationIsHonoured() async throws {
        let configuration = URLSessionConfiguration.default
        configuration.httpAdditionalHeaders = ["X-One": "1", "User-Agent": "Test/1"]
        let session = Session(configuration: configuration, startRequestsImmediately: false)
        #expect(session.sessionConfiguration === configuration)
        #expect(session.defaultHeaderFields["X-One"] == "1")
        let script: FaultServer.Script = { request in request.target == "/hang" ? [.hang] : [.answer()] }
        try await FaultServer.withServer(script: script) { server in
            _ = try await provider(session).request(Probe(server.baseURL, "/"))
            #expect(server.requests.first?.header("X-One") == ["1"])
            #expect(server.requests.first?.header("User-Agent") == ["Test/1"])
            configuration.timeoutIntervalForRequest = 0.4
            let impatient = Session(configuration: configuration)
            let error = await #expect(throws: TalynError.self) {
                try await provider(impatient).request(Probe(server.baseURL, "/hang", timeout: nil))
            }
            #expect(error?.isTimedOut == true)
        }
    }

    @Test(arguments: [true, false])
    func cookiesAreTheConfigurations(_ isOn: Bool) async throws {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpShouldSetCookies = isOn
        let session = Session(configuration: configuration)
        try await FaultServer.withServer(script: { _ in [.answer(200, ["Set-Cookie": "a=1; Path=/"])] }) { server in
            for path in ["/1", "/2"] { _ = try await provider(session).request(Probe(server.baseURL, path)) }
            #expect(server.requests.map { $0.header("Cookie") } == [[], isOn ? ["a=1"] : []])
        }
    }

    @Test func defaultSessionHasNoCookiesOfTheProcess() {
        #if os(Linux)
        #expect(Session.default.sessionConfiguration.httpCookieStorage == nil)
        #endif
        #expect(
            Session.default.defaultHeaderFields["User-Agent"] != nil || DefaultTransport.shared is URLSessionTransport
        )
    }

    @Test func redirectHandlerDecides() async throws {
        let session = Session(redirectHandler: .doNotFollow)
        try await FaultServer.withServer(script: { _ in [.answer(302, ["Location": "/to"])] }) { server in
            let response = try await provider(session).request(Probe(server.baseURL, "/from"))
            #expect(response.statusCode == 302)
        }
    }

    @Test func configurationThatMakesNoSenseFailsTheCall() async throws {
        let configuration = URLSessionConfiguration.default
        configuration.httpAdditionalHeaders = ["X-One": "1\r\n2"]
        let session = Session(configuration: configuration)
        let url = try #require(URL(string: "http://127.0.0.1:1"))
        let error = await #expect(throws: TalynError.self) { try await provider(session).request(Probe(url, "/")) }
        #expect(error?.underlyingError as? RequestError == .invalidHeaderValue(name: "X-One"))
    }

    // With its trait, Alamofire's own headers of a configuration take the place of ours.
    #if !Alamofire
    @Test func headersOfAConfigurationAreItsAdditionalOnes() throws {
        let configuration = URLSessionConfiguration.default
        configuration.headers = .default
        #expect(configuration.headers[.userAgent] == "Talyn")
        #expect(configuration.headers[.acceptEncoding] != nil)
        configuration.headers[.userAgent] = "Test/1"
        #expect(configuration.httpAdditionalHeaders?["User-Agent"] as? String == "Test/1")
        configuration.headers = [:]
        #expect(configuration.headers.isEmpty)
    }

    @Test func defaultHeadersAreSentAndCompressionIsUnderstood() async throws {
        let configuration = URLSessionConfiguration.default
        configuration.headers = .default
        let session = Session(configuration: configuration)
        // "hello" by gzip.
        let packed = try #require(Data(base64Encoded: "H4sIAAAAAAAAA8tIzcnJBwCGphA2BQAAAA=="))
        let answer = Answer(fields: [("Content-Encoding", "gzip")], body: packed)
        try await FaultServer.withServer(script: { _ in [.sendBytes(answer.bytes)] }) { server in
            let response = try await provider(session).request(Probe(server.baseURL, "/"))
            #expect(try response.mapString() == "hello")
            #expect(server.requests.first?.header("Accept-Encoding") == ["gzip, deflate"])
        }
    }
    #endif

    #if AsyncHTTPClient && os(Linux)
    @Test func evaluatorsOfHostsDecideOnTrust() async throws {
        let certificate = Data(TLSIdentity.localhost.certificate.utf8)
        let right = PinnedCertificatesTrustEvaluator(certificates: [certificate], performDefaultValidation: false)
        let wrong = PinnedCertificatesTrustEvaluator(
            certificates: [Data(TLSIdentity.elsewhere.certificate.utf8)],
            performDefaultValidation: false
        )
        let cases: [(ServerTrustManager, isTrusted: Bool)] = [
            (ServerTrustManager(evaluators: ["127.0.0.1": right]), true),
            (ServerTrustManager(evaluators: ["127.0.0.1": wrong]), false),
            (ServerTrustManager(evaluators: ["127.0.0.1": DisabledTrustEvaluator()]), true),
            (ServerTrustManager(evaluators: ["127.0.0.1": DefaultTrustEvaluator()]), false),
            (ServerTrustManager(evaluators: ["a.b": right]), false),
            (ServerTrustManager(allHostsMustBeEvaluated: false, evaluators: ["a.b": right]), false),
        ]
        try await FaultServer.withServer(identity: .localhost, script: { _ in [.answer()] }) { server in
            for (number, (manager, isTrusted)) in cases.enumerated() {
                let session = Session(serverTrustManager: manager)
                let result = await Result { () async throws(TalynError) in
                    try await provider(session).request(Probe(server.baseURL, "/"))
                }
                #expect(((try? result.get()) != nil) == isTrusted, "\(number): \(result)")
                if case .failure(let error) = result {
                    #expect(error.transportError?.kind == .secureConnectionFailed)
                }
            }
            #expect(server.requests.count == 2)
        }
    }

    @Test func plainConnectionsAreNotEvaluated() async throws {
        let authority = ServerTrust(roots: [Data(TLSIdentity.authority.utf8)])
        let manager = ServerTrustManager(evaluators: ["a.b": authority])
        try await FaultServer.withServer(script: { _ in [.answer()] }) { server in
            // What isn't encrypted has no certificate to evaluate.
            let response = try await provider(Session(serverTrustManager: manager)).request(Probe(server.baseURL, "/"))
            #expect(response.statusCode == 200)
        }
    }
    #endif
}
