// With its trait, sessions are Alamofire's.
#if !Alamofire && (AsyncHTTPClient || !os(Linux))
import Foundation
@testable import Moya
import TestSupport
import Testing

@testable import struct TalynCore.BodyCompression
import struct TalynCore.Origin
import struct TalynCore.TransportError

@Suite(.serialized, .sockets) struct SessionSettingsTests {
    private func provider(_ session: Session) -> MoyaProvider<Local> {
        MoyaProvider(session: session)
    }

    @Test func failuresHaveTheCodesOfFoundation() {
        func code(_ kind: TransportError.Kind, _ detail: TransportError.Detail? = nil) -> URLError.Code? {
            let error = TransportError(kind, detail: detail).asAFError
            return (error?.underlyingError as? URLError)?.code
        }
        #expect(code(.notCached) == .resourceUnavailable)
        #expect(code(.cannotConnect) == .cannotConnectToHost)
        #expect(code(.cannotConnect, .unknownHost) == .cannotFindHost)
        #expect(code(.secureConnectionFailed) == .secureConnectionFailed)
        #expect(code(.secureConnectionFailed, .untrustedServer) == .serverCertificateUntrusted)
        #expect(code(.secureConnectionFailed, .refusedClientCertificate) == .clientCertificateRejected)
        #expect(code(.invalidResponse) == .badServerResponse)
        #expect(code(.invalidResponse, .invalidCompression) == .cannotDecodeContentData)
        #expect(code(.invalidResponse, .truncatedCompression) == .cannotDecodeContentData)
        #expect(code(.invalidResponse, .notHTTP) == .cannotParseResponse)
        #expect(code(.invalidResponse, .malformedMessage) == .cannotParseResponse)
        #expect(code(.insecureRedirect) == .appTransportSecurityRequiresSecureConnection)
        #expect(TransportError(.timedOut, underlyingError: URLError(.badURL)).urlErrorCode == .badURL)
    }

    @Test func aBrokenBodyAndAnAnswerThatIsNotHTTPHaveTheirCodes() async throws {
        let script: FaultServer.Script = { request in
            request.target == "/gzip"
                ? [.answer(200, ["Content-Encoding": "gzip"], "not gzip")]
                : [.sendBytes(Array("SSH-2.0-x\r\n\r\n".utf8))]
        }
        try await FaultServer.withServer(script: script) { server in
            for (path, code) in [("gzip", URLError.Code.cannotDecodeContentData), ("ssh", .cannotParseResponse)] {
                let result = await provider(.patient).result(of: Local(server.baseURL, path))
                #expect((result.underlying?.asAFError?.underlyingError as? URLError)?.code == code)
            }
        }
    }

    @Test func requestsAcceptAllTypesInTheLanguagesOfTheUserUnlessTheySayOtherwise() async throws {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.timeoutIntervalForRequest = 3_600
        let session = Session(configuration: configuration)
        try await FaultServer.withServer(script: { _ in [.answer()] }) { server in
            let response = try await provider(session).result(of: Local(server.baseURL)).get()
            // Plugins and responses don't see what the connection adds.
            #expect(response.request?.value(forHTTPHeaderField: "Accept") == nil)
            var own = Local(server.baseURL)
            own.headers = ["accept": "application/json", "Accept-Language": "xx"]
            _ = try await provider(session).result(of: own).get()
            let requests = server.requests
            #expect(requests.map { $0.header("Accept") } == [["*/*"], ["application/json"]])
            #expect(requests.first?.header("Accept-Language").first?.isEmpty == false)
            #expect(requests.last?.header("Accept-Language") == ["xx"])
        }
    }

    @Test func storedCookiesReplaceThoseOfTheRequest() async throws {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.timeoutIntervalForRequest = 3_600
        let session = Session(configuration: configuration)
        let script: FaultServer.Script = { _ in [.answer(200, ["Set-Cookie": "a=1; Path=/stored"])] }
        try await FaultServer.withServer(script: script) { server in
            for path in ["stored/1", "stored/2", "other"] {
                var target = Local(server.baseURL, path)
                target.headers = ["Cookie": "own=1"]
                _ = try await provider(session).result(of: target).get()
            }
            #expect(server.requests.map { $0.header("Cookie") } == [["own=1"], ["a=1"], ["own=1"]])
        }
    }

    @Test func anInvalidatedSessionRefusesLaterCalls() async throws {
        let session = Session(configuration: .patient)
        session.session.finishTasksAndInvalidate()
        let url = try #require(URL(string: "http://127.0.0.1:1"))
        let error = await provider(session).result(of: Local(url)).underlying?.asAFError
        #expect(error?.isSessionInvalidatedError == true)
        #expect(error?.errorDescription == "Session was invalidated with error: No description.")
    }

    @Test func configurationIsHonoured() async throws {
        let configuration = URLSessionConfiguration.default
        configuration.httpAdditionalHeaders = ["X-One": "1", "User-Agent": "Test/1"]
        configuration.timeoutIntervalForRequest = 3_600
        let session = Session(configuration: configuration, startRequestsImmediately: false)
        #expect(session.sessionConfiguration === configuration)
        #expect(session.session.configuration === configuration)
        let script: FaultServer.Script = { request in request.target == "/hang" ? [.hang] : [.answer()] }
        try await FaultServer.withServer(script: script) { server in
            _ = try await provider(session).result(of: Local(server.baseURL)).get()
            #expect(server.requests.first?.header("X-One") == ["1"])
            #expect(server.requests.first?.header("User-Agent") == ["Test/1"])
            configuration.timeoutIntervalForRequest = 0.4
            let result = await provider(Session(configuration: configuration)).result(of: Local(server.baseURL, "hang"))
            #expect((result.underlying?.asAFError?.underlyingError as? URLError)?.code == .timedOut)
        }
    }

    @Test(arguments: [true, false])
    func cookiesAreThoseOfTheConfiguration(_ isOn: Bool) async throws {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpShouldSetCookies = isOn
        configuration.timeoutIntervalForRequest = 3_600
        let session = Session(configuration: configuration)
        try await FaultServer.withServer(script: { _ in [.answer(200, ["Set-Cookie": "a=1; Path=/"])] }) { server in
            for path in ["1", "2"] { _ = try await provider(session).result(of: Local(server.baseURL, path)).get() }
            #expect(server.requests.map { $0.header("Cookie") } == [[], isOn ? ["a=1"] : []])
        }
    }

    @Test func anInvalidHeaderFieldFailsTheCall() async throws {
        let configuration = URLSessionConfiguration.default
        configuration.httpAdditionalHeaders = ["X-One": "1\r\n2"]
        let url = try #require(URL(string: "http://127.0.0.1:1"))
        let result = await provider(Session(configuration: configuration)).result(of: Local(url))
        #expect(result.underlying?.localizedDescription.contains("X-One") == true)
    }

    @Test func spacesAroundHeaderValuesAreNotPartOfThem() async throws {
        let configuration = URLSessionConfiguration.default
        configuration.httpAdditionalHeaders = ["X-One": " 1\t"]
        configuration.timeoutIntervalForRequest = 3_600
        // The plugin of a user who isn't signed in.
        let plugin = AccessTokenPlugin { _ in "" }
        let provider = MoyaProvider<Guarded>(session: Session(configuration: configuration), plugins: [plugin])
        try await FaultServer.withServer(script: { _ in [.answer()] }) { server in
            let result = await provider.result(of: Guarded(baseURL: server.baseURL))
            #expect(try result.get().request?.value(forHTTPHeaderField: "Authorization") == "Bearer ")
            let request = try #require(server.requests.first)
            #expect(request.header("Authorization") == ["Bearer"])
            #expect(request.header("X-One") == ["1"])
            #expect(request.header("X-Two") == ["2"])
        }
    }

    @Test func zerosUnpackWhateverTheirRatioIs() async throws {
        let body = Data(("[" + String(repeating: "0,", count: 500_000) + "0]").utf8)
        let packed = try #require(BodyCompression.gzip.encode(body))
        #expect(body.count / packed.count > 500)
        let answer = FaultServer.Step.answer(200, ["Content-Encoding": "gzip"], bytes: Array(packed))
        let ephemeral = URLSessionConfiguration.ephemeral
        ephemeral.timeoutIntervalForRequest = 3_600
        try await FaultServer.withServer(script: { _ in [answer] }) { server in
            for session in [.patient, Session(configuration: ephemeral)] {
                let response = try await provider(session).result(of: Local(server.baseURL)).get()
                #expect(response.data == body)
            }
        }
    }

    @Test func headersOfAConfigurationAreItsAdditionalOnes() throws {
        let configuration = URLSessionConfiguration.default
        configuration.headers = .default
        #expect(configuration.headers["user-agent"]?.hasSuffix(" Talyn") == true)
        #expect(configuration.headers["Accept-Encoding"]?.contains("gzip;q=") == true)
        #expect(configuration.headers["Accept-Language"] != nil)
        configuration.headers["User-Agent"] = "Test/1"
        #expect(configuration.httpAdditionalHeaders?["User-Agent"] as? String == "Test/1")
        configuration.headers = [:]
        #expect(configuration.headers == Session.HTTPHeaders())
    }

    @Test func defaultHeadersAreSentAndCompressedBodiesUnpacked() async throws {
        // "hello" by gzip.
        let packed = try #require(Data(base64Encoded: "H4sIAAAAAAAAA8tIzcnJBwCGphA2BQAAAA=="))
        let answer = FaultServer.Step.answer(200, ["Content-Encoding": "gzip"], bytes: Array(packed))
        try await FaultServer.withServer(script: { _ in [answer] }) { server in
            let response = try await MoyaProvider<Local>(session: .patient).result(of: Local(server.baseURL)).get()
            #expect(try response.mapString() == "hello")
            let request = try #require(server.requests.first)
            for (name, value) in Session.HTTPHeaders.default.dictionary { #expect(request.header(name) == [value]) }
        }
    }

    @Test func redirectsAreFollowedUnlessTheRedirectorSaysOtherwise() async throws {
        let script: FaultServer.Script = { request in
            request.target == "/old" ? [.answer(302, ["Location": "/new"])] : [.answer(200, [:], "new")]
        }
        try await FaultServer.withServer(script: script) { server in
            let target = Local(server.baseURL, "old")
            let following = try await provider(.patient).result(of: target).get()
            #expect(following.statusCode == 200)
            let still = Session(configuration: .patient, redirectHandler: Session.Redirector.doNotFollow)
            let redirect = try await provider(still).result(of: target).get()
            #expect(redirect.statusCode == 302)
        }
    }

    @Test func cancellingAllRequestsEndsTheCallsOfTheSession() async throws {
        try await FaultServer.withServer(script: { _ in [.hang] }) { server in
            let arrived = Recorder<Void>()
            let session = Session(configuration: .patient)
            let plugin = Announcing { arrived.record(()) }
            let provider = MoyaProvider<Local>(session: session, plugins: [plugin])
            async let result = provider.result(of: Local(server.baseURL))
            while arrived.events.isEmpty { await _Concurrency.Task.yield() }
            await withCheckedContinuation { continuation in
                session.cancelAllRequests(completingOnQueue: .global()) { continuation.resume() }
            }
            #expect(await result.underlying?.asAFError?.isExplicitlyCancelledError == true)
            session.session.invalidateAndCancel()
            let late = await provider.result(of: Local(server.baseURL))
            #expect(late.underlying?.asAFError?.isSessionInvalidatedError == true)
        }
    }

    #if os(Linux)
    @Test func evaluatorsOfHostsDecideAboutTrust() async throws {
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
            (ServerTrustManager(evaluators: ["*.a.b": DisabledTrustEvaluator()]), false),
        ]
        try await FaultServer.withServer(identity: .localhost, script: { _ in [.answer()] }) { server in
            for (number, (manager, isTrusted)) in cases.enumerated() {
                let result = await provider(Session(configuration: .patient, serverTrustManager: manager))
                    .result(of: Local(server.baseURL))
                #expect(((try? result.get()) != nil) == isTrusted, "\(number): \(result)")
                if !isTrusted { #expect(result.underlying?.asAFError?.isServerTrustEvaluationError == true) }
            }
            #expect(server.requests.count == 2)
        }
    }

    @Test func theSystemsVerdictIsAnErrorOfTheTask() async throws {
        let elsewhere = ServerTrustManager(
            allHostsMustBeEvaluated: false,
            evaluators: ["a.b": DisabledTrustEvaluator()]
        )
        try await FaultServer.withServer(identity: .localhost, script: { _ in [.answer()] }) { server in
            for session in [.patient, Session(configuration: .patient, serverTrustManager: elsewhere)] {
                let result = await provider(session).result(of: Local(server.baseURL))
                let error = try #require(result.underlying?.asAFError)
                #expect(error.isSessionTaskError)
                #expect((error.underlyingError as? URLError)?.code == .serverCertificateUntrusted)
            }
        }
    }

    @Test func aBrokenHandshakeIsNoVerdict() {
        let manager = ServerTrustManager(allHostsMustBeEvaluated: false, evaluators: ["*.a.b": DefaultTrustEvaluator()])
        func isVerdict(_ origin: String, refusesServer: Bool) -> Bool {
            var error = TransportError(.secureConnectionFailed, origin: Origin(origin))
            if refusesServer { error.detail = .untrustedServer }
            return manager.made(error)
        }
        #expect(isVerdict("https://c.a.b:8443", refusesServer: true))
        #expect(!isVerdict("https://c.a.b:8443", refusesServer: false))
        #expect(!isVerdict("https://a.c", refusesServer: true))
    }

    @Test func anEvaluatorOfTheAppsOwnFailsTheCall() async throws {
        struct Own: ServerTrustEvaluating {}
        let session = Session(
            configuration: .patient,
            serverTrustManager: ServerTrustManager(evaluators: ["127.0.0.1": Own()])
        )
        let url = try #require(URL(string: "https://127.0.0.1:1"))
        let result = await provider(session).result(of: Local(url))
        #expect(result.underlying?.localizedDescription.contains("serverTrustManager") == true)
    }
    #endif
}

/// A target whose requests have a token.
private struct Guarded: TargetType, Moya.AccessTokenAuthorizable {
    let baseURL: URL
    let path = ""
    let method = Moya.Method.get
    let task = Task.requestPlain
    let headers: [String: String]? = ["X-Two": "\t2 "]
    let authorizationType: Moya.AuthorizationType? = .bearer
}

/// Tells that a request is about to be sent.
private struct Announcing: PluginType {
    let announce: () -> Void

    func willSend(_ request: RequestType, target: TargetType) { announce() }
}
#endif
