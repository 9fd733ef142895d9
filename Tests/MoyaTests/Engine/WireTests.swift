#if !Alamofire && (AsyncHTTPClient || !os(Linux))
import Foundation
import Moya
import TestSupport
import Testing

/// The request that a server gets.
@Suite(.serialized, .sockets) struct WireTests {
    private func sent(
        _ task: Task,
        _ method: Moya.Method = .post,
        to path: String = "",
        below base: String = "",
        headers: [String: String]? = nil,
        session: Session = .patient
    ) async throws -> (request: ReceivedRequest, response: Moya.Response) {
        try await FaultServer.withServer(script: { _ in [.answer()] }) { server in
            let url = try #require(URL(string: server.baseURL.absoluteString + base))
            var target = Local(url, path, method: method, task: task)
            target.headers = headers
            let response = try await MoyaProvider<Local>(session: session).result(of: target).get()
            return (try #require(server.requests.first), response)
        }
    }

    @Test func dataByPOSTHasTheTypeThatFoundationAdds() async throws {
        let (request, response) = try await sent(.requestData(Data("a=1".utf8)))
        #expect(request.header("Content-Type") == ["application/x-www-form-urlencoded"])
        // Plugins and the app see the request as they made it.
        #expect(response.request?.value(forHTTPHeaderField: "Content-Type") == nil)
    }

    @Test func onlyDataByPOSTWithoutATypeGetsOne() async throws {
        let data = Task.requestData(Data("{}".utf8))
        #expect(try await sent(data, .put).request.header("Content-Type") == [])
        #expect(try await sent(.requestPlain).request.header("Content-Type") == [])
        #expect(try await sent(.requestData(Data())).request.header("Content-Type") == [])
        let own = try await sent(data, headers: ["content-type": "text/plain"])
        #expect(own.request.header("Content-Type") == ["text/plain"])
        let configuration = URLSessionConfiguration.default
        configuration.httpAdditionalHeaders = ["content-type": "text/csv"]
        configuration.timeoutIntervalForRequest = 3_600
        let session = try await sent(data, session: Session(configuration: configuration))
        #expect(session.request.header("Content-Type") == ["text/csv"])
    }

    @Test(arguments: [
        ("/v1/..", "users", "/users"),
        ("/v1/..", "users?a=../b", "/users?a=../b"),
        ("/v1/../", "", "/"),
        ("/v1", "../users/.", "/users/"),
        ("/v1/./x", "a.b/c..d", "/v1/x/a.b/c..d"),
    ])
    func dotSegmentsAreRemovedFromTheURL(base: String, path: String, expected: String) async throws {
        let request = try await sent(.requestPlain, .get, to: path, below: base).request
        #expect(request.target == expected)
    }

    @Test func aRequestThatAPluginLeavesWithoutAURLFails() async throws {
        struct Removing: PluginType {
            func prepare(_ request: URLRequest, target: any TargetType) -> URLRequest {
                var request = request
                request.url = nil
                return request
            }
        }
        let url = try #require(URL(string: "http://127.0.0.1:1"))
        let provider = MoyaProvider<Local>(session: .patient, plugins: [Removing()])
        for method in [Moya.Method.get, .post] {
            let target = Local(url, method: method, task: method == .get ? .requestPlain : .requestData(Data("a".utf8)))
            #expect(await provider.result(of: target).error != nil)
        }
    }

    @Test func aQuotationMarkInTheNameOfAPartIsEscaped() async throws {
        let data = MultipartFormData.FormDataProvider.data(Data("x".utf8))
        let part = MultipartFormData(provider: data, name: "n\"q", fileName: "f\"g.txt", mimeType: "text/plain")
        let body = String(decoding: try await sent(.uploadMultipart([part])).request.body, as: UTF8.self)
        #expect(body.contains(#"; name="n%22q"; filename="f%22g.txt""#))
    }
}
#endif
