import Foundation
import TestSupport
import Testing

@testable import TalynCore
@testable import TalynPlugins

struct RequestPathTests {
    private let base = URL(string: "https://example.com/v1")!

    @Test(arguments: [
        ("ada", "ada"), ("a-b.c_d~e", "a-b.c_d~e"), ("a b", "a%20b"), ("a/b", "a%2Fb"), ("a?b#c", "a%3Fb%23c"),
        ("100%", "100%25"), ("%2F", "%252F"), ("%2e%2e", "%252e%252e"), ("a:b", "a%3Ab"),
        ("a+b&c=d;e", "a%2Bb%26c%3Dd%3Be"),
        ("é日😀", "%C3%A9%E6%97%A5%F0%9F%98%80"), ("e\u{301}", "e%CC%81"), ("\r\n", "%0D%0A"), ("a\u{0}b", "a%00b"),
        ("\u{0}", "%00"), ("...", "..."), (".a", ".a"), ("../a", "..%2Fa"), (" ", "%20"),
        ("https://x", "https%3A%2F%2Fx"),
    ])
    func textIsOneSegment(text: String, segment: String) throws {
        let path: RequestPath = "/users/\(text)/repos"
        #expect(path.percentEncoded == "/users/\(segment)/repos")
        #expect(path.template == "/users/{}/repos")
        let endpoint = try Endpoint(Probe(base, path))
        #expect(endpoint.url == "https://example.com/v1/users/\(segment)/repos")
        let url = try #require(try endpoint.request().url)
        #expect(url.absoluteString == endpoint.url)
        #expect(try Endpoint(Probe(base, "\(text)")).url == "https://example.com/v1/\(segment)")
    }

    private func text(_ path: RequestPath) -> String { path.percentEncoded }

    @Test func valuesAreWrittenAsInHeaderFields() {
        #expect(text("/\(7)/\(2.0)/\(true)") == "/7/2/true")
        #expect(text("/\(-0.5)/\("a b".dropFirst())") == "/-0.5/%20b")
        #expect(text("/\(RequestValues.State.open)") == "/is%20open")
        #expect(text("/\(RequestValues.Level.high)") == "/3")
        #expect(text("/\(RequestValues.Factor(rawValue: 2))") == "/2")
        #expect(text("/\(base)") == "/https%3A%2F%2Fexample.com%2Fv1")
        #expect(text("/\("v")\(1).json") == "/v1.json")
    }

    // MARK: Literals

    @Test(arguments: [
        ("/a b", "/a%20b"), ("/a%2Fb", "/a%2Fb"), ("/100%", "/100%25"), ("/é", "/%C3%A9"), ("/[1]", "/%5B1%5D"),
        ("/a;b=1,c:d@e!$&'()*+~", "/a;b=1,c:d@e!$&'()*+~"), ("", ""), ("a/b", "a/b"), ("/a\r\nb", "/a%0D%0Ab"),
        ("/.hidden/..b/c..", "/.hidden/..b/c.."),
    ])
    func literalIsEscapedWhereAPathNeedsIt(literal: String, encoded: String) {
        let path = RequestPath(percentEncoded: literal)
        #expect(path.percentEncoded == encoded)
        #expect(path.description == encoded)
        #expect(path.template == literal)
        #expect(path == RequestPath(stringLiteral: literal))
    }

    @Test func percentEncodedTextMayHaveSegments() {
        let text = "a/b%20c/d e"
        let path: RequestPath = "/files/\(percentEncoded: text)/raw"
        #expect(path.percentEncoded == "/files/a/b%20c/d%20e/raw")
        #expect(path.template == "/files/{}/raw")
        let named: RequestPath = "/files/\(percentEncoded: text, name: "file")"
        #expect(named.template == "/files/{file}")
    }

    // MARK: Templates

    @Test func templateHasTheNamesOfTheValues() throws {
        let path: RequestPath = "/users/\("ada", name: "login")/repos/\(7, name: "id")/\(RequestValues.State.open)"
        #expect(path.template == "/users/{login}/repos/{id}/{}")
        #expect(path.percentEncoded == "/users/ada/repos/7/is%20open")
        #expect(try Endpoint(Probe(base, path)).pathTemplate == path.template)
        let high: RequestPath = "/\(RequestValues.Level.high, name: "level")"
        #expect(high.template == "/{level}")
    }

    @Test func templateOfTheTargetStaysDespitePlugins() async throws {
        struct Moving: CallInterceptor {
            func intercept(_ endpoint: Endpoint, context: CallContext, next: @escaping Next) async throws -> Response {
                var endpoint = endpoint
                endpoint.url = "https://example.com/elsewhere"
                #expect(endpoint.pathTemplate == "/users/{}")
                return try await next(endpoint)
            }
        }
        let provider = Provider<Zen>(transport: SampleTransport(), plugins: [Moving()])
        let response = try await provider.request(.user("ada"))
        #expect(response.context?.endpoint.pathTemplate == "/users/{}")
    }

    @Test func pathsAreEqualByTheirTextAndTheirTemplate() {
        let seven = 7
        let path: RequestPath = "/a/\(seven)"
        #expect(path == "/a/\(seven)")
        #expect(path != "/a/7")
        #expect(path.hashValue == ("/a/\(seven)" as RequestPath).hashValue)
    }

    // MARK: No segments

    // Given to tests by their indices, since what prints their arguments stops at a NUL.
    private static let paths: [RequestPath] = [
        "/users/\("")", "/users/\("")/repos", "/users/\(".")/repos", "/users/\("..")/repos", "/users/\("..")",
        "/users/\("").json", "\("..")/a", "\("")", "/a b/\("")", "/a/./b", "/a/../b", "/../b", "/a/..", "/a/b/.",
        "..", ".", "/\(percentEncoded: "a/../b")", RequestPath(percentEncoded: "/.."), "/users/\("")/\("ada")",
        "/a/%2e%2E/b", "/a/.%2e", "/%2E/a", "/a/\(percentEncoded: "%2e%2e")/b",
        // A mark after a slash: together they are one `Character`.
        "/a/../\u{301}b", "./\u{59E}", "/\(percentEncoded: "../\u{301}b")",
        RequestPath(percentEncoded: "/a/%2e/\u{301}"),
    ]

    private static let queries: [RequestPath] = [
        "/a?b=c", "?b=c", "/a?", "/a#b", "/a?b=\("c")", "/\(percentEncoded: "a?b")",
        RequestPath(percentEncoded: "/a?b"), "https://example.org/a?b",
    ]

    @Test(arguments: paths.indices)
    func valueThatIsNoSegmentFailsTheRequest(index: Int) throws {
        let error = #expect(throws: TalynError.self) { try Endpoint(Probe(base, Self.paths[index])) }
        #expect(error?.reason == .invalidRequest)
        let cause = try #require(error?.underlyingError as? RequestError)
        #expect(cause.part == .path)
        #expect(cause.description.contains("is empty") || cause.description.contains("would lead to another place"))
        #expect(error?.description.contains(Self.paths[index].template) == true)
        #expect(error?.description.utf8.contains(0) == false)
    }

    @Test(arguments: queries.indices)
    func queryInAPathFailsTheRequest(index: Int) throws {
        let error = #expect(throws: TalynError.self) { try Endpoint(Probe(base, Self.queries[index])) }
        #expect((error?.underlyingError as? RequestError)?.part == .path)
        #expect(error?.recoverySuggestion?.contains("query of the target") == true)
    }

    @Test func valueOfASecretIsNotShown() {
        let error = #expect(throws: TalynError.self) { try Endpoint(Probe(base, "/users/\("hunter2")/\("")")) }
        #expect(error?.description.contains("hunter2") == false)
        #expect(error?.description.contains("/users/{}/{}") == true)
    }

    @Test(arguments: paths.indices)
    func nothingIsSent(index: Int) async throws {
        let path = Self.paths[index]
        let sent = Recorder<String>()
        let transport = ClosureTransport { _ in
            sent.record("sent")
            return TransportResponse(statusCode: 200, body: HTTPBody(Data()))
        }
        let logger = NetworkLoggerPlugin(.bodies) { _, entries in entries.forEach(sent.record) }
        let recorder = RecordingPlugin(name: "a", recorder: sent)
        for provider in [
            Provider<Probe>(transport: transport, plugins: [CoalescingPlugin(), logger, recorder]),
            Provider<Probe>(transport: SampleTransport(), plugins: [logger, recorder]),
        ] {
            let error = await #expect(throws: TalynError.self) { try await provider.request(Probe(base, path)) }
            #expect((error?.underlyingError as? RequestError)?.part == .path)
        }
        #expect(sent.events == [])
    }
}
