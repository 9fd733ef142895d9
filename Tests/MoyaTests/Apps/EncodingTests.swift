import Foundation
import Moya
import Testing

#if Alamofire
import Alamofire
#endif

// An encoding of the app's own: arrays at the root, and all in one form field.

struct FieldEncoding: ParameterEncoding {
    let name: String
    var options: [String: Any] = [:]

    func encode(_ urlRequest: URLRequestConvertible, with parameters: Parameters?) throws -> URLRequest {
        var request = try urlRequest.asURLRequest()
        guard let parameters = parameters else { return request }
        let json = try JSONSerialization.data(withJSONObject: parameters, options: [.sortedKeys])
        request.httpBody = Data("\(name)=".utf8) + json
        request.setValue("application/x-www-form-urlencoded", forHTTPHeaderField: "Content-Type")
        return request
    }
}

struct EncodingTests {
    private let url = URLRequest(url: URL(string: "https://example.com/?z=0")!)

    private func post() -> URLRequest {
        var request = url
        request.httpMethod = "POST"
        return request
    }

    @Test func anOwnEncodingIsAsked() throws {
        let task = Task.requestParameters(parameters: ["b": 1, "a": "x"], encoding: FieldEncoding(name: "q"))
        let endpoint = MoyaProvider.defaultEndpointMapping(for: GitHub.zen).replacing(task: task)
        #expect(try endpoint.urlRequest().httpBody == Data(#"q={"a":"x","b":1}"#.utf8))
    }

    @Test func urlEncodingHasAlamofiresOptions() throws {
        let parameters: [String: Any] = ["array": ["a", "b"], "flag": true, "nested": ["key": 1]]
        #expect(
            try URLEncoding.default.encode(url, with: parameters).url?.query
                == "z=0&array%5B%5D=a&array%5B%5D=b&flag=1&nested%5Bkey%5D=1"
        )
        let plain = URLEncoding(destination: .queryString, arrayEncoding: .noBrackets, boolEncoding: .literal)
        #expect(
            try plain.encode(post(), with: parameters).url?.query == "z=0&array=a&array=b&flag=true&nested%5Bkey%5D=1"
        )
        let indexed = URLEncoding(destination: .httpBody, arrayEncoding: .indexInBrackets)
        #expect(try indexed.encode(url, with: ["a": [7]]).httpBody == Data("a%5B0%5D=7".utf8))
        let custom = URLEncoding(arrayEncoding: .custom { key, index in "\(key).\(index)" })
        #expect(try custom.encode(post(), with: ["a": [7]]).httpBody == Data("a.0=7".utf8))
    }

    @Test func jsonEncodingTakesDictionariesAndArrays() throws {
        #expect(try JSONEncoding.default.encode(post(), with: ["a": NSNull()]).httpBody == Data(#"{"a":null}"#.utf8))
        #expect(
            try JSONEncoding.default.encode(post(), withJSONObject: [1, "two"]).httpBody == Data(#"[1,"two"]"#.utf8)
        )
        let pretty = try JSONEncoding.prettyPrinted.encode(post(), with: ["a": 1]).httpBody
        #expect(String(decoding: pretty ?? Data(), as: UTF8.self).contains("\n"))
    }

    #if !Alamofire
    @Test func urlEncodingWritesNumbersThatAreNone() throws {
        let parameters: [String: Any] = ["a": Double.infinity, "b": -Float.infinity, "c": Double.nan]
        #expect(try URLEncoding.default.encode(url, with: parameters).url?.query == "z=0&a=inf&b=-inf&c=nan")
    }

    @Test func theErrorNamesTheValueThatJSONDoesNotHave() {
        let parameters: [String: Any] = ["order": ["items": [["price": 1.5], ["price": Double.nan]]]]
        #expect {
            try JSONEncoding.default.encode(post(), with: parameters)
        } throws: { error in
            guard case .parameterEncodingFailed(.jsonEncodingFailed(let error))? = error.asAFError else { return false }
            return "\(error)".contains("order.items[1].price")
        }
    }
    #endif

    @Test func aValueThatJSONDoesNotHaveIsAnErrorOfAlamofire() {
        #expect {
            try JSONEncoding.default.encode(post(), with: ["a": Double.infinity])
        } throws: { error in
            guard case .parameterEncodingFailed(.jsonEncodingFailed)? = error.asAFError else { return false }
            return true
        }
    }

    @Test func parametersThatCannotBeSentFailTheCall() {
        let provider = MoyaProvider<GitHub>(stubClosure: MoyaProvider.immediatelyStub)
        var failure: MoyaError?
        provider.request(.save(fields: ["draft": Draft()])) { result in
            if case .failure(let error) = result { failure = error }
        }
        if case .parameterEncoding? = failure {} else { Testing.Issue.record("\(String(describing: failure))") }
    }
}
