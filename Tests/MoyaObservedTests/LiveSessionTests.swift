import Foundation
import Moya
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Sessions of one's own, and what they add to requests.
@Suite(.enabled(if: Server.isThere)) struct LiveSessionTests {
    /// An interceptor that adds a header field, and tells what was there before.
    private final class Stamp: Moya.RequestInterceptor, @unchecked Sendable {
        let log = Log()

        func adapt(
            _ urlRequest: URLRequest,
            for session: Session,
            completion: @escaping (Result<URLRequest, any Error>) -> Void
        ) {
            log.add("adapt \(urlRequest.value(forHTTPHeaderField: "X-Plugin") ?? "none")")
            var request = urlRequest
            request.setValue("yes", forHTTPHeaderField: "X-Interceptor")
            completion(.success(request))
        }
    }

    /// An interceptor that refuses all requests.
    private final class Refuse: Moya.RequestInterceptor, @unchecked Sendable {
        func adapt(
            _ urlRequest: URLRequest,
            for session: Session,
            completion: @escaping (Result<URLRequest, any Error>) -> Void
        ) {
            completion(.failure(Refusal()))
        }
    }

    private func configuration(_ headers: [String: String]) -> URLSessionConfiguration {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpAdditionalHeaders = headers
        return configuration
    }

    private func stamping(_ log: Log) -> ClosurePlugin {
        let plugin = ClosurePlugin()
        plugin.onPrepare = { request, _ in
            log.add("prepare")
            var request = request
            request.setValue("yes", forHTTPHeaderField: "X-Plugin")
            return request
        }
        plugin.onWillSend = { request, _ in
            log.add("willSend \(request.request?.value(forHTTPHeaderField: "X-Interceptor") ?? "none")")
        }
        return plugin
    }

    @Test("a session's header fields arrive, and plugins see them")
    func additionalHeaders() async throws {
        let session = Session(configuration: configuration(["X-Session": "yes"]), startRequestsImmediately: false)
        let names = Box<[String: String]>([:])
        let plugin = ClosurePlugin()
        plugin.onWillSend = { request, _ in names.value = request.sessionHeaders }
        let provider = MoyaProvider<Sample>(session: session, plugins: [plugin])
        let sample = Sample(baseURL: try await Server.url(), path: "/anything")
        let echo = try Echo(await provider.result(of: sample))
        #expect(echo.headers["X-Session"] == "yes")
        #expect(names.value == ["X-Session": "yes"])
    }

    @Test("a target's header field goes before the session's")
    func targetBeforeSession() async throws {
        let session = Session(configuration: configuration(["X-Session": "session"]), startRequestsImmediately: false)
        let sample = Sample(baseURL: try await Server.url(), path: "/anything", headers: ["X-Session": "target"])
        let echo = try Echo(await MoyaProvider<Sample>(session: session).result(of: sample))
        #expect(echo.headers["X-Session"] == "target")
    }

    @Test("a stub's session header fields are the session's")
    func stubbedHeaders() async {
        let session = Session(configuration: configuration(["X-Session": "yes"]), startRequestsImmediately: false)
        let names = Box<[String: String]>([:])
        let plugin = ClosurePlugin()
        plugin.onWillSend = { request, _ in names.value = request.sessionHeaders }
        let provider = MoyaProvider<Sample>(
            stubClosure: MoyaProvider<Sample>.immediatelyStub,
            session: session,
            plugins: [plugin]
        )
        _ = await provider.result(of: Sample())
        #expect(names.value == ["X-Session": "yes"])
    }

    @Test("a session that starts requests at once works, too")
    func startingAtOnce() async throws {
        let session = Session(configuration: configuration([:]), startRequestsImmediately: true)
        let recorder = Recorder()
        let provider = MoyaProvider<Sample>(session: session, plugins: [recorder])
        let sample = Sample(baseURL: try await Server.url(), path: "/get")
        #expect(try await provider.result(of: sample).get().statusCode == 200)
        #expect(
            recorder.log.lines == ["plugin prepare", "plugin willSend", "plugin didReceive", "plugin process"]
        )
    }

    @Test("a session's interceptor comes before the plugins, which see what it adds")
    func interceptor() async throws {
        let stamp = Stamp()
        let session = Session(
            configuration: configuration([:]),
            startRequestsImmediately: false,
            interceptor: stamp
        )
        let provider = MoyaProvider<Sample>(session: session, plugins: [stamping(stamp.log)])
        let sample = Sample(baseURL: try await Server.url(), path: "/anything")
        let result = await provider.result(of: sample)
        let echo = try Echo(result)
        #expect(echo.headers["X-Interceptor"] == "yes")
        #expect(echo.headers["X-Plugin"] == "yes")
        #expect(stamp.log.lines == ["adapt none", "prepare", "willSend yes"])
        #expect(try result.get().request?.value(forHTTPHeaderField: "X-Interceptor") == "yes")
    }

    @Test("an interceptor that refuses a request fails it as an underlying error of adaptation")
    func refusal() async throws {
        let session = Session(
            configuration: configuration([:]),
            startRequestsImmediately: false,
            interceptor: Refuse()
        )
        let recorder = Recorder()
        let provider = MoyaProvider<Sample>(session: session, plugins: [recorder])
        let error = await provider.result(of: Sample(baseURL: try await Server.url(), path: "/get")).error
        #expect(error?.caseName == "underlying")
        #expect(error?.response == nil)
        #expect(error?.wrapped?.asAFError?.isRequestAdaptationError == true)
        #expect(error?.wrapped?.asAFError?.underlyingError is Refusal)
        #expect(recorder.log.lines.suffix(2) == ["plugin didReceive", "plugin process"])
    }

    @Test("the default session has the default header fields")
    func defaultSession() {
        let session = MoyaProvider<Sample>.defaultAlamofireSession()
        let headers = session.sessionConfiguration.httpAdditionalHeaders ?? [:]
        #expect(
            headers.keys.compactMap { $0 as? String }.sorted() == ["Accept-Encoding", "Accept-Language", "User-Agent"]
        )
        #expect(!session.startRequestsImmediately)
        #expect(MoyaProvider<Sample>().session !== MoyaProvider<Sample>().session)
    }

    @Test(
        "a redirect of a POST is followed by its status",
        arguments: [(301, "GET"), (302, "GET"), (303, "GET"), (307, "POST"), (308, "POST")]
    )
    func redirectedPost(status: Int, method: String) async throws {
        let parameters: [String: Any] = ["url": "/anything", "status_code": status]
        let task = Task.requestParameters(parameters: parameters, encoding: URLEncoding.queryString)
        let sample = Sample(baseURL: try await Server.url(), path: "/redirect-to", method: .post, task: task)
        let result = await MoyaProvider<Sample>().result(of: sample)
        let echo = try Echo(result)
        #expect(echo.method == method)
        #expect(try result.get().response?.url?.path == "/anything")
    }

    @Test("after a redirect the response has the request that was made first")
    func requestOfRedirect() async throws {
        let sample = Sample(baseURL: try await Server.url(), path: "/redirect/1")
        let response = try await MoyaProvider<Sample>().result(of: sample).get()
        #expect(response.request?.url?.path == "/redirect/1")
        #expect(response.response?.url?.path == "/get")
    }

    @Test("a session keeps cookies for its later requests")
    func cookies() async throws {
        let url = try await Server.url()
        let session = Session(configuration: configuration([:]), startRequestsImmediately: false)
        let provider = MoyaProvider<Sample>(session: session)
        let task = Task.requestParameters(parameters: ["name": "value"], encoding: URLEncoding.default)
        _ = try await provider.result(of: Sample(baseURL: url, path: "/cookies/set", task: task)).get()
        let response = try await provider.result(of: Sample(baseURL: url, path: "/cookies")).get()
        #expect(try response.map([String: String].self, atKeyPath: "cookies") == ["name": "value"])
        let other = Session(configuration: configuration([:]), startRequestsImmediately: false)
        let without = try await MoyaProvider<Sample>(session: other).result(of: Sample(baseURL: url, path: "/cookies"))
            .get()
        #expect(try without.map([String: String].self, atKeyPath: "cookies") == [:])
    }

    @Test("a target's own cookie field arrives as it is")
    func cookieField() async throws {
        let session = Session(configuration: configuration([:]), startRequestsImmediately: false)
        let sample = Sample(baseURL: try await Server.url(), path: "/cookies", headers: ["Cookie": "a=b; c=d"])
        let response = try await MoyaProvider<Sample>(session: session).result(of: sample).get()
        #expect(try response.map([String: String].self, atKeyPath: "cookies") == ["a": "b", "c": "d"])
    }
}
