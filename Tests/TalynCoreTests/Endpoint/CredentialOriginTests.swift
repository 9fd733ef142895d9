import Foundation
import TestSupport
import Testing
import _TalynSupport

@testable import TalynCore
@testable import TalynPlugins
@testable import TalynStreams

/// Sends each kind of credential by each way that leads to another origin.
struct CredentialOriginTests {
    private static let secret = "hunter2"
    private static let base = URL(string: "https://api.example.com/v1")!
    private static let elsewhere = "https://evil.example/x"

    /// What puts a credential into a request.
    enum Kind: CaseIterable, Sendable {
        case accessToken, authenticator, authenticatorInQuery, challenge, basicInBaseURL
        case authorizationOfTarget, cookieOfTarget, cookieOfStore, keyOfTarget, sessionOfTarget, fieldByOption
        case queryOfTarget, queryOfPlugin, fieldOfPlugin, fieldOfEndpoint
        case fieldOfProvider, fieldOfCall, fieldOfTransport
    }

    /// How a request comes to its URL.
    enum Way: CaseIterable, Sendable {
        // These lead to the base URL, or to an origin that the app chose.
        case path, baseURLOfProvider, relativeURL, trustedPage
        // These lead elsewhere.
        case url, urlWithoutScheme, urlOfTarget, urlOfProvider
        case prepare, prepareHost, intercept, adapt, page, nextURL, redirect, decidedRedirect, renewedRedirect

        var isChosen: Bool { [.path, .baseURLOfProvider, .relativeURL, .trustedPage].contains(self) }
    }

    // MARK: The call

    private struct Target: AccessTokenAuthorizable, TargetType {
        var baseURL = CredentialOriginTests.base
        var path: RequestPath = "/items"
        var query: RequestParameters = [:]
        var headerFields: HTTPFields = [:]
        var requestOptions = RequestOptions()
        var authorizationType: AuthorizationType?
    }

    private struct Token: Authenticator {
        let isInQuery: Bool

        func apply(_ credential: String, to request: inout OutgoingRequest) {
            if isInQuery {
                request.url?.append(queryItems: [URLQueryItem(name: "mark", value: credential)])
            } else {
                request.headerFields["X-Mark"] = credential
            }
        }

        func refresh(_ credential: String) async throws -> String { credential }
    }

    private struct Preparing: RequestAdapter {
        let change: @Sendable (inout OutgoingRequest) -> Void

        func adapt(_ request: inout OutgoingRequest, context: CallContext) {
            change(&request)
        }
    }

    private struct Moving: CallInterceptor {
        func intercept(_ endpoint: Endpoint, context: CallContext, next: @escaping Next) async throws -> Response {
            var endpoint = endpoint
            endpoint.url = elsewhere
            return try await next(endpoint)
        }
    }

    private struct Adapting: RequestAdapter {
        func adapt(_ request: inout OutgoingRequest, context: CallContext) {
            request.url = URL(string: elsewhere)
        }
    }

    private struct Adding: CallInterceptor {
        func intercept(_ endpoint: Endpoint, context: CallContext, next: @escaping Next) async throws -> Response {
            var endpoint = endpoint
            endpoint.headerFields[.authorization] = secret
            return try await next(endpoint)
        }
    }

    private struct Setup {
        var target = Target()
        var plugins: [any Plugin] = []
        var options = RequestOptions()
        var optionsOfProvider = RequestOptions()
        var headerFieldsOfTransport = HTTPFields()

        init(_ kind: Kind, _ way: Way) {
            add(kind)
            switch way {
            case .url: options.url = URL(string: elsewhere)
            case .urlWithoutScheme: options.url = URL(string: "//evil.example/x")
            case .relativeURL: options.url = URL(string: "?page=2")
            case .urlOfTarget: target.requestOptions.url = URL(string: elsewhere)
            case .urlOfProvider: optionsOfProvider.url = URL(string: elsewhere)
            case .redirect, .decidedRedirect, .renewedRedirect: target.path = "/redirect"
            case .prepare: plugins.append(Preparing { $0.url = URL(string: elsewhere) })
            case .prepareHost:
                plugins.append(
                    Preparing { request in
                        let text = request.url?.absoluteString.replacing("api.example.com", with: "evil.example")
                        request.url = text.flatMap { URL(string: $0) }
                    }
                )
            case .intercept: plugins.append(Moving())
            case .adapt: plugins.append(Adapting())
            default: break
            }
            if way == .renewedRedirect {
                options.redirects = .decide { request, _ in
                    OutgoingRequest(url: URL(string: elsewhere)!, headerFields: request.headerFields)
                }
            }
            if way == .decidedRedirect {
                options.redirects = .decide { request, _ in
                    var request = request
                    request.url = URL(string: elsewhere)
                    return request
                }
            }
        }

        private mutating func add(_ kind: Kind) {
            switch kind {
            case .accessToken:
                target.authorizationType = .bearer
                plugins = [AccessTokenPlugin { _ in secret }]
            case .authenticator, .authenticatorInQuery:
                target.authorizationType = .bearer
                let token = Token(isInQuery: kind == .authenticatorInQuery)
                plugins = [AuthenticationPlugin(token, credential: secret)]
            case .challenge:
                plugins = [
                    PasswordPlugin { _ in PasswordCredential(user: "ada", password: secret) }
                ]
            case .basicInBaseURL: target.baseURL = URL(string: "https://ada:hunter2@api.example.com/v1")!
            case .authorizationOfTarget: target.headerFields = [.authorization: secret]
            case .cookieOfTarget: target.headerFields = HTTPFields(["cookie": "a=\(secret)"])
            case .cookieOfStore:
                // Of the usual host, and of all hosts that an app may choose: but for the other one.
                let store = MemoryCookieStore()
                for host in ["api.example.com", "staging.example"] {
                    store.set(Cookie(name: "a", value: secret, domain: host))
                }
                options.cookies = .store(store)
            case .keyOfTarget: target.headerFields = HTTPFields(["X-Api-Key": secret])
            case .sessionOfTarget:
                target.headerFields = HTTPFields(["X-Session": secret, "X-Bearer": secret, "X-PW": secret])
            case .fieldByOption:
                target.headerFields = HTTPFields(["X-Org": secret])
                options.secretHeaderFields = ["x-org"]
            case .queryOfTarget: target.query = ["api_key": secret]
            case .queryOfPlugin:
                plugins = [
                    Preparing { $0.url?.append(queryItems: [URLQueryItem(name: "access_token", value: secret)]) }
                ]
            case .fieldOfPlugin: plugins = [Preparing { $0.headerFields["X-Vault-Token"] = secret }]
            case .fieldOfEndpoint: plugins = [Adding()]
            case .fieldOfProvider: optionsOfProvider.headerFields = [.authorization: secret]
            case .fieldOfCall: options.headerFields = HTTPFields(["X-Api-Key": secret])
            case .fieldOfTransport: headerFieldsOfTransport = [.authorization: secret]
            }
        }
    }

    // MARK: The servers

    private struct Sent: Sendable {
        let host: String
        /// All that a server could read.
        let text: String
    }

    /// Answers for all hosts, and asks who the caller is.
    private struct Servers: Transport {
        let defaultHeaderFields: HTTPFields
        let asksForCredentials: Bool
        let sent = Recorder<Sent>()

        func send(_ request: OutgoingRequest) async throws -> TransportResponse {
            let url = request.url
            let fields = request.headerFields.combined
            sent.record(Sent(host: url?.host() ?? "", text: "\(url?.absoluteString ?? "") \(fields)"))
            if url?.path == "/v1/redirect" {
                return .init(statusCode: 307, headerFields: [.location: elsewhere], body: HTTPBody(Data()))
            }
            if asksForCredentials, fields["Authorization"] == nil {
                let challenge: HTTPFields = [.wwwAuthenticate: "Basic realm=\"x\""]
                return .init(statusCode: 401, headerFields: challenge, body: HTTPBody(Data()))
            }
            return .init(
                statusCode: 200,
                headerFields: [HTTPField.Name("Link")!: "<\(elsewhere)>; rel=\"next\""],
                url: url,
                body: HTTPBody(Data())
            )
        }
    }

    private func sent(_ kind: Kind, _ way: Way) async -> [Sent] {
        let setup = Setup(kind, way)
        let servers = Servers(
            defaultHeaderFields: setup.headerFieldsOfTransport,
            asksForCredentials: kind == .challenge
        )
        let provider = Provider<Target>(
            baseURL: way == .baseURLOfProvider ? URL(string: "https://staging.example/v2") : nil,
            transport: servers,
            plugins: setup.plugins,
            requestOptions: setup.optionsOfProvider
        )
        switch way {
        case .page, .trustedPage:
            let trusted = URL(string: way == .page ? "https://other.example" : Self.elsewhere)!
            var pages = provider.pages(of: setup.target, by: .links.trusting(trusted), options: setup.options)
                .makeAsyncIterator()
            for _ in 0..<2 { _ = try? await pages.next() }
        case .nextURL:
            let next = Pagination<Target, Response>.next { _ in .url(URL(string: Self.elsewhere)!) }
            var pages = provider.pages(of: setup.target, by: next, options: setup.options).makeAsyncIterator()
            for _ in 0..<2 { _ = try? await pages.next() }
        default:
            _ = try? await provider.request(setup.target, options: setup.options)
        }
        return servers.sent.events
    }

    private func hasCredential(_ sent: Sent) -> Bool {
        sent.text.contains(Self.secret) || sent.text.contains(Data("ada:\(Self.secret)".utf8).base64EncodedString())
    }

    // MARK: Tests

    @Test(arguments: Kind.allCases, Way.allCases.filter { !$0.isChosen })
    func credentialDoesNotReachAnotherOrigin(_ kind: Kind, _ way: Way) async {
        let sent = await sent(kind, way)
        let foreign = sent.filter { $0.host != "api.example.com" }
        // The page is not even asked for.
        #expect(foreign.isEmpty == [.page, .nextURL].contains(way))
        for request in foreign { #expect(!hasCredential(request), "\(request.text)") }
    }

    @Test(arguments: Kind.allCases, Way.allCases.filter(\.isChosen))
    func credentialReachesTheOriginThatTheAppChose(_ kind: Kind, _ way: Way) async throws {
        let sent = await sent(kind, way)
        let last = try #require(sent.last)
        let hosts: [Way: String] = [.trustedPage: "evil.example", .baseURLOfProvider: "staging.example"]
        #expect(last.host == hosts[way] ?? "api.example.com")
        // The base URL of the provider has no user information, and the query of the target belongs to its own URL.
        if kind == .basicInBaseURL, way == .baseURLOfProvider { return }
        if kind == .queryOfTarget, way == .trustedPage || way == .relativeURL { return }
        // The storage has no cookie for that host.
        if kind == .cookieOfStore, way == .trustedPage { return }
        #expect(hasCredential(last), "\(last.text)")
    }

    @Test func otherURLIsCalledAsItIs() async throws {
        let sent = Recorder<String>()
        let transport = ClosureTransport { request in
            sent.record(request.url?.absoluteString ?? "")
            return TransportResponse(statusCode: 200, body: HTTPBody(Data()))
        }
        let target = Target(query: ["token": "t", "page": 2])
        let url = URL(string: "https://files.example/a?X-Amz-Signature=1&key=a%2Fb#x")
        let options = RequestOptions { $0.url = url }
        let response = try await Provider<Target>(transport: transport).request(target, options: options)
        #expect(sent.events == ["https://files.example/a?X-Amz-Signature=1&key=a%2Fb"])
        #expect(response.metrics?.notes.map(\.text).contains { $0.hasPrefix("sends no credentials") } == true)
    }

    /// The same origin may be written in other ways.
    @Test(arguments: [
        "https://api.example.com/a", "https://API.example.com:443/a", "HTTPS://api.example.com?a=1",
        "https://api.example.com", "https://ada@api.example.com/a",
    ])
    func originCountsAndNotItsSpelling(url: String) {
        #expect(CredentialOrigins(baseURL: Self.base.absoluteString).contain(url))
    }

    @Test(arguments: [
        "http://api.example.com/a", "https://api.example.com:8443/a", "https://api.example.com.evil.example/",
        "https://api.example.com@evil.example/", "https://evil.example/api.example.com", "https://api.example.com./",
        "https://example.com", "api.example.com", "", "https://", "https://api.example.com%2Eevil.example/",
        "//api.example.com/a", "ftp://api.example.com",
    ])
    func otherOriginsAreForeign(url: String) {
        #expect(!CredentialOrigins(baseURL: Self.base.absoluteString).contain(url))
    }

    // MARK: Redirects

    private static let fields = [
        "Authorization", "Cookie", "Proxy-Authorization", "X-Api-Key", "X-Session", "X-Bearer", "X-PW", "Host", "X-Org",
    ]

    private static let foreignLocations = [
        "https://evil.example/", "//evil.example/", "http://api.example.com/", "https://api.example.com:444/",
        "https://api.example.com.evil.example/", "https://sub.api.example.com/", "https://example.com/",
        "https://api.example.com@evil.example/", "https://api.example.com./", "https://127.0.0.1/", "https://[::1]/",
        "https://api.example.com%2Eevil.example/", "HTTPS://EVIL.EXAMPLE",
    ]

    /// 5 statuses, 13 places, and 4 ways to answer the first request: 260 redirects.
    @Test(arguments: [301, 302, 303, 307, 308], foreignLocations)
    func redirectTakesNoCredentialAlong(status: Int, location: String) async throws {
        for (first, method) in [("/a", "GET"), ("/a", "POST"), ("", "GET"), ("", "PUT")] {
            var request = OutgoingRequest(url: Self.base)
            request.method = HTTPRequest.Method(method)!
            request.options.secretHeaderFields = ["X-Org"]
            for name in Self.fields { request.headerFields[name] = Self.secret }
            request.credential = PasswordCredential(user: "ada", password: Self.secret)
            let sent = Recorder<OutgoingRequest>()
            let transport = ClosureTransport { request in
                sent.record(request)
                let hops = first.isEmpty ? [location] : [first, location]
                let next = sent.events.count <= hops.count ? hops[sent.events.count - 1] : nil
                var fields = HTTPFields()
                fields[.location] = next
                let status = next == nil ? 200 : status
                return TransportResponse(statusCode: status, headerFields: fields, body: HTTPBody(Data()))
            }
            _ = try? await FollowUpHandler(transport).send(request)
            for request in sent.events {
                let isHome = request.url.flatMap { Origin($0) } == Origin(Self.base)
                #expect((request.credential != nil) == isHome)
                let values = Self.fields.compactMap { request.headerFields[$0] }
                #expect(values.count == (isHome ? Self.fields.count : 0), "\(values)")
            }
        }
    }
}
