import Foundation
import Testing

@testable import Talyn

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

struct JSONEncodingTests {
    private let request = URLRequest(url: URL(string: "https://example.com/a")!)

    private func json(_ parameters: Parameters, _ encoding: JSONEncoding = .default) throws -> String {
        String(decoding: try encoding.encode(request, with: parameters).httpBody ?? Data(), as: UTF8.self)
    }

    @Test(arguments: [
        ("text", "a\"b\n" as any Sendable, #"{"k":"a\"b\n"}"#),
        ("integer", -7, #"{"k":-7}"#),
        ("large", UInt64.max, #"{"k":18446744073709551615}"#),
        ("fraction", 0.1, #"{"k":0.1}"#),
        ("float", Float(0.1), #"{"k":0.1}"#),
        ("decimal", Decimal(string: "0.12345678901234567890123")!, #"{"k":0.12345678901234567890123}"#),
        ("boolean", true, #"{"k":true}"#),
        ("number object", NSNumber(value: 1), #"{"k":1}"#),
        ("boolean object", NSNumber(value: true), #"{"k":true}"#),
        ("null", NSNull(), #"{"k":null}"#),
        ("nil", String?.none, #"{"k":null}"#),
        ("some", String?.some("a"), #"{"k":"a"}"#),
        ("array", [1, 2], #"{"k":[1,2]}"#),
        ("object", ["a": ["b": 1]], #"{"k":{"a":{"b":1}}}"#),
        ("empty", [String](), #"{"k":[]}"#),
    ])
    func valuesAreJSON(_: String, value: any Sendable, expected: String) throws {
        #expect(try json(["k": value]) == expected)
    }

    @Test func contentTypeIsSet() throws {
        let encoded = try JSONEncoding.default.encode(request, with: ["a": 1])
        #expect(encoded.value(forHTTPHeaderField: "Content-Type") == "application/json")
    }

    @Test func membersAreSorted() throws {
        #expect(try json(["b": 1, "a": 2, "c": 3]) == #"{"a":2,"b":1,"c":3}"#)
    }

    @Test func prettyPrintedHasLineBreaks() throws {
        #expect(try json(["a": 1], .prettyPrinted).contains("\n"))
        #expect(try json(["a": "/"], JSONEncoding(options: .withoutEscapingSlashes)) == #"{"a":"/"}"#)
    }

    @Test func noParametersMakeNoBody() throws {
        #expect(try JSONEncoding.default.encode(request, with: nil).httpBody == nil)
        #expect(try json([:]) == "{}")
    }

    @Test func rootCanBeAnArray() throws {
        let encoded = try JSONEncoding.default.encode(request, withJSONObject: ["a", "b"])
        #expect(encoded.httpBody == Data(#"["a","b"]"#.utf8))
    }

    @Test func rootIsAFragmentOnlyIfAllowed() throws {
        #expect(throws: RequestError.self) { try JSONEncoding.default.encode(request, withJSONObject: "a") }
        let encoded = try JSONEncoding(options: .fragmentsAllowed).encode(request, withJSONObject: "a")
        #expect(encoded.httpBody == Data(#""a""#.utf8))
    }

    @Test(arguments: [
        (["a": ["b": [1, Date()] as [any Sendable]]] as Parameters, "a.b[1]"),
        (["a": Double.infinity], "a"),
        (["a": URL(string: "https://e.com")!], "a"),
    ])
    func valueThatJSONDoesNotHaveIsNamed(parameters: Parameters, path: String) {
        let error = #expect(throws: RequestError.self) { try json(parameters) }
        guard case .parameter(path, _)? = error else {
            Issue.record("\(String(describing: error)) doesn't name \(path)")
            return
        }
    }
}
