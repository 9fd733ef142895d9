import Foundation
import Testing

@testable import Talyn

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Sends each kind of credential by each way that leads to another origin.
struct CredentialOriginTests {
    private static let secret = "hunter2"
    private static let base = URL(string: "https://api.example.com/v1")!
    private static let elsewhere = "https://evil.example/x"

    /// What puts a credential into a request.
    enum Kind: CaseIterable, Sendable {
        case accessToken, authenticator, authenticatorInQuery, challenge, basicInBaseURL
        case authorizationOfTarget, cookieOfTarget, keyOfTarget, sessionOfTarget, fieldByOption, queryOfTarget
        case queryOfPlugin, fieldOfPlugin, fieldOfTransport
    }

    /// How a request comes to its URL.
    enum Way: CaseIterable, Sendable {
        // These lead to the base URL, or to an origin that the app chose.
        case path, baseURLOfClosure, urlOfClosure, trustedPage
        // These lead elsewhere.
        case absolutePath, absolutePathInClosure, relativePathInClosure, appendedPathInClosure
        case requestClosure, prepare, intercept, page, redirect, decidedRedirect

        var isChosen: Bool { [.path, .baseURLOfClosure, .urlOfClosure, .trustedPage].contains(self) }
    }

    // MARK: The call

    private struct Target: AccessTokenAuthorizable, TargetType {
        var baseURL = CredentialOriginTests.base
        var path = "/items"
        var headers: [String: String]?
        var task = HTTPTask.requestPlain
        var authorizationType: AuthorizationType?
    }

    private struct Token: Authenticator {
        let isInQuery: Bool

        func apply(_ credential: String, to request: inout URLRequest) {
            if isInQuery {
                request.url?.append(queryItems: [URLQueryItem(name: "mark", value: credential)])
            } else {
                request.setValue(credential, forHTTPHeaderField: "X-Mark")
            }
        }

        func refresh(_ credential: String) async throws -> String { credential }
    }

    private struct Preparing: Plugin {
        let change: @Sendable (inout URLRequest) -> Void

        func prepare(_ request: URLRequest, target: any TargetType) -> URLRequest {
            var request = request
            change(&request)
            return request
        }
    }

    private struct Moving: Plugin {
        func intercept(_ endpoint: Endpoint, target: any TargetType, next: @escaping Next) async throws -> Response {
            try await next(endpoint.moved(to: elsewhere))
        }
    }

    private struct Setup {
        var target = Target()
        var plugins: [any Plugin] = []
        var options = RequestOptions()
        var transportOptions = TransportOptions()

        init(_ kind: Kind, _ way: Way) {
            add(kind)
            switch way {
            case .absolutePath, .absolutePathInClosure: target.path = elsewhere
            case .relativePathInClosure: target.path = "//evil.example/x"
            case .appendedPathInClosure:
                target.baseURL = URL(string: "https://api.example.com")!
                target.path = ".evil.example/x"
            case .redirect, .decidedRedirect: target.path = "/redirect"
            case .prepare: plugins.append(Preparing { $0.url = URL(string: elsewhere) })
            case .intercept: plugins.append(Moving())
            default: break
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
                    CredentialsPlugin { _ in URLCredential(user: "ada", password: secret, persistence: .none) }
                ]
            case .basicInBaseURL: target.baseURL = URL(string: "https://ada:hunter2@api.example.com/v1")!
            case .authorizationOfTarget: target.headers = ["Authorization": secret]
            case .cookieOfTarget: target.headers = ["cookie": "a=\(secret)"]
            case .keyOfTarget: target.headers = ["X-Api-Key": secret]
            case .sessionOfTarget: target.headers = ["X-Session": secret, "X-Bearer": secret, "X-PW": secret]
            case .fieldByOption:
                target.headers = ["X-Org": secret]
                options.secretHeaderFields = ["x-org"]
            case .queryOfTarget:
                target.task = .requestParameters(parameters: ["api_key": secret], encoding: URLEncoding.queryString)
            case .queryOfPlugin:
                plugins = [
                    Preparing { $0.url?.append(queryItems: [URLQueryItem(name: "access_token", value: secret)]) }
                ]
            case .fieldOfPlugin: plugins = [Preparing { $0.setValue(secret, forHTTPHeaderField: "X-Vault-Token") }]
            case .fieldOfTransport: transportOptions.headerFields = ["Authorization": secret]
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
        let conversation: Conversation
        let asksForCredentials: Bool
        let sent = Recorder<Sent>()

        func send(_ request: TransportRequest) async throws -> TransportResponse {
            try await conversation.send(request) { request in
                let url = request.urlRequest.url
                let fields = request.urlRequest.allHTTPHeaderFields ?? [:]
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
    }

    private func sent(_ kind: Kind, _ way: Way) async -> [Sent] {
        let setup = Setup(kind, way)
        let servers = Servers(
            conversation: Conversation(setup.transportOptions, headerFields: setup.transportOptions.headerFields),
            asksForCredentials: kind == .challenge
        )
        let staging = URL(string: "https://staging.example/v2")!
        let provider = Provider<Target>(
            endpointClosure: { target in
                switch way {
                case .baseURLOfClosure: Endpoint(target, baseURL: staging)
                case .urlOfClosure: Endpoint(target, at: "https://staging.example/v2/items")
                case .absolutePathInClosure: Endpoint(target, at: URL(target: target).absoluteString)
                case .relativePathInClosure:
                    Endpoint(target, at: URL(string: target.path, relativeTo: target.baseURL)!.absoluteString)
                case .appendedPathInClosure: Endpoint(target, at: target.baseURL.absoluteString + target.path)
                default: Endpoint(target)
                }
            },
            requestClosure: { endpoint, done in
                let request = Result { () throws(TalynError) in
                    var request = try endpoint.urlRequest()
                    if way == .requestClosure { request.url = URL(string: Self.elsewhere) }
                    return request
                }
                done(request)
            },
            transport: servers,
            plugins: setup.plugins
        )
        switch way {
        case .page, .trustedPage:
            let trusted = URL(string: way == .page ? "https://other.example" : Self.elsewhere)!
            var pages = provider.pages(of: setup.target, by: .links.trusting(trusted), options: setup.options)
                .makeAsyncIterator()
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
        #expect(foreign.isEmpty == (way == .page))
        for request in foreign { #expect(!hasCredential(request), "\(request.text)") }
    }

    @Test(arguments: Kind.allCases, Way.allCases.filter(\.isChosen))
    func credentialReachesTheOriginThatTheAppChose(_ kind: Kind, _ way: Way) async throws {
        let sent = await sent(kind, way)
        let last = try #require(sent.last)
        let hosts: [Way: String] = [.path: "api.example.com", .trustedPage: "evil.example"]
        #expect(last.host == hosts[way] ?? "staging.example")
        // A closure that names another base URL leaves out what the first one holds, and a page has its own query.
        if kind == .basicInBaseURL, way == .baseURLOfClosure || way == .urlOfClosure { return }
        if kind == .queryOfTarget, way == .trustedPage { return }
        #expect(hasCredential(last), "\(last.text)")
    }

    @Test func parametersOfAnAbsolutePathStay() async throws {
        let sent = Recorder<String>()
        let transport = ClosureTransport { request in
            sent.record(request.urlRequest.url?.absoluteString ?? "")
            return TransportResponse(statusCode: 200, body: HTTPBody(Data()))
        }
        var target = Target(path: "https://files.example/a?X-Amz-Signature=1&key=a%2Fb#x")
        target.task = .requestParameters(parameters: ["token": "t", "page": 2], encoding: URLEncoding.queryString)
        let response = try await Provider<Target>(transport: transport).request(target)
        #expect(sent.events == ["https://files.example/a?X-Amz-Signature=1&key=a%2Fb&page=2"])
        #expect(response.account?.notes.map(\.text).contains { $0.hasPrefix("sends no credentials") } == true)
    }

    /// The same origin may be written in other ways.
    @Test(arguments: [
        "https://api.example.com/a", "https://API.example.com:443/a", "HTTPS://api.example.com?a=1",
        "https://api.example.com", "https://ada@api.example.com/a",
    ])
    func originCountsAndNotItsSpelling(url: String) {
        #expect(CredentialOrigins(chosen: Self.base.absoluteString).contain(url))
    }

    @Test(arguments: [
        "http://api.example.com/a", "https://api.example.com:8443/a", "https://api.example.com.evil.example/",
        "https://api.example.com@evil.example/", "https://evil.example/api.example.com", "https://api.example.com./",
        "https://example.com", "api.example.com", "", "https://", "https://api.example.com%2Eevil.example/",
        "//api.example.com/a", "ftp://api.example.com",
    ])
    func otherOriginsAreForeign(url: String) {
        #expect(!CredentialOrigins(chosen: Self.base.absoluteString).contain(url))
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
            var request = TransportRequest(URLRequest(url: Self.base))
            request.urlRequest.httpMethod = method
            request.options.secretHeaderFields = ["X-Org"]
            for name in Self.fields { request.urlRequest.setValue(Self.secret, forHTTPHeaderField: name) }
            request.credential = URLCredential(user: "ada", password: Self.secret, persistence: .none)
            let sent = Recorder<TransportRequest>()
            _ = try? await Conversation().send(request) { request in
                sent.record(request)
                let hops = first.isEmpty ? [location] : [first, location]
                let next = sent.events.count <= hops.count ? hops[sent.events.count - 1] : nil
                var fields = HTTPFields()
                fields[.location] = next
                let status = next == nil ? 200 : status
                return TransportResponse(statusCode: status, headerFields: fields, body: HTTPBody(Data()))
            }
            for request in sent.events {
                let isHome = request.urlRequest.url.flatMap { Origin($0) } == Origin(Self.base)
                #expect((request.credential != nil) == isHome)
                let values = Self.fields.compactMap { request.urlRequest.value(forHTTPHeaderField: $0) }
                #expect(values.count == (isHome ? Self.fields.count : 0), "\(values)")
            }
        }
    }
}

extension Endpoint {
    /// The endpoint of a target as apps make it by hand.
    fileprivate init(_ target: some TargetType, at url: String) {
        self.init(
            url: url,
            sampleResponseClosure: { .networkResponse(200, Data()) },
            method: target.method,
            task: target.task,
            httpHeaderFields: target.headers
        )
    }

    fileprivate func moved(to url: String) -> Endpoint {
        Endpoint(
            url: url,
            sampleResponseClosure: sampleResponseClosure,
            method: method,
            task: task,
            httpHeaderFields: httpHeaderFields
        )
    }
}
