// With its trait, these members are Alamofire's.
#if !Alamofire
import Foundation
import Moya
import TestSupport
import Testing

// Members of Foundation's types that apps have from Alamofire without importing it.
struct BorrowedMembersTests {
    private let url = URL(string: "https://example.com/a")!

    @Test func headersOfARequestAreReadAndWritten() {
        var request = URLRequest(url: url)
        request.headers = ["Accept": "text/plain", "X-One": "1"]
        request.headers["x-one"] = "2"
        request.headers.add(name: "X-Two", value: "2")
        request.headers.add(.authorization(bearerToken: "t"))
        #expect(request.value(forHTTPHeaderField: "X-One") == "2")
        #expect(request.headers.value(for: "authorization") == "Bearer t")
        request.headers.remove(name: "Accept")
        #expect(request.value(forHTTPHeaderField: "Accept") == nil)
        #expect(request.headers.map { $0.name.lowercased() }.sorted() == ["authorization", "x-one", "x-two"])
        request.headers = [:]
        #expect(request.allHTTPHeaderFields?.isEmpty != false)
    }

    @Test func headersOfAResponseAreRead() throws {
        let fields = ["Content-Type": "text/plain"]
        let response = HTTPURLResponse(url: url, statusCode: 200, httpVersion: nil, headerFields: fields)
        #expect(try #require(response).headers["content-type"] == "text/plain")
    }

    @Test func methodOfARequestIsAValue() {
        var request = URLRequest(url: url)
        #expect(request.method == .get)
        request.method = .delete
        #expect(request.httpMethod == "DELETE")
    }

    @Test func textBecomesAURLOrAnError() throws {
        #expect(try "https://example.com/a".asURL() == url)
        do {
            _ = try "".asURL()
            Issue.record("It is a URL.")
        } catch {
            #expect(error.asAFError?.isInvalidURLError == true)
        }
        let request = try URLRequest(url: "https://example.com/a", method: .put, headers: ["X-One": "1"])
        #expect(request.url == url)
        #expect(request.httpMethod == "PUT")
        #expect(request.allHTTPHeaderFields == ["X-One": "1"])
    }

    @Test func basicCredentialsAreEncoded() {
        var headers = URLSessionConfiguration.af.ephemeral.headers
        headers.update(.authorization(username: "Aladdin", password: "open sesame"))
        #expect(headers["Authorization"] == "Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==")
    }

    @Test func headersAreACollectionOfFields() {
        var headers: HTTPFields = [.accept("text/plain"), .contentType("a/b"), .accept("text/html")]
        #expect(headers.count == 2)
        #expect(headers.first?.value == "text/html")
        #expect(headers[1].name == "Content-Type")
        headers = []
        #expect(headers.isEmpty)
        var request = URLRequest(url: url)
        request.headers = [.defaultUserAgent, .defaultAcceptEncoding, .defaultAcceptLanguage]
        #expect(request.headers.dictionary == HTTPFields.default.dictionary)
    }

    private typealias HTTPFields = Session.HTTPHeaders

    @Test func anErrorBecomesOneOfAlamofire() {
        struct Other: Error {}
        #expect(AFError.explicitlyCancelled.asAFError(orFailWith: "").isExplicitlyCancelledError)
        #expect(Other().asAFError(orFailWith: "It has another type.").underlyingError is Other)
    }

    @Test func configurationsHaveTheDefaultHeaderFields() {
        for configuration in [URLSessionConfiguration.af.default, URLSessionConfiguration.af.ephemeral] {
            #expect(configuration.headers["User-Agent"]?.isEmpty == false)
        }
    }
}

// Without a transport, there is nothing to cancel.
#if AsyncHTTPClient || !os(Linux)
@Suite(.serialized, .sockets) struct RunningRequestTests {
    @Test func theTasksOfTheUnderlyingSessionCanBeCancelled() async throws {
        try await FaultServer.withServer(script: { _ in [.hang] }) { server in
            let session = Session(configuration: .patient)
            let (sent, continuation) = AsyncStream.makeStream(of: Void.self)
            let provider = MoyaProvider<Local>(session: session, plugins: [Sending { continuation.yield() }])
            async let result = provider.result(of: Local(server.baseURL, "slow"))
            for await _ in sent { break }
            let paths = Recorder<String>()
            provider.session.session.getAllTasks { tasks in
                for task in tasks {
                    paths.record(task.originalRequest?.url?.path ?? "")
                    task.cancel()
                }
            }
            #expect(await result.underlying?.asAFError?.isExplicitlyCancelledError == true)
            #expect(paths.events == ["/slow"])
        }
    }

    @Test func allRequestsOfASessionCanBeCancelled() async throws {
        try await FaultServer.withServer(script: { _ in [.hang] }) { server in
            let session = Session(configuration: .patient)
            let (sent, continuation) = AsyncStream.makeStream(of: Void.self)
            let provider = MoyaProvider<Local>(session: session, plugins: [Sending { continuation.yield() }])
            async let result = provider.result(of: Local(server.baseURL, "slow"))
            for await _ in sent { break }
            let paths = Recorder<String>()
            session.withAllRequests { requests in
                for request in requests {
                    // Before the end, since the call returns while this runs.
                    paths.record(request.request?.url?.path ?? "")
                    request.cancel()
                }
            }
            #expect(await result.underlying?.asAFError?.isExplicitlyCancelledError == true)
            #expect(paths.events == ["/slow"])
        }
    }
}
#endif

private struct Sending: PluginType {
    let tell: () -> Void

    func willSend(_ request: RequestType, target: TargetType) { tell() }
}
#endif
