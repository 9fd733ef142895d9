import Foundation
import Moya
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Endpoints themselves: their copies, equality, hashes and URLs.
struct EndpointTests {
    private func endpoint(url: String, task: Task = .requestPlain, headers: [String: String]? = nil) -> Endpoint {
        Endpoint(
            url: url,
            sampleResponseClosure: { .networkResponse(200, Data()) },
            method: .get,
            task: task,
            httpHeaderFields: headers
        )
    }

    @Test("an empty URL is an error of request mapping")
    func emptyURL() {
        let error = moyaError { try endpoint(url: "").urlRequest() }
        guard case .requestMapping(let url)? = error else {
            Issue.record("not requestMapping")
            return
        }
        #expect(url == "")
    }

    @Test("an impossible URL is an error of request mapping with that URL")
    func impossibleURL() {
        let error = moyaError { try endpoint(url: "http://[::1").urlRequest() }
        guard case .requestMapping(let url)? = error else {
            Issue.record("not requestMapping")
            return
        }
        #expect(url == "http://[::1")
    }

    @Test("the default mapping takes everything from the target")
    func defaultMapping() {
        let sample = Sample(path: "/a", method: .put, headers: ["X": "1"], sampleData: Data("sample".utf8))
        let endpoint = sample.endpoint
        #expect(endpoint.url == "https://example.com/a")
        #expect(endpoint.method == .put)
        #expect(endpoint.httpHeaderFields == ["X": "1"])
        guard case .networkResponse(let status, let data) = endpoint.sampleResponseClosure() else {
            Issue.record("not networkResponse")
            return
        }
        #expect(status == 200)
        #expect(data.text == "sample")
    }

    @Test("the default mapping keeps missing header fields missing")
    func defaultMappingWithoutHeaders() {
        #expect(Sample().endpoint.httpHeaderFields == nil)
    }

    @Test("added header fields join the others")
    func adding() {
        let added = endpoint(url: "https://a.example", headers: ["A": "1"]).adding(newHTTPHeaderFields: ["B": "2"])
        #expect(added.httpHeaderFields == ["A": "1", "B": "2"])
        #expect(added.url == "https://a.example")
    }

    @Test("an added header field replaces one of the same name")
    func addingSame() {
        let added = endpoint(url: "https://a.example", headers: ["A": "1"]).adding(newHTTPHeaderFields: ["A": "2"])
        #expect(added.httpHeaderFields == ["A": "2"])
    }

    @Test("adding does not compare names without case")
    func addingOtherCase() {
        let added = endpoint(url: "https://a.example", headers: ["A": "1"]).adding(newHTTPHeaderFields: ["a": "2"])
        #expect(added.httpHeaderFields == ["A": "1", "a": "2"])
    }

    @Test("header fields can be added where none were")
    func addingToNone() {
        let added = endpoint(url: "https://a.example").adding(newHTTPHeaderFields: ["A": "1"])
        #expect(added.httpHeaderFields == ["A": "1"])
    }

    @Test("adding none leaves missing header fields missing")
    func addingNone() {
        #expect(endpoint(url: "https://a.example").adding(newHTTPHeaderFields: [:]).httpHeaderFields == nil)
    }

    @Test("adding does not change the endpoint itself")
    func addingCopies() {
        let original = endpoint(url: "https://a.example", headers: ["A": "1"])
        let added = original.adding(newHTTPHeaderFields: ["B": "2"])
        #expect(original.httpHeaderFields == ["A": "1"])
        #expect(added !== original)
    }

    @Test("replacing changes the task alone")
    func replacing() throws {
        let original = endpoint(url: "https://a.example", headers: ["A": "1"])
        let replaced = original.replacing(task: .requestData(Data("x".utf8)))
        #expect(try replaced.urlRequest().httpBody?.text == "x")
        #expect(replaced.httpHeaderFields == ["A": "1"])
        #expect(try original.urlRequest().httpBody == nil)
    }

    @Test("endpoints of the same request are equal and hash the same")
    func equal() {
        let one = endpoint(url: "https://a.example", headers: ["A": "1"])
        let two = endpoint(url: "https://a.example", headers: ["A": "1"])
        #expect(one == two)
        #expect(one.hashValue == two.hashValue)
        #expect(Set([one, two]).count == 1)
    }

    @Test("endpoints of other URLs are not equal")
    func otherURL() {
        #expect(endpoint(url: "https://a.example") != endpoint(url: "https://b.example"))
    }

    @Test("endpoints of other methods are not equal")
    func otherMethod() {
        #expect(Sample(method: .get).endpoint != Sample(method: .post).endpoint)
    }

    @Test("endpoints of other query parameters are not equal")
    func otherQuery() {
        func of(_ page: Int) -> Endpoint {
            Sample(task: .requestParameters(parameters: ["page": page], encoding: URLEncoding.default)).endpoint
        }
        #expect(of(1) != of(2))
        #expect(of(1) == of(1))
    }

    @Test("endpoints of the same body are equal")
    func sameBody() {
        func of(_ text: String) -> Endpoint {
            Sample(method: .post, task: .requestData(Data(text.utf8))).endpoint
        }
        #expect(of("a") == of("a"))
    }

    @Test("endpoints that send other files are not equal")
    func otherFile() {
        func of(_ path: String) -> Endpoint {
            Sample(method: .post, task: .uploadFile(URL(fileURLWithPath: path))).endpoint
        }
        #expect(of("/a") != of("/b"))
        #expect(of("/a") == of("/a"))
        #expect(of("/a").hashValue == of("/a").hashValue)
    }

    @Test("endpoints that send other parts are not equal")
    func otherParts() {
        func of(_ name: String) -> Endpoint {
            let part = MultipartFormData(provider: .data(Data("x".utf8)), name: name)
            return Sample(method: .post, task: .uploadMultipart([part])).endpoint
        }
        #expect(of("a") != of("b"))
        #expect(of("a") == of("a"))
    }

    @Test("endpoints that send other parts with parameters are not equal")
    func otherCompositeParts() {
        func of(_ name: String, page: Int) -> Endpoint {
            let part = MultipartFormData(provider: .data(Data("x".utf8)), name: name)
            return Sample(method: .post, task: .uploadCompositeMultipart([part], urlParameters: ["page": page]))
                .endpoint
        }
        #expect(of("a", page: 1) != of("b", page: 1))
        #expect(of("a", page: 1) != of("a", page: 2))
        #expect(of("a", page: 1) == of("a", page: 1))
    }

    @Test("endpoints are equal whatever their samples are")
    func otherSamples() {
        #expect(Sample(sampleData: Data("a".utf8)).endpoint == Sample(sampleData: Data("b".utf8)).endpoint)
    }

    @Test("an endpoint without a request is not equal to one with a request")
    func invalidAndValid() {
        #expect(endpoint(url: "") != endpoint(url: "https://a.example"))
        #expect(endpoint(url: "https://a.example") != endpoint(url: ""))
    }

    @Test("endpoints without a request are equal if their URLs are")
    func invalid() {
        #expect(endpoint(url: "") == endpoint(url: ""))
        #expect(endpoint(url: "") != endpoint(url: "http://[::1"))
    }

    @Test(
        "the URL is the base and the path behind a slash",
        arguments: [
            ("https://example.com", "/users", "https://example.com/users"),
            ("https://example.com", "users", "https://example.com/users"),
            ("https://example.com/", "/users", "https://example.com/users"),
            ("https://example.com/api", "users", "https://example.com/api/users"),
            ("https://example.com/api/", "/users/1", "https://example.com/api/users/1"),
            ("https://example.com/api", "users/", "https://example.com/api/users/"),
            ("https://example.com", "", "https://example.com"),
            ("https://example.com/", "", "https://example.com/"),
            ("https://example.com/api", "", "https://example.com/api"),
            ("https://example.com/api", "/", "https://example.com/api/"),
            ("https://example.com", "a b", "https://example.com/a%20b"),
            ("https://example.com", "é", "https://example.com/%C3%A9"),
            ("https://example.com", "a+b", "https://example.com/a+b"),
            ("https://example.com", "a%20b", "https://example.com/a%2520b"),
            ("https://example.com", "//a", "https://example.com//a"),
            ("https://example.com", "a//b", "https://example.com/a//b"),
            ("https://example.com", "a:b;c,d@e", "https://example.com/a:b;c,d@e"),
            ("https://example.com", "a#b", "https://example.com/a%23b"),
            ("https://example.com:8080", "a", "https://example.com:8080/a"),
            ("https://example.com?key=1", "a", "https://example.com/a?key=1"),
            ("https://example.com/api?key=1", "", "https://example.com/api?key=1"),
        ]
    )
    func url(base: String, path: String, expected: String) throws {
        let sample = Sample(baseURL: try #require(URL(string: base)), path: path)
        #expect(URL(target: sample).absoluteString == expected)
        #expect(sample.endpoint.url == expected)
    }
}
