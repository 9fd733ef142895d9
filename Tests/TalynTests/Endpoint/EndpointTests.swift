import Foundation
import Testing

@testable import Talyn

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

struct EndpointTests {
    private func endpoint(
        url: String = "https://example.com/a",
        method: HTTPRequest.Method = .post,
        task: HTTPTask = .requestPlain,
        headers: [String: String]? = nil
    ) -> Endpoint {
        Endpoint(
            url: url,
            sampleResponseClosure: { .networkResponse(200, Data()) },
            method: method,
            task: task,
            httpHeaderFields: headers
        )
    }

    private struct Issue: Codable {
        var title: String
        var number: Double = 1
    }

    // MARK: Requests

    @Test func requestHasMethodURLAndHeaderFields() throws {
        let request = try endpoint(method: .delete, headers: ["X-One": "1"]).urlRequest()
        #expect(request.httpMethod == "DELETE")
        #expect(request.url?.absoluteString == "https://example.com/a")
        #expect(request.value(forHTTPHeaderField: "X-One") == "1")
        #expect(request.httpBody == nil)
    }

    @Test func dataIsTheBody() throws {
        let request = try endpoint(task: .requestData(Data("bytes".utf8))).urlRequest()
        #expect(request.httpBody == Data("bytes".utf8))
        #expect(request.value(forHTTPHeaderField: "Content-Type") == nil)
    }

    @Test func encodableIsAJSONBody() throws {
        let request = try endpoint(task: .requestJSONEncodable(Issue(title: "T"))).urlRequest()
        #expect(request.httpBody == Data(#"{"number":1,"title":"T"}"#.utf8))
        #expect(request.value(forHTTPHeaderField: "Content-Type") == "application/json")
    }

    @Test func customEncoderWritesTheBody() throws {
        struct Event: Encodable { var happenedAt = Date(timeIntervalSince1970: 0) }
        let encoder = JSONEncoder()
        encoder.keyEncodingStrategy = .convertToSnakeCase
        encoder.dateEncodingStrategy = .iso8601
        let request = try endpoint(task: .requestCustomJSONEncodable(Event(), encoder: encoder)).urlRequest()
        #expect(request.httpBody == Data(#"{"happened_at":"1970-01-01T00:00:00Z"}"#.utf8))
    }

    @Test func contentTypeThatIsSetStays() throws {
        let headers = ["content-type": "application/vnd.api+json"]
        for task: HTTPTask in [
            .requestJSONEncodable(Issue(title: "T")),
            .requestParameters(parameters: ["a": 1], encoding: JSONEncoding.default),
            .requestParameters(parameters: ["a": 1], encoding: URLEncoding.httpBody),
        ] {
            let request = try endpoint(task: task, headers: headers).urlRequest()
            #expect(request.value(forHTTPHeaderField: "Content-Type") == "application/vnd.api+json")
        }
    }

    @Test func compositeDataHasBodyAndQuery() throws {
        let task = HTTPTask.requestCompositeData(bodyData: Data("bytes".utf8), urlParameters: ["page": 2])
        let request = try endpoint(task: task).urlRequest()
        #expect(request.httpBody == Data("bytes".utf8))
        #expect(request.url?.query == "page=2")
    }

    @Test func compositeParametersHaveBodyAndQuery() throws {
        let task = HTTPTask.requestCompositeParameters(
            bodyParameters: ["title": "T"],
            bodyEncoding: JSONEncoding.default,
            urlParameters: ["page": 2]
        )
        let request = try endpoint(task: task).urlRequest()
        #expect(request.httpBody == Data(#"{"title":"T"}"#.utf8))
        #expect(request.url?.query == "page=2")
    }

    @Test func bodyParametersInTheQueryAreRefused() {
        let task = HTTPTask.requestCompositeParameters(
            bodyParameters: ["title": "T"],
            bodyEncoding: URLEncoding.queryString,
            urlParameters: [:]
        )
        let error = #expect(throws: TalynError.self) { try endpoint(task: task).urlRequest() }
        #expect(error?.underlyingError as? RequestError == .bodyParametersInQuery)
    }

    @Test func userInformationBecomesAuthorization() throws {
        let request = try endpoint(url: "https://ada:p%40ss@example.com/a").urlRequest()
        #expect(request.url?.absoluteString == "https://example.com/a")
        #expect(request.value(forHTTPHeaderField: "Authorization") == "Basic YWRhOnBAc3M=")
    }

    @Test func authorizationOfTheTargetWinsOverUserInformation() throws {
        let headers = ["Authorization": "Bearer t"]
        let request = try endpoint(url: "https://ada:x@example.com/a", headers: headers).urlRequest()
        #expect(request.value(forHTTPHeaderField: "Authorization") == "Bearer t")
    }

    // MARK: Bad input

    @Test(arguments: ["", "X Y", "X:Y", "X\r\nY", "Ü"])
    func invalidHeaderNameIsNamed(_ name: String) {
        let error = #expect(throws: TalynError.self) { try endpoint(headers: [name: "1"]).urlRequest() }
        #expect(error?.underlyingError as? RequestError == .invalidHeaderName(name))
        #expect(error?.description.contains("\r") == false)
    }

    @Test(arguments: ["a\r\nX-Evil: 1", "a\nb", "a\rb", "a\u{0}b"])
    func invalidHeaderValueIsNamedButNotShown(_ value: String) {
        let error = #expect(throws: TalynError.self) { try endpoint(headers: ["X-One": value]).urlRequest() }
        #expect(error?.underlyingError as? RequestError == .invalidHeaderValue(name: "X-One"))
        #expect(error?.description.contains("X-One") == true)
        #expect(error?.description.contains(value) == false)
    }

    @Test func bodyThatCannotBeEncodedFailsWithTheEncodersError() {
        let task = HTTPTask.requestJSONEncodable(Issue(title: "T", number: .infinity))
        let error = #expect(throws: TalynError.self) { try endpoint(task: task).urlRequest() }
        guard case .encodableMapping(let underlying)? = error else {
            Testing.Issue.record("\(String(describing: error)) is no encodableMapping")
            return
        }
        #expect(underlying is EncodingError)
        #expect(error?.description.contains("'number'") == true, "\(String(describing: error))")
    }

    // MARK: Values

    @Test func addingHeaderFieldsReplacesThoseOfTheSameName() {
        let endpoint = endpoint(headers: ["x-one": "1", "X-Two": "2"]).adding(newHTTPHeaderFields: ["X-One": "3"])
        #expect(endpoint.httpHeaderFields == ["X-One": "3", "X-Two": "2"])
    }

    @Test func replacingTheTaskKeepsTheRest() throws {
        let endpoint = endpoint(headers: ["X-One": "1"]).replacing(task: .requestData(Data("new".utf8)))
        #expect(try endpoint.urlRequest().httpBody == Data("new".utf8))
        #expect(endpoint.httpHeaderFields == ["X-One": "1"])
        #expect(endpoint.method == .post)
    }

    private struct BreakingEncoding: ParameterEncoding {
        func encode(_ urlRequest: any URLRequestConvertible, with parameters: Parameters?) throws -> URLRequest {
            var request = try urlRequest.asURLRequest()
            request.allHTTPHeaderFields = ["X-One": "a\r\nX-Evil: 1"]
            return request
        }
    }

    @Test func headerThatAnEncodingBreaksIsRefused() {
        let endpoint = endpoint(task: .requestParameters(parameters: [:], encoding: BreakingEncoding()))
        let error = #expect(throws: TalynError.self) { try endpoint.urlRequest() }
        #expect(error?.underlyingError as? RequestError == .invalidHeaderValue(name: "X-One"))
    }

    @Test func equalityIncludesTheBody() {
        let first = endpoint(task: .requestData(Data("1".utf8)))
        #expect(first == endpoint(task: .requestData(Data("1".utf8))))
        #expect(first.hashValue == endpoint(task: .requestData(Data("1".utf8))).hashValue)
        #expect(first != endpoint(task: .requestData(Data("2".utf8))))
    }

    @Test func equalityIncludesMethodURLAndHeaderFields() {
        #expect(endpoint() == endpoint())
        #expect(endpoint() != endpoint(method: .put))
        #expect(endpoint() != endpoint(url: "https://example.com/b"))
        #expect(endpoint() != endpoint(headers: ["X-One": "1"]))
        #expect(endpoint(headers: ["x-one": "1"]) == endpoint(headers: ["X-One": "1"]))
    }

    @Test func sameParametersInAnotherOrderAreEqual() {
        var parameters: Parameters = [:]
        for name in (0..<50).map({ "name\($0)" }) { parameters[name] = 1 }
        var reversed: Parameters = [:]
        for name in (0..<50).reversed().map({ "name\($0)" }) { reversed[name] = 1 }
        for encoding: any ParameterEncoding in [JSONEncoding.default, URLEncoding.httpBody] {
            #expect(
                endpoint(task: .requestParameters(parameters: parameters, encoding: encoding))
                    == endpoint(task: .requestParameters(parameters: reversed, encoding: encoding))
            )
        }
    }

    @Test func endpointsThatMakeNoRequestCanBeCompared() {
        #expect(endpoint(url: "not a url") == endpoint(url: "not a url"))
        #expect(endpoint(url: "not a url") != endpoint(url: "no url either"))
    }
}
