#if Alamofire
import Alamofire
import Foundation
import Talyn
import TalynAlamofire
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Alamofire's encodings, and those that apps wrote for it, in tasks.
struct ParameterEncodingTests {
    private func request(_ task: HTTPTask, _ method: HTTPRequest.Method = .post) throws -> URLRequest {
        try Endpoint(
            url: "https://api.example.com/things",
            sampleResponseClosure: { .networkResponse(200, Data()) },
            method: method,
            task: task,
            httpHeaderFields: nil
        ).urlRequest()
    }

    @Test func ownEncodingsOfAlamofireEncode() throws {
        let parameters: [String: any Sendable] = ["a": [1, 2]]
        let form = try request(.requestParameters(parameters: parameters, encoding: Alamofire.URLEncoding.httpBody))
        #expect(form.httpBody == Data("a%5B%5D=1&a%5B%5D=2".utf8))
        let query = try request(
            .requestParameters(parameters: ["a": "b c"], encoding: Alamofire.URLEncoding.queryString)
        )
        #expect(query.url?.query == "a=b%20c")
        let json = try request(.requestParameters(parameters: parameters, encoding: Alamofire.JSONEncoding.default))
        #expect(json.httpBody == Data(#"{"a":[1,2]}"#.utf8))
        #expect(json.value(forHTTPHeaderField: "Content-Type") == "application/json")
    }

    @Test func ownEncodingsOfAlamofireStayVisible() throws {
        let task = HTTPTask.requestParameters(parameters: [:], encoding: Alamofire.JSONEncoding.default)
        guard case .requestParameters(_, let encoding) = task else {
            Issue.record("\(task)")
            return
        }
        #expect(encoding is Alamofire.JSONEncoding)
    }

    @Test func encodingWrittenForAlamofireEncodes() throws {
        let plain = try request(.requestParameters(parameters: ["a": 1], encoding: Shouting()))
        #expect(plain.httpBody == Data("A".utf8))
        let composite = try request(
            .requestCompositeParameters(
                bodyParameters: ["b": 1],
                bodyEncoding: Shouting(),
                urlParameters: ["c": "d"]
            )
        )
        #expect(composite.httpBody == Data("B".utf8))
        #expect(composite.url?.query == "c=d")
        let download = try request(
            .downloadParameters(parameters: ["e": 1], encoding: Shouting()) { url, _ in (url, []) }
        )
        #expect(download.httpBody == Data("E".utf8))
    }

    @Test func encodingWrittenForAlamofireFailsAsOthersDo() {
        let error = #expect(throws: TalynError.self) {
            try request(.requestParameters(parameters: [:], encoding: Shouting()))
        }
        guard case .parameterEncoding(is Shouting.Nothing) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test func bothWaysToEncodeCanBeCalled() throws {
        let encoded = try Alamofire.URLEncoding.default.encode(
            URLRequest(url: #require(URL(string: "https://example.com"))),
            with: ["a": "b"]
        )
        #expect(encoded.url?.query == "a=b")
    }
}

/// An app's encoding that knows Alamofire alone.
private struct Shouting: Alamofire.ParameterEncoding {
    struct Nothing: Error {}

    func encode(
        _ urlRequest: any Alamofire.URLRequestConvertible,
        with parameters: Alamofire.Parameters?
    ) throws -> URLRequest {
        guard let parameters, !parameters.isEmpty else { throw Nothing() }
        var request = try urlRequest.asURLRequest()
        request.httpBody = Data(parameters.keys.joined().uppercased().utf8)
        return request
    }
}
#endif
