import Foundation
import Testing

@testable import Talyn

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

struct PathSegmentTests {
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
        #expect("\(pathSegment: text)" == segment)
        let endpoint = Endpoint(Probe(base, "/users/\(pathSegment: text)/repos"))
        #expect(endpoint.url == "https://example.com/v1/users/\(segment)/repos")
        let url = try #require(try endpoint.urlRequest().url)
        #expect(url.absoluteString == endpoint.url)
        #expect(Endpoint(Probe(base, "\(pathSegment: text)")).url == "https://example.com/v1/\(segment)")
    }

    @Test func valuesAreWrittenAsInHeaderFields() {
        #expect("/\(pathSegment: 7)/\(pathSegment: 2.0)/\(pathSegment: true)" == "/7/2/true")
        #expect("/\(pathSegment: -0.5)/\(pathSegment: "a b".dropFirst())" == "/-0.5/%20b")
        #expect("/\(pathSegment: RequestValues.State.open)" == "/is%20open")
        #expect("/\(pathSegment: RequestValues.Level.high)" == "/3")
        #expect("/\(pathSegment: RequestValues.Factor(rawValue: 2))" == "/2")
        #expect("/\(pathSegment: base)" == "/https%3A%2F%2Fexample.com%2Fv1")
    }

    // MARK: No segments

    // Given to tests by their indices, since what prints their arguments stops at a NUL.
    private static let paths = [
        "/users/\(pathSegment: "")", "/users/\(pathSegment: "")/repos", "/users/\(pathSegment: ".")/repos",
        "/users/\(pathSegment: "..")/repos", "/users/\(pathSegment: "..")", "/users/\(pathSegment: "").json",
        "\(pathSegment: "..")/a", "\(pathSegment: "")", "/../\(pathSegment: "")/../a", "/a b/\(pathSegment: "")?c=d",
        "/a?b=\(pathSegment: "")", "https://example.org/\(pathSegment: "")",
    ]

    @Test(arguments: paths.indices)
    func valueThatIsNoSegmentFailsTheRequest(index: Int) throws {
        let path = Self.paths[index]
        let endpoint = Endpoint(Probe(base, path))
        let error = #expect(throws: TalynError.self) { try endpoint.urlRequest() }
        guard case .requestMapping(endpoint.url)? = error else {
            Issue.record("\(String(describing: error)) is no requestMapping of the URL")
            return
        }
        let text = "a value in its path is empty, '.' or '..', which is no path segment"
        #expect(error?.failureReason?.contains(text) == true)
        #expect(error?.description.contains(text) == true)
        #expect(error?.description.utf8.contains(0) == false)
        #expect(!endpoint.description.utf8.contains(0))
    }

    @Test(arguments: paths.indices)
    func nothingIsSent(index: Int) async throws {
        let path = Self.paths[index]
        let sent = Recorder<String>()
        let transport = ClosureTransport { _ in
            sent.record("sent")
            return TransportResponse(statusCode: 200, body: HTTPBody(Data()))
        }
        let logger = NetworkLoggerPlugin(
            configuration: .init(logOptions: .verbose) { _, entries in entries.forEach(sent.record) }
        )
        let recorder = RecordingPlugin(name: "a", recorder: sent)
        for provider in [
            Provider<Probe>(transport: transport, plugins: [logger, recorder], trackInflights: true),
            Provider<Probe>(stubClosure: Provider.immediatelyStub, plugins: [logger, recorder]),
        ] {
            let error = await #expect(throws: TalynError.self) { try await provider.request(Probe(base, path)) }
            guard case .requestMapping? = error else {
                Issue.record("\(String(describing: error)) is no requestMapping")
                return
            }
        }
        #expect(!sent.events.contains { $0 == "sent" || $0.contains("willSend") || $0.utf8.contains(0) })
    }

    @Test(arguments: paths.indices)
    func urlOfSuchATargetIsStillOne(index: Int) {
        let path = Self.paths[index]
        #expect(URL(target: Probe(base, path)).absoluteString.hasPrefix("https://example."))
    }

    @Test func endpointsThatFailAreTheSameIfTheirURLsAre() {
        let empty = Endpoint(Probe(base, "/\(pathSegment: "")"))
        #expect(empty == Endpoint(Probe(base, "/\(pathSegment: "")")))
        #expect(empty != Endpoint(Probe(base, "/\(pathSegment: "..")")))
        #expect(empty != Endpoint(Probe(base, "/")))
    }
}
