import Foundation
import TestSupport
import Testing

@testable import TalynCore

struct FollowUpHandlerTests {
    private static let policies: [RedirectPolicy?] = [
        nil, .follow, .follow(limit: 1), .decide { request, _ in request },
    ]

    /// Sends a GET that is redirected once; returns the requests.
    private func requests(
        from: String,
        to: String,
        _ policy: RedirectPolicy?
    ) async throws -> [OutgoingRequest] {
        var request = OutgoingRequest(url: try #require(URL(string: from)))
        request.options.redirects = policy
        let seen = Recorder<OutgoingRequest>()
        let transport = ClosureTransport { request in
            seen.record(request)
            return TransportResponse(
                statusCode: seen.events.count == 1 ? 302 : 200,
                headerFields: [.location: to],
                body: HTTPBody(Data())
            )
        }
        _ = try await FollowUpHandler(transport).send(request)
        return seen.events
    }

    @Test(arguments: policies)
    func httpsNeverFallsToHTTP(policy: RedirectPolicy?) async throws {
        for to in ["http://a.b/", "HTTP://a.b", "http://c.d/", "//c.d/"] {
            let result = await Result { try await requests(from: "https://a.b/", to: to, policy) }
            if to.hasPrefix("//") {
                #expect(try result.get().last?.url?.absoluteString == "https://c.d/")
            } else {
                let error = #expect(throws: TransportError.self) { try result.get() }
                #expect(error?.kind == .insecureRedirect)
            }
        }
    }

    @Test func decisionCannotLeaveHTTPSEither() async throws {
        let policy = RedirectPolicy.decide { request, _ in
            OutgoingRequest(url: URL(string: "http://a.b/") ?? request.url!)
        }
        let error = await #expect(throws: TransportError.self) {
            try await requests(from: "https://a.b/", to: "/on", policy)
        }
        #expect(error?.kind == .insecureRedirect)
    }

    @Test(arguments: ["ftp://x/", "http://h:70000/"])
    func redirectToAnUnusableURLDoesNotProveThatNothingWasSent(to: String) async throws {
        let error = await #expect(throws: TransportError.self) { try await requests(from: "http://a.b/", to: to, nil) }
        #expect(error?.kind == .unsupportedURL)
        #expect(error?.mayHaveBeenSent == true)
    }

    @Test func failureOfADecisionDoesNotProveThatNothingWasSent() async throws {
        let policy = RedirectPolicy.decide { _, _ in throw TransportError(.cannotConnect) }
        let error = await #expect(throws: TransportError.self) {
            try await requests(from: "http://a.b/", to: "/on", policy)
        }
        #expect(error?.mayHaveBeenSent == true)
    }

    @Test(arguments: [false, true])
    func credentialOfADecisionIsForItsOrigin(leavesInTheDecision: Bool) async throws {
        let added = PasswordCredential(user: "a", password: "b")
        let policy = RedirectPolicy.decide { request, _ in
            var request = request
            if leavesInTheDecision { request.url = URL(string: "http://c.d/") }
            request.credential = added
            return request
        }
        let sent = try await requests(from: "http://a.b/", to: leavesInTheDecision ? "/on" : "http://c.d/", policy)
        #expect(sent.last?.url?.host() == "c.d")
        #expect(sent.last?.credential == added)
        #expect(sent.last?.mayHaveCredentials == false)
    }

    @Test func redirectInheritsTheFragment() async throws {
        for (to, expected) in ["/b": "http://h/b#part", "/b#other": "http://h/b#other"] {
            let sent = try await requests(from: "http://h/a#part", to: to, nil)
            #expect(sent.last?.url?.absoluteString == expected)
        }
    }

    @Test func severalLocationsFail() async throws {
        let request = OutgoingRequest(url: try #require(URL(string: "http://h/a")))
        for (second, isAllowed) in ["/b": true, "/c": false] {
            let transport = ClosureTransport { request in
                let isFirst = request.url?.path() == "/a"
                let fields = ["/b", second].map { HTTPField(name: .location, value: $0) }
                return TransportResponse(
                    statusCode: isFirst ? 302 : 200,
                    headerFields: isFirst ? HTTPFields(fields) : [:],
                    body: HTTPBody(Data())
                )
            }
            let result = await Result { try await FollowUpHandler(transport).send(request) }
            if isAllowed {
                #expect(try result.get().statusCode == 200)
            } else {
                let error = #expect(throws: TransportError.self) { try result.get() }
                #expect(error?.kind == .invalidResponse)
                #expect(error.map { ErrorText.describe(any: $0).contains("several Location fields") } == true)
            }
        }
    }

    @Test func fieldsOfTheContentGoWithIt() async throws {
        var request = OutgoingRequest(url: try #require(URL(string: "http://h/a")))
        request.method = .post
        request.body = HTTPBody(Data("a".utf8))
        let names = ["Content-MD5", "Content-Range", "Expect", "Repr-Digest"]
        for name in names + ["X-One"] { request.headerFields[name] = "1" }
        let seen = Recorder<OutgoingRequest>()
        let transport = ClosureTransport { request in
            seen.record(request)
            return TransportResponse(
                statusCode: seen.events.count == 1 ? 303 : 200,
                headerFields: [.location: "/b"],
                body: HTTPBody(Data())
            )
        }
        _ = try await FollowUpHandler(transport).send(request)
        let last = try #require(seen.events.last)
        for name in names { #expect(last.headerFields[name] == nil, "\(name)") }
        #expect(last.headerFields["X-One"] == "1")
    }

    @Test func redirectsAreFollowedUnlessThePolicySaysOtherwise() async throws {
        #expect(try await requests(from: "http://a.b/", to: "/", nil).map(\.isRedirected) == [false, true])
        #expect(try await requests(from: "http://a.b/", to: "/", .doNotFollow).map(\.isRedirected) == [false])
    }

    @Test func transportThatSendsFollowUpsKeepsItsRedirects() async throws {
        struct Following: Transport {
            let sendsFollowUps: Bool

            func send(_ request: OutgoingRequest) async throws -> TransportResponse {
                let status = request.url?.path == "/to" ? 200 : 302
                return TransportResponse(statusCode: status, headerFields: [.location: "/to"], body: HTTPBody(Data()))
            }
        }
        let request = OutgoingRequest(url: try #require(URL(string: "http://a.b/")))
        for (sendsFollowUps, status) in [(true, 302), (false, 200)] {
            let response = try await FollowUpHandler(Following(sendsFollowUps: sendsFollowUps)).send(request)
            #expect(response.statusCode == status)
        }
    }

    @Test func optionsStayWithTheRequest() async throws {
        let requests = try await requests(from: "http://a.b/", to: "http://c.d/", .follow(limit: 7))
        #expect(requests.map { $0.options.redirects?.limit } == [7, 7])
    }

    @Test(arguments: [nil, "no-store"] as [String?])
    func transportWithoutACacheAsksOthersForThePolicy(field: String?) throws {
        var request = OutgoingRequest(url: try #require(URL(string: "http://a.b/")))
        request.headerFields[.cacheControl] = field
        request.options.cache = .reload
        try request.useWithoutCache()
        #expect(request.headerFields[.cacheControl] == field ?? "no-cache")
        request.options.cache = .onlyIfCached
        let error = #expect(throws: TransportError.self) { try request.useWithoutCache() }
        #expect(error?.kind == .notCached)
    }

    @Test func repeatedDefaultHeaderFieldsAreAllSent() async throws {
        struct Defaulting: Transport {
            let seen: Recorder<String?>

            var defaultHeaderFields: HTTPFields {
                HTTPFields([
                    HTTPField(name: HTTPField.Name("X-Tag")!, value: "a"),
                    HTTPField(name: HTTPField.Name("X-Tag")!, value: "b"),
                ])
            }

            func send(_ request: OutgoingRequest) async throws -> TransportResponse {
                seen.record(request.headerFields["X-Tag"])
                return TransportResponse(statusCode: 200, body: HTTPBody(Data()))
            }
        }
        let seen = Recorder<String?>()
        let request = OutgoingRequest(url: try #require(URL(string: "http://a.b/")))
        _ = try await FollowUpHandler(Defaulting(seen: seen)).send(request)
        #expect(seen.events == ["a, b"])
    }

    /// A transport of an app may follow redirects itself.
    @Test func challengeOfAnotherOriginIsNotAnswered() async throws {
        let count = Recorder<String?>()
        let transport = ClosureTransport { request in
            count.record(request.headerFields[.authorization])
            return TransportResponse(
                statusCode: 401,
                headerFields: [.wwwAuthenticate: #"Basic realm="a""#],
                url: URL(string: "http://evil.example/"),
                body: HTTPBody(Data())
            )
        }
        var request = OutgoingRequest(url: try #require(URL(string: "http://a.b/")))
        request.credential = PasswordCredential(user: "ada", password: "secret")
        #expect(try await FollowUpHandler(transport).send(request).statusCode == 401)
        #expect(count.events == [nil])
    }

    @Test(arguments: [true, false])
    func requestCanDeclineCookies(handlesCookies: Bool) async throws {
        let store = MemoryCookieStore()
        let transport = ClosureTransport { _ in
            TransportResponse(statusCode: 200, headerFields: [.setCookie: "sid=1; Path=/"], body: HTTPBody(Data()))
        }
        var request = OutgoingRequest(url: try #require(URL(string: "http://a.example/")))
        request.allowsCookies = handlesCookies
        request.options.cookies = .store(store)
        _ = try await FollowUpHandler(transport).send(request)
        #expect(store.cookies.count == (handlesCookies ? 1 : 0))
    }

    @Test func brokenBodyOfARedirectDoesNotFailTheCall() async throws {
        let transport = ClosureTransport { request in
            guard !request.isRedirected else { return TransportResponse(statusCode: 200, body: HTTPBody(Data())) }
            let broken = HTTPBody(isReplayable: false) { { throw TransportError(.connectionLost) } }
            return TransportResponse(statusCode: 302, headerFields: [.location: "/to"], body: broken)
        }
        let request = OutgoingRequest(url: try #require(URL(string: "http://a.b/")))
        #expect(try await FollowUpHandler(transport).send(request).statusCode == 200)
    }
}
