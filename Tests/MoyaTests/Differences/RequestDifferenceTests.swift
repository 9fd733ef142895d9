import Foundation
import Moya
import Testing

#if Alamofire
import Alamofire
#else
private typealias Parameters = [String: Any]
#endif

struct RequestDifferenceTests {
    private func url(_ base: String, _ path: String) throws -> String {
        URL(target: Local(try #require(URL(string: base)), path)).absoluteString
    }

    @Test func aQuestionMarkInAPathStartsTheQuery() throws {
        #expect(try url("https://example.com/v1", "/users?page=2") == "https://example.com/v1/users?page=2")
        #expect(try url("https://example.com/v1", "?page=2") == "https://example.com/v1?page=2")
        #expect(try url("https://example.com", "/a?q=a b&r=%20#c") == "https://example.com/a?q=a%20b&r=%20%23c")
        #expect(try url("https://example.com", "/users?") == "https://example.com/users")
    }

    @Test func theQueryOfABaseURLIsKept() throws {
        #expect(try url("https://example.com/v1?key=k", "users") == "https://example.com/v1/users?key=k")
        #expect(try url("https://example.com/v1?key=k", "users?page=2") == "https://example.com/v1/users?key=k&page=2")
        #expect(try url("https://example.com/v1?key=k", "") == "https://example.com/v1?key=k")
    }

    @Test func aPathStaysOnTheHostOfTheBaseURL() throws {
        #expect(try url("https://example.com", "https://evil.example/a").hasPrefix("https://example.com/"))
        #expect(try url("https://example.com", "//evil.example/a").hasPrefix("https://example.com/"))
    }

    private func failure(_ method: Moya.Method, _ task: Task) -> MoyaError? {
        let target = Local(URL(string: "http://127.0.0.1:1")!, method: method, task: task)
        var failure: MoyaError?
        MoyaProvider<Local>().request(target) { failure = $0.error }
        return failure
    }

    @Test func anUploadWithoutPartsFails() {
        #expect(failure(.post, .uploadMultipart([]))?.errorDescription?.contains("no parts") == true)
        let composite = failure(.post, .uploadCompositeMultipart([], urlParameters: [:]))
        #expect(composite?.errorDescription?.contains("no parts") == true)
    }

    @Test func anUploadByAMethodWithoutABodyFails() {
        let part = MultipartFormData(provider: .data(Data("a".utf8)), name: "a")
        #expect(failure(.get, .uploadMultipart([part]))?.errorDescription?.contains("GET") == true)
        #expect(failure(.delete, .uploadMultipart([part]))?.errorDescription?.contains("DELETE") == true)
    }

    @Test func bodyParametersThatWouldGoIntoTheURLFail() {
        for encoding in [URLEncoding.default, .queryString] {
            let task = Task.requestCompositeParameters(
                bodyParameters: ["a": 1],
                bodyEncoding: encoding,
                urlParameters: ["b": 2]
            )
            guard case .parameterEncoding(let error)? = failure(.post, task) else {
                Issue.record("It doesn't fail.")
                return
            }
            #expect(error.localizedDescription.contains("URLEncoding.httpBody"))
        }
    }

    @Test func theEncodingOfABodyMayBeTheAppsOwn() throws {
        struct Lines: ParameterEncoding {
            func encode(_ urlRequest: URLRequestConvertible, with parameters: Parameters?) throws -> URLRequest {
                var request = try urlRequest.asURLRequest()
                request.httpBody = Data((parameters ?? [:]).keys.sorted().joined(separator: "\n").utf8)
                return request
            }
        }
        let task = Task.requestCompositeParameters(
            bodyParameters: ["a": 1, "b": 2],
            bodyEncoding: Lines(),
            urlParameters: ["c": 3]
        )
        let target = Local(URL(string: "https://example.com")!, method: .post, task: task)
        let request = try MoyaProvider<Local>.defaultEndpointMapping(for: target).urlRequest()
        #expect(request.httpBody == Data("a\nb".utf8))
        #expect(request.url?.query == "c=3")
    }

    @Test func anEndpointWithoutAHostMakesNoRequest() {
        for url in ["", "some invalid url", "users/a b"] {
            let endpoint = Endpoint(
                url: url,
                sampleResponseClosure: { .networkResponse(200, Data()) },
                method: .get,
                task: .requestPlain,
                httpHeaderFields: nil
            )
            do {
                _ = try endpoint.urlRequest()
                Issue.record("\(url) makes a request.")
            } catch MoyaError.requestMapping(let text) {
                #expect(text == url)
            } catch {
                Issue.record("\(error)")
            }
        }
    }

    @Test func endpointsAreComparedByAllOfTheirRequests() {
        struct Fields: Encodable {
            let values: [String: Int]

            func encode(to encoder: Encoder) throws { try values.encode(to: encoder) }
        }
        func endpoint(_ task: Task, method: Moya.Method = .post, fields: [String: String]? = nil) -> Endpoint {
            Endpoint(
                url: "https://example.com",
                sampleResponseClosure: { .networkResponse(200, Data()) },
                method: method,
                task: task,
                httpHeaderFields: fields
            )
        }
        #expect(endpoint(.requestData(Data("a".utf8))) != endpoint(.requestData(Data("b".utf8))))
        #expect(endpoint(.requestPlain) != endpoint(.requestPlain, method: .put))
        #expect(endpoint(.requestPlain) != endpoint(.requestPlain, fields: ["A": "1"]))
        let values = Dictionary(uniqueKeysWithValues: (0..<20).map { ("key\($0)", $0) })
        let same = Dictionary(uniqueKeysWithValues: (0..<20).reversed().map { ("key\($0)", $0) })
        let encoder = JSONEncoder()
        let first = endpoint(.requestCustomJSONEncodable(Fields(values: values), encoder: encoder))
        let second = endpoint(.requestCustomJSONEncodable(Fields(values: same), encoder: encoder))
        #expect(first == second)
        #expect(first.hashValue == second.hashValue)
        let flag = endpoint(.requestJSONEncodable(["value": true]))
        #expect(flag != endpoint(.requestJSONEncodable(["value": 1])))
        #expect(flag == endpoint(.requestJSONEncodable(["value": true])))
    }

    #if !Alamofire
    @Test func jsonParametersAreSorted() throws {
        let parameters = ["b": ["d": 1, "c": 2], "a": [3]] as [String: Any]
        let task = Task.requestParameters(parameters: parameters, encoding: JSONEncoding.default)
        let target = Local(URL(string: "https://example.com")!, method: .post, task: task)
        let request = try MoyaProvider<Local>.defaultEndpointMapping(for: target).urlRequest()
        #expect(request.httpBody == Data(#"{"a":[3],"b":{"c":2,"d":1}}"#.utf8))
    }
    #endif
}
