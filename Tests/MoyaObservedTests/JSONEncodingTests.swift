import Foundation
import Moya
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// How JSON encoding puts parameters into a body.
struct JSONEncodingTests {
    private func request(
        _ parameters: [String: Any],
        _ encoding: JSONEncoding = .default,
        method: Moya.Method = .post,
        headers: [String: String]? = nil
    ) throws -> URLRequest {
        let task = Task.requestParameters(parameters: parameters, encoding: encoding)
        return try Sample(method: method, task: task, headers: headers).urlRequest()
    }

    private func body(_ parameters: [String: Any], _ encoding: JSONEncoding = .default) throws -> String? {
        try request(parameters, encoding).httpBody?.text
    }

    @Test("parameters are a JSON object with its content type")
    func object() throws {
        let request = try request(["name": "Ada"])
        #expect(request.httpBody?.text == #"{"name":"Ada"}"#)
        #expect(request.value(forHTTPHeaderField: "Content-Type") == "application/json")
        #expect(request.url?.absoluteString == "https://example.com/things")
    }

    @Test("the body is JSON whatever the method is", arguments: ["GET", "DELETE", "PUT", "PATCH"])
    func method(name: String) throws {
        #expect(try request(["a": 1], method: Moya.Method(rawValue: name)).httpBody?.text == #"{"a":1}"#)
    }

    @Test("the content type of the target is kept")
    func keepsContentType() throws {
        let request = try request(["a": 1], headers: ["Content-Type": "application/vnd.api+json"])
        #expect(request.value(forHTTPHeaderField: "Content-Type") == "application/vnd.api+json")
    }

    @Test("no parameters are an empty object")
    func none() throws {
        #expect(try body([:]) == "{}")
        #expect(try request([:]).value(forHTTPHeaderField: "Content-Type") == "application/json")
    }

    @Test("values are JSON")
    func values() throws {
        #expect(try body(["a": [1, 2]]) == #"{"a":[1,2]}"#)
        #expect(try body(["a": ["b": "c"]]) == #"{"a":{"b":"c"}}"#)
        #expect(try body(["a": true]) == #"{"a":true}"#)
        #expect(try body(["a": NSNull()]) == #"{"a":null}"#)
        #expect(try body(["a": 1.5]) == #"{"a":1.5}"#)
        #expect(try body(["a": "é"]) == #"{"a":"é"}"#)
    }

    @Test("slashes are escaped")
    func slashes() throws {
        #expect(try body(["a": "b/c"]) == #"{"a":"b\/c"}"#)
    }

    @Test("JSON may be pretty")
    func pretty() throws {
        let text = try body(["a": 1], .prettyPrinted)
        #expect(text == "{\n  \"a\" : 1\n}" || text == "{\n  \"a\": 1\n}")
        #expect(try request(["a": 1], .prettyPrinted).value(forHTTPHeaderField: "Content-Type") == "application/json")
    }

    @Test("keys may be sorted")
    func sorted() throws {
        #expect(try body(["b": 1, "a": 2], JSONEncoding(options: .sortedKeys)) == #"{"a":2,"b":1}"#)
    }

    @Test("a value that is not JSON is an error of parameter encoding")
    func invalid() {
        #expect(moyaError { try request(["a": Date()]) }?.caseName == "parameterEncoding")
        #expect(moyaError { try request(["a": Data()]) }?.caseName == "parameterEncoding")
        #expect(moyaError { try request(["a": Double.nan]) }?.caseName == "parameterEncoding")
    }

    @Test("an invalid value in a composite is an error of parameter encoding")
    func invalidInComposite() {
        let task = Task.requestCompositeParameters(
            bodyParameters: ["a": Date()],
            bodyEncoding: JSONEncoding.default,
            urlParameters: [:]
        )
        #expect(moyaError { try Sample(method: .post, task: task).urlRequest() }?.caseName == "parameterEncoding")
    }

    @Test("encoding works on any request, and leaves it alone without parameters")
    func direct() throws {
        let request = URLRequest(url: URL(string: "https://example.com")!)
        #expect(try JSONEncoding.default.encode(request, with: ["a": 1]).httpBody?.text == #"{"a":1}"#)
        #expect(try JSONEncoding.default.encode(request, with: nil).httpBody == nil)
        #expect(try JSONEncoding.default.encode(request, with: nil).value(forHTTPHeaderField: "Content-Type") == nil)
    }

    @Test("an object of any kind can be encoded")
    func jsonObject() throws {
        let request = URLRequest(url: URL(string: "https://example.com")!)
        let encoded = try JSONEncoding.default.encode(request, withJSONObject: [1, 2, 3])
        #expect(encoded.httpBody?.text == "[1,2,3]")
        #expect(encoded.value(forHTTPHeaderField: "Content-Type") == "application/json")
        #expect(try JSONEncoding.default.encode(request, withJSONObject: nil).httpBody == nil)
    }
}
