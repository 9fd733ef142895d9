import Foundation
import Testing

@testable import Talyn

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

struct URLEncodingTests {
    private func request(_ method: String = "GET", _ url: String = "https://example.com/a") throws -> URLRequest {
        var request = URLRequest(url: try #require(URL(string: url)))
        request.httpMethod = method
        return request
    }

    private func query(_ parameters: Parameters, _ encoding: URLEncoding = .queryString) throws -> String? {
        try encoding.encode(request(), with: parameters).url?.query(percentEncoded: true)
    }

    @Test(arguments: ["GET", "HEAD", "DELETE"])
    func defaultPutsParametersIntoTheQuery(method: String) throws {
        let encoded = try URLEncoding.default.encode(request(method), with: ["a": 1])
        #expect(encoded.url?.absoluteString == "https://example.com/a?a=1")
        #expect(encoded.httpBody == nil)
        #expect(encoded.value(forHTTPHeaderField: "Content-Type") == nil)
    }

    @Test(arguments: ["POST", "PUT", "PATCH"])
    func defaultPutsParametersIntoTheBody(method: String) throws {
        let encoded = try URLEncoding.default.encode(request(method), with: ["b": "x y", "a": 1])
        #expect(encoded.url?.absoluteString == "https://example.com/a")
        #expect(encoded.httpBody == Data("a=1&b=x%20y".utf8))
        #expect(
            encoded.value(forHTTPHeaderField: "Content-Type") == "application/x-www-form-urlencoded; charset=utf-8"
        )
    }

    @Test func destinationOverridesTheMethod() throws {
        #expect(try URLEncoding.queryString.encode(request("POST"), with: ["a": 1]).url?.query == "a=1")
        #expect(try URLEncoding.httpBody.encode(request("GET"), with: ["a": 1]).httpBody == Data("a=1".utf8))
    }

    @Test(arguments: [
        ("https://example.com/a?x=1", "https://example.com/a?x=1&a=1"),
        ("https://example.com/a?", "https://example.com/a?a=1"),
        ("https://example.com/a?x=%26", "https://example.com/a?x=%26&a=1"),
        ("https://example.com/a#part", "https://example.com/a?a=1"),
    ])
    func queryFollowsTheOneThatIsThere(url: String, expected: String) throws {
        let encoded = try URLEncoding.queryString.encode(request("GET", url), with: ["a": 1])
        #expect(encoded.url?.absoluteString == expected)
    }

    @Test func noParametersChangeNothing() throws {
        for parameters: Parameters? in [nil, [:]] {
            let encoded = try URLEncoding.default.encode(request("POST"), with: parameters)
            #expect(encoded.httpBody == nil)
            #expect(encoded.value(forHTTPHeaderField: "Content-Type") == nil)
        }
    }

    @Test(arguments: [
        ("text", "text" as any Sendable, "k=text" as String?),
        ("empty", "", "k="),
        ("reserved", "!#$&'()*+,/:;=?@[]%", "k=%21%23%24%26%27%28%29%2A%2B%2C/%3A%3B%3D?%40%5B%5D%25"),
        ("unreserved", "-._~", "k=-._~"),
        ("unicode", "ü日😀", "k=%C3%BC%E6%97%A5%F0%9F%98%80"),
        ("line break", "a\r\nb", "k=a%0D%0Ab"),
        ("substring", "abc".dropFirst(), "k=bc"),
        ("negative", -7, "k=-7"),
        ("large", UInt64.max, "k=18446744073709551615"),
        ("small type", UInt8(200), "k=200"),
        ("fraction", 1.5, "k=1.5"),
        ("whole double", 2.0, "k=2"),
        ("float", Float(0.1), "k=0.1"),
        ("decimal", Decimal(string: "12345678901234567890.5")!, "k=12345678901234567890.5"),
        ("number object", NSNumber(value: 7), "k=7"),
        ("boolean object", NSNumber(value: true), "k=1"),
        ("small number object", NSNumber(value: Int8(2)), "k=2"),
        ("null", NSNull(), nil),
        ("nil", Int?.none, nil),
        ("some", Int?.some(3), "k=3"),
        ("url", URL(string: "https://e.com/a")!, "k=https%3A//e.com/a"),
    ])
    func valuesAreWrittenAsText(_: String, value: any Sendable, expected: String?) throws {
        #expect(try query(["k": value]) == expected)
    }

    /// Apple's Foundation has the same type code for both.
    @Test func smallIntegerIsNoBoolean() {
        let code = UInt8(ascii: "c")
        guard case .integer(1) = ParameterValue.bridged(NSNumber(value: 1), type: code, isBoolean: false),
            case .bool(true) = ParameterValue.bridged(NSNumber(value: true), type: code, isBoolean: true),
            case .integer(1) = ParameterValue(NSNumber(value: Int8(1)) as Any)
        else {
            Issue.record("a small integer was taken for a Boolean, or a Boolean for an integer")
            return
        }
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    @Test func wideIntegersAreWrittenWithAllDigits() throws {
        #expect(try query(["k": Int128(Int64.min)]) == "k=-9223372036854775808")
        #expect(try query(["k": UInt128(UInt64.max)]) == "k=18446744073709551615")
        #expect(try query(["k": UInt128(UInt64.max) + 1]) == "k=18446744073709551616")
        #expect(try query(["k": UInt128.max]) == "k=340282366920938463463374607431768211455")
        #expect(try query(["k": Int128(Int64.min) - 1]) == "k=-9223372036854775809")
        let encoded = try JSONEncoding.default.encode(request("POST"), with: ["k": Int128(1) << 70])
        #expect(encoded.httpBody == Data(#"{"k":1180591620717411303424}"#.utf8))
    }

    @Test func integerThatNoNumberHoldsIsRefused() {
        // 2 to the power of 130.
        let digits = "1361129467683753853853498429727072845824"
        guard case .unsupported(let problem) = ParameterValue.number(digits) else {
            Issue.record("the integer is sent as another one")
            return
        }
        #expect(problem.contains(digits))
    }

    @Test func namesAreSortedAndEscaped() throws {
        #expect(try query(["b&": 1, "a b": 2, "c": 3]) == "a%20b=2&b%26=1&c=3")
    }

    @Test func nestedValuesHaveBracketedNames() throws {
        let parameters: Parameters = ["user": ["name": "Ada", "tags": ["x", "y"]] as [String: any Sendable]]
        #expect(try query(parameters) == "user%5Bname%5D=Ada&user%5Btags%5D%5B%5D=x&user%5Btags%5D%5B%5D=y")
    }

    @Test(arguments: [
        (URLEncoding.ArrayEncoding.brackets, "k%5B%5D=a&k%5B%5D=b"),
        (.noBrackets, "k=a&k=b"),
        (.indexInBrackets, "k%5B0%5D=a&k%5B1%5D=b"),
        (.custom { "\($0).\($1 + 1)" }, "k.1=a&k.2=b"),
    ])
    func arraysFollowTheArrayEncoding(encoding: URLEncoding.ArrayEncoding, expected: String) throws {
        let encoding = URLEncoding(destination: .queryString, arrayEncoding: encoding)
        #expect(try query(["k": ["a", "b"]], encoding) == expected)
    }

    @Test func emptyCollectionsLeaveNothing() throws {
        #expect(try query(["a": [String](), "b": [String: Int]()]) == nil)
    }

    @Test func booleansFollowTheBoolEncoding() throws {
        let parameters: Parameters = ["no": false, "yes": true, "one": 1]
        #expect(try query(parameters) == "no=0&one=1&yes=1")
        let literal = URLEncoding(destination: .queryString, boolEncoding: .literal)
        #expect(try query(parameters, literal) == "no=false&one=1&yes=true")
    }

    @Test func numberThatIsNoneIsRefusedByName() {
        let error = #expect(throws: RequestError.self) { try query(["a": ["b": Double.nan]]) }
        #expect(error?.localizedDescription.contains("'a[b]'") == true, "\(String(describing: error))")
    }
}
