import Foundation
import Moya
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// What a server gets of each task.
@Suite(.enabled(if: Server.isThere)) struct LiveRequestTests {
    private func echo(
        _ method: Moya.Method,
        _ task: Task = .requestPlain,
        headers: [String: String]? = nil,
        path: String = "/anything"
    ) async throws -> Echo {
        let sample = Sample(baseURL: try await Server.url(), path: path, method: method, task: task, headers: headers)
        return try Echo(await MoyaProvider<Sample>().result(of: sample))
    }

    @Test("the server gets the method", arguments: ["GET", "POST", "PUT", "PATCH", "DELETE"])
    func method(name: String) async throws {
        let echo = try await echo(Moya.Method(rawValue: name))
        #expect(echo.method == name)
        #expect(echo.data == "")
        #expect(echo.args == [:])
    }

    @Test("the server gets the path")
    func path() async throws {
        let echo = try await echo(.get, path: "/anything/one/two")
        #expect(echo.url?.hasSuffix("/anything/one/two") == true)
    }

    @Test("the server gets parameters in the URL", arguments: ["GET", "DELETE"])
    func query(name: String) async throws {
        let task = Task.requestParameters(parameters: ["a": "b c", "n": 1], encoding: URLEncoding.default)
        let echo = try await echo(Moya.Method(rawValue: name), task)
        #expect(echo.args == ["a": "b c", "n": "1"])
        #expect(echo.form == [:])
    }

    @Test("the server gets parameters as a form", arguments: ["POST", "PUT", "PATCH"])
    func form(name: String) async throws {
        let task = Task.requestParameters(parameters: ["a": "b c", "n": 1], encoding: URLEncoding.default)
        let echo = try await echo(Moya.Method(rawValue: name), task)
        #expect(echo.form == ["a": "b c", "n": "1"])
        #expect(echo.args == [:])
        #expect(echo.headers["Content-Type"] == "application/x-www-form-urlencoded; charset=utf-8")
    }

    @Test("the server gets parameters as JSON", arguments: ["POST", "PUT", "DELETE"])
    func json(name: String) async throws {
        let task = Task.requestParameters(parameters: ["a": "b"], encoding: JSONEncoding.default)
        let echo = try await echo(Moya.Method(rawValue: name), task)
        #expect(echo.json == ["a": "b"])
        #expect(echo.data == #"{"a":"b"}"#)
        #expect(echo.headers["Content-Type"] == "application/json")
        #expect(echo.headers["Content-Length"] == "9")
    }

    @Test("the server gets an encodable value as JSON")
    func encodable() async throws {
        let echo = try await echo(.post, .requestJSONEncodable(Person(name: "Ada")))
        #expect(echo.json == ["name": "Ada"])
        #expect(echo.headers["Content-Type"] == "application/json")
    }

    @Test("the server gets data")
    func data() async throws {
        let echo = try await echo(.post, .requestData(Data("bytes".utf8)), headers: ["Content-Type": "text/plain"])
        #expect(echo.data == "bytes")
        #expect(echo.headers["Content-Type"] == "text/plain")
    }

    @Test("the server gets data and parameters in the URL")
    func compositeData() async throws {
        let task = Task.requestCompositeData(bodyData: Data("bytes".utf8), urlParameters: ["page": 2])
        let echo = try await echo(.put, task, headers: ["Content-Type": "text/plain"])
        #expect(echo.data == "bytes")
        #expect(echo.args == ["page": "2"])
    }

    @Test("the server gets parameters in the body and in the URL")
    func compositeParameters() async throws {
        let task = Task.requestCompositeParameters(
            bodyParameters: ["name": "Ada"],
            bodyEncoding: JSONEncoding.default,
            urlParameters: ["page": 2]
        )
        let echo = try await echo(.post, task)
        #expect(echo.json == ["name": "Ada"])
        #expect(echo.args == ["page": "2"])
    }

    @Test("the server gets the target's header fields")
    func headers() async throws {
        let echo = try await echo(.get, headers: ["X-One": "1", "X-Two": "two, too"])
        #expect(echo.headers["X-One"] == "1")
        #expect(echo.headers["X-Two"] == "two, too")
    }

    @Test("the server gets default header fields")
    func defaultHeaders() async throws {
        let headers = try await echo(.get).headers
        #expect(headers["User-Agent"]?.isEmpty == false)
        #expect(headers["Accept-Encoding"]?.contains("gzip") == true)
        #expect(headers["Accept-Language"]?.contains(";q=1.0") == true)
    }

    @Test("the target's header fields go before the default ones")
    func overriddenHeaders() async throws {
        let echo = try await echo(.get, headers: ["User-Agent": "mine", "Accept-Language": "tlh"])
        #expect(echo.headers["User-Agent"] == "mine")
        #expect(echo.headers["Accept-Language"] == "tlh")
    }

    @Test("the server gets what plugins add")
    func plugins() async throws {
        let plugin = ClosurePlugin()
        plugin.onPrepare = { request, _ in
            var request = request
            request.setValue("yes", forHTTPHeaderField: "X-Plugin")
            return request
        }
        let sample = Sample(baseURL: try await Server.url(), path: "/anything")
        let provider = MoyaProvider<Sample>(plugins: [plugin, AccessTokenPlugin { _ in "token" }])
        let echo = try Echo(await provider.result(of: sample))
        #expect(echo.headers["X-Plugin"] == "yes")
        #expect(echo.headers["Authorization"] == nil)
    }

    @Test("the response has the HTTP response, the request and the data")
    func response() async throws {
        let sample = Sample(baseURL: try await Server.url(), path: "/json", headers: ["X-One": "1"])
        let response = try await MoyaProvider<Sample>().result(of: sample).get()
        #expect(response.statusCode == 200)
        #expect(response.response?.statusCode == 200)
        #expect(response.response?.url?.path == "/json")
        #expect(response.response?.value(forHTTPHeaderField: "Content-Type") == "application/json")
        #expect(response.request?.url == sample.baseURL.appendingPathComponent("json"))
        #expect(response.request?.value(forHTTPHeaderField: "X-One") == "1")
        #expect(try response.mapString(atKeyPath: "slideshow.author") == "Yours Truly")
    }

    @Test("a response to HEAD has no data")
    func head() async throws {
        let sample = Sample(baseURL: try await Server.url(), path: "/json", method: .head)
        let response = try await MoyaProvider<Sample>().result(of: sample).get()
        #expect(response.statusCode == 200)
        #expect(response.data.isEmpty)
    }

    @Test("a response without content has no data")
    func noContent() async throws {
        let sample = Sample(baseURL: try await Server.url(), path: "/status/204", validationType: .successCodes)
        let response = try await MoyaProvider<Sample>().result(of: sample).get()
        #expect(response.statusCode == 204)
        #expect(response.data.isEmpty)
    }

    @Test("redirects are followed", arguments: [1, 3])
    func redirects(count: Int) async throws {
        let sample = Sample(
            baseURL: try await Server.url(),
            path: "/redirect/\(count)",
            validationType: .successCodes
        )
        let response = try await MoyaProvider<Sample>().result(of: sample).get()
        #expect(response.statusCode == 200)
        #expect(response.response?.url?.path == "/get")
    }

    @Test("a request goes on if nobody keeps its provider")
    func unkeptProvider() async throws {
        let sample = Sample(baseURL: try await Server.url(), path: "/get")
        let status: Int? = await withCheckedContinuation { continuation in
            MoyaProvider<Sample>().request(sample) { continuation.resume(returning: try? $0.get().statusCode) }
        }
        #expect(status == 200)
    }

    @Test("a provider makes many requests at once")
    func many() async throws {
        let provider = MoyaProvider<Sample>()
        let url = try await Server.url()
        let paths = try await withThrowingTaskGroup(of: String.self) { group in
            for index in 0..<10 {
                group.addTask {
                    let echo = try Echo(await provider.result(of: Sample(baseURL: url, path: "/anything/\(index)")))
                    return echo.url?.components(separatedBy: "/").last ?? ""
                }
            }
            return try await group.reduce(into: Set<String>()) { $0.insert($1) }
        }
        let expected: [String] = (0..<10).map { "\($0)" }
        #expect(paths == Set(expected))
    }

    @Test("providers may share a session")
    func sharedSession() async throws {
        let session = MoyaProvider<Sample>.defaultAlamofireSession()
        let one = MoyaProvider<Sample>(session: session)
        let two = MoyaProvider<MultiTarget>(session: session)
        let sample = Sample(baseURL: try await Server.url(), path: "/get")
        #expect(try await one.result(of: sample).get().statusCode == 200)
        #expect(try await two.result(of: MultiTarget(sample)).get().statusCode == 200)
        #expect(one.session === two.session)
    }

    @Test("the closure for endpoints may add header fields")
    func endpointClosure() async throws {
        let provider = MoyaProvider<Sample>(endpointClosure: {
            $0.endpoint.adding(newHTTPHeaderFields: ["X-Closure": "1"])
        })
        let sample = Sample(baseURL: try await Server.url(), path: "/anything")
        #expect(try Echo(await provider.result(of: sample)).headers["X-Closure"] == "1")
    }

    @Test("one provider may stub some targets and send others")
    func stubbedAndSent() async throws {
        let provider = MoyaProvider<Sample>(stubClosure: { $0.path == "/stubbed" ? .immediate : .never })
        let url = try await Server.url()
        let stubbed = await provider.result(of: Sample(baseURL: url, path: "/stubbed", sampleData: Data("sample".utf8)))
        #expect(try stubbed.get().data.text == "sample")
        #expect(try await provider.result(of: Sample(baseURL: url, path: "/status/201")).get().statusCode == 201)
    }

    @Test("the server gets the access token")
    func accessToken() async throws {
        struct Authorized: TargetType, AccessTokenAuthorizable {
            var authorizationType: AuthorizationType? = .bearer
            var baseURL: URL
            var path = "/anything"
            var method = Moya.Method.get
            var task = Task.requestPlain
            var headers: [String: String]?
        }
        let target = Authorized(baseURL: try await Server.url())
        let plugin = AccessTokenPlugin { _ in "token" }
        let echo = try Echo(await MoyaProvider<Authorized>(plugins: [plugin]).result(of: target))
        #expect(echo.headers["Authorization"] == "Bearer token")
        let multi = try Echo(await MoyaProvider<MultiTarget>(plugins: [plugin]).result(of: MultiTarget(target)))
        #expect(multi.headers["Authorization"] == "Bearer token")
    }

    @Test("arrays and dictionaries arrive with their brackets")
    func brackets() async throws {
        let parameters: [String: Any] = ["dictionary": ["key": "value"], "list": ["one"]]
        let task = Task.requestParameters(parameters: parameters, encoding: URLEncoding.default)
        #expect(try await echo(.get, task).args == ["dictionary[key]": "value", "list[]": "one"])
        #expect(try await echo(.post, task).form == ["dictionary[key]": "value", "list[]": "one"])
    }

    @Test("text of other scripts arrives as it was")
    func unicode() async throws {
        let task = Task.requestParameters(parameters: ["q": "日本 & é+😃"], encoding: URLEncoding.default)
        #expect(try await echo(.get, task).args == ["q": "日本 & é+😃"])
        #expect(try await echo(.post, task).form == ["q": "日本 & é+😃"])
        #expect(try await echo(.post, .requestJSONEncodable(Person(name: "日本 é😃"))).json == ["name": "日本 é😃"])
    }
}
