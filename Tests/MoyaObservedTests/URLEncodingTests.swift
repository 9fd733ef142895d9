import Foundation
import Moya
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Where URL encoding puts parameters, and how it writes them.
struct URLEncodingTests {
    private func request(
        _ parameters: [String: Any],
        _ encoding: URLEncoding = .default,
        method: Moya.Method = .get,
        url: String = "https://example.com",
        path: String = "",
        headers: [String: String]? = nil
    ) throws -> URLRequest {
        try Sample(
            baseURL: URL(string: url)!,
            path: path,
            method: method,
            task: .requestParameters(parameters: parameters, encoding: encoding),
            headers: headers
        ).urlRequest()
    }

    private func query(_ parameters: [String: Any], _ encoding: URLEncoding = .default) throws -> String? {
        try request(parameters, encoding).url?.query(percentEncoded: true)
    }

    @Test("by default GET, HEAD and DELETE have parameters in the URL", arguments: ["GET", "HEAD", "DELETE"])
    func methodsWithQuery(name: String) throws {
        let request = try request(["a": "b"], method: Moya.Method(rawValue: name))
        #expect(request.url?.absoluteString == "https://example.com?a=b")
        #expect(request.httpBody == nil)
        #expect(request.value(forHTTPHeaderField: "Content-Type") == nil)
    }

    @Test(
        "by default other methods have parameters in the body",
        arguments: ["POST", "PUT", "PATCH", "OPTIONS", "CONNECT", "TRACE", "QUERY"]
    )
    func methodsWithBody(name: String) throws {
        let request = try request(["a": "b"], method: Moya.Method(rawValue: name))
        #expect(request.url?.absoluteString == "https://example.com")
        #expect(request.httpBody?.text == "a=b")
        #expect(
            request.value(forHTTPHeaderField: "Content-Type") == "application/x-www-form-urlencoded; charset=utf-8"
        )
    }

    @Test("the query string takes parameters of any method", arguments: ["GET", "POST", "PUT", "DELETE"])
    func queryString(name: String) throws {
        let request = try request(["a": "b"], .queryString, method: Moya.Method(rawValue: name))
        #expect(request.url?.query == "a=b")
        #expect(request.httpBody == nil)
        #expect(request.value(forHTTPHeaderField: "Content-Type") == nil)
    }

    @Test("the body takes parameters of any method", arguments: ["GET", "POST", "DELETE"])
    func httpBody(name: String) throws {
        let request = try request(["a": "b"], .httpBody, method: Moya.Method(rawValue: name))
        #expect(request.url?.query == nil)
        #expect(request.httpBody?.text == "a=b")
    }

    @Test("a form keeps the content type of the target")
    func keepsContentType() throws {
        let request = try request(["a": "b"], .httpBody, method: .post, headers: ["Content-Type": "text/form"])
        #expect(request.value(forHTTPHeaderField: "Content-Type") == "text/form")
    }

    @Test("no parameters leave the URL alone")
    func noneInURL() throws {
        #expect(try request([:]).url?.absoluteString == "https://example.com")
    }

    @Test("no parameters make an empty form")
    func noneInBody() throws {
        let request = try request([:], method: .post)
        #expect(request.httpBody == Data())
        #expect(
            request.value(forHTTPHeaderField: "Content-Type") == "application/x-www-form-urlencoded; charset=utf-8"
        )
    }

    @Test("parameters go behind those of the URL")
    func behindOthers() throws {
        let url = try request(["a": "b"], url: "https://example.com/path?key=1").url
        #expect(url?.absoluteString == "https://example.com/path?key=1&a=b")
    }

    @Test("the names are sorted")
    func sorted() throws {
        #expect(try query(["c": 3, "a": 1, "b": 2]) == "a=1&b=2&c=3")
        #expect(try query(["b": 1, "B": 2, "a10": 3, "a9": 4]) == "B=2&a10=3&a9=4&b=1")
    }

    @Test("numbers are written as Foundation writes them")
    func numbers() throws {
        #expect(try query(["n": 42]) == "n=42")
        #expect(try query(["n": -1]) == "n=-1")
        #expect(try query(["n": 1.5]) == "n=1.5")
        #expect(try query(["n": NSNumber(value: 7)]) == "n=7")
        #expect(try query(["n": Int64.max]) == "n=9223372036854775807")
    }

    @Test("by default truth values are numbers")
    func numericBool() throws {
        #expect(try query(["yes": true]) == "yes=1")
        #expect(try query(["no": false]) == "no=0")
    }

    @Test("truth values may be literal")
    func literalBool() throws {
        let encoding = URLEncoding(boolEncoding: .literal)
        #expect(try query(["yes": true], encoding) == "yes=true")
        #expect(try query(["no": false], encoding) == "no=false")
    }

    @Test("zero and one are not truth values")
    func zeroAndOne() throws {
        let encoding = URLEncoding(boolEncoding: .literal)
        #expect(try query(["n": 1], encoding) == "n=1")
        #expect(try query(["n": 0], encoding) == "n=0")
    }

    @Test("by default arrays have brackets")
    func bracketedArray() throws {
        #expect(try query(["a": [1, 2]]) == "a%5B%5D=1&a%5B%5D=2")
        #expect(try query(["a": ["x", "y"]]) == "a%5B%5D=x&a%5B%5D=y")
    }

    @Test("arrays may be without brackets")
    func plainArray() throws {
        #expect(try query(["a": [1, 2]], URLEncoding(arrayEncoding: .noBrackets)) == "a=1&a=2")
    }

    @Test("arrays may have an index in their brackets")
    func indexedArray() throws {
        #expect(try query(["a": [1, 2]], URLEncoding(arrayEncoding: .indexInBrackets)) == "a%5B0%5D=1&a%5B1%5D=2")
    }

    @Test("arrays may have keys of one's own")
    func customArray() throws {
        let encoding = URLEncoding(arrayEncoding: .custom { key, index in "\(key).\(index)" })
        #expect(try query(["a": [1, 2]], encoding) == "a.0=1&a.1=2")
    }

    @Test("an empty array vanishes")
    func emptyArray() throws {
        #expect(try query(["a": [Int](), "b": 1]) == "b=1")
    }

    @Test("arrays of arrays have brackets for each")
    func nestedArray() throws {
        #expect(try query(["a": [[1], [2]]]) == "a%5B%5D%5B%5D=1&a%5B%5D%5B%5D=2")
    }

    @Test("nested dictionaries have the key in brackets")
    func dictionary() throws {
        #expect(try query(["a": ["b": 1]]) == "a%5Bb%5D=1")
        #expect(try query(["a": ["b": ["c": 1]]]) == "a%5Bb%5D%5Bc%5D=1")
        #expect(try query(["a": ["b": [1, 2]]]) == "a%5Bb%5D%5B%5D=1&a%5Bb%5D%5B%5D=2")
    }

    @Test("dictionaries in arrays have both brackets")
    func dictionaryInArray() throws {
        #expect(try query(["a": [["b": 1]]]) == "a%5B%5D%5Bb%5D=1")
    }

    @Test("null has a description")
    func null() throws {
        #expect(try query(["a": NSNull()]) == "a=%3Cnull%3E")
    }

    @Test("a missing value is nil in words")
    func missing() throws {
        #expect(try query(["a": String?.none as Any]) == "a=nil")
    }

    @Test("a value of its own type has its description")
    func description() throws {
        struct Point: CustomStringConvertible { var description: String { "1/2" } }
        #expect(try query(["a": Point()]) == "a=1/2")
        #expect(try query(["a": Data("x".utf8)]) == "a=1%20bytes")
        #expect(try query(["a": URL(string: "https://a.example")!]) == "a=https%3A//a.example")
    }

    @Test("reserved characters are escaped, but / and ?")
    func escapes() throws {
        #expect(try query(["q": "a b"]) == "q=a%20b")
        #expect(try query(["q": "a+b"]) == "q=a%2Bb")
        #expect(try query(["q": "a&b=c"]) == "q=a%26b%3Dc")
        #expect(try query(["q": "/path?x"]) == "q=/path?x")
        #expect(try query(["q": ":#[]@!$'()*,;"]) == "q=%3A%23%5B%5D%40%21%24%27%28%29%2A%2C%3B")
        #expect(try query(["q": "-._~"]) == "q=-._~")
        #expect(try query(["q": "%20"]) == "q=%2520")
        #expect(try query(["q": "\"<>\\^`{|}"]) == "q=%22%3C%3E%5C%5E%60%7B%7C%7D")
    }

    @Test("other scripts are escaped as UTF-8")
    func unicode() throws {
        #expect(try query(["q": "é"]) == "q=%C3%A9")
        #expect(try query(["q": "日本"]) == "q=%E6%97%A5%E6%9C%AC")
        #expect(try query(["q": "😃"]) == "q=%F0%9F%98%83")
    }

    @Test("names are escaped, too")
    func names() throws {
        #expect(try query(["a b": 1]) == "a%20b=1")
        #expect(try query(["a&b": 1]) == "a%26b=1")
        #expect(try query(["": ""]) == "=")
    }

    @Test("an empty text has nothing behind the equals sign")
    func emptyText() throws {
        #expect(try query(["a": ""]) == "a=")
    }

    @Test("escaping is open to all")
    func escape() {
        #expect(URLEncoding.default.escape("a b&c/?") == "a%20b%26c/?")
        let components = URLEncoding.default.queryComponents(fromKey: "a", value: [1, 2])
        #expect(components.map(\.0) == ["a%5B%5D", "a%5B%5D"])
        #expect(components.map(\.1) == ["1", "2"])
    }

    @Test("encoding works on any request, and leaves it alone without parameters")
    func direct() throws {
        let request = URLRequest(url: URL(string: "https://example.com/a")!)
        #expect(
            try URLEncoding.default.encode(request, with: ["x": 1]).url?.absoluteString == "https://example.com/a?x=1"
        )
        #expect(try URLEncoding.default.encode(request, with: nil).url?.absoluteString == "https://example.com/a")
        #expect(try URLEncoding.httpBody.encode(request, with: nil).httpBody == nil)
    }

    @Test("the variants have their destinations")
    func variants() {
        guard case .methodDependent = URLEncoding.default.destination else { Issue.record("default"); return }
        guard case .queryString = URLEncoding.queryString.destination else { Issue.record("queryString"); return }
        guard case .httpBody = URLEncoding.httpBody.destination else { Issue.record("httpBody"); return }
    }
}
