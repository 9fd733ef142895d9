import Foundation
import TalynStubs
import Testing

@testable import TalynCore
@testable import TalynWebSocket

/// Handshakes at another URL than that of the target, in virtual time.
struct HandshakeURLTests {
    private let stubs = StubSet()

    private var room: ChatRoom {
        var room = ChatRoom(baseURL: URL(string: "https://chat.example.com")!)
        room.headerFields = [.authorization: "Bearer secret"]
        return room
    }

    /// Replaces the URL of the call.
    private struct Moving: CallInterceptor {
        let url: String

        func intercept(_ endpoint: Endpoint, context: CallContext, next: @escaping Next) async throws -> Response {
            var endpoint = endpoint
            endpoint.url = url
            return try await next(endpoint)
        }
    }

    /// Replaces the URL of each request.
    private struct Adapting: RequestAdapter {
        let url: URL?

        func adapt(_ request: inout OutgoingRequest, context: CallContext) {
            request.url = url
        }
    }

    /// Adds a field to requests that may have credentials.
    private struct Signing: RequestAdapter {
        func adapt(_ request: inout OutgoingRequest, context: CallContext) {
            if context.allowsCredentials(for: request) { request.headerFields[.acceptLanguage] = "en" }
        }
    }

    /// Opens a connection, and checks that the server sees a request of HTTP.
    private func connect(
        to url: String,
        sendsCredentials: Bool,
        _ plugins: [any Plugin] = [],
        _ options: RequestOptions = RequestOptions()
    ) async throws {
        stubs.on(.webSocket("/link")) { try $0.send(json: ChatEvent(name: "hello")) }
        let provider = Provider<ChatRoom>(transport: stubs, plugins: plugins)
        try await withVirtualTime {
            let connection = try await provider.connect(room, options: options)
            let names = try await connection.reduce(into: [String]()) { $0.append($1.name) }
            #expect(names == ["hello"])
            #expect(connection.response.metrics?.notes.isEmpty == sendsCredentials)
        }
        let request = try #require(stubs.requests.last)
        #expect(request.url.absoluteString == url)
        #expect((request.headerFields[.authorization] != nil) == sendsCredentials)
    }

    /// A server gives the URL of a connection in a response, such as `wss://…?ticket=7`.
    @Test(arguments: ["wss", "WSS"], ["chat.example.com", "link.example.com"])
    func urlOfTheCallCanHaveASchemeOfWebSockets(scheme: String, host: String) async throws {
        let options = RequestOptions { $0.url = URL(string: "\(scheme)://\(host)/link?ticket=7") }
        let sendsCredentials = host == "chat.example.com"
        try await connect(to: "https://\(host)/link?ticket=7", sendsCredentials: sendsCredentials, [], options)
    }

    @Test func urlOfAnInterceptorCanHaveASchemeOfWebSockets() async throws {
        let plugins = [Moving(url: "wss://link.example.com/link")]
        try await connect(to: "https://link.example.com/link", sendsCredentials: false, plugins)
    }

    @Test func urlOfAnAdapterCanHaveASchemeOfWebSockets() async throws {
        let plugins = [Adapting(url: URL(string: "WSS://chat.example.com/link"))]
        try await connect(to: "https://chat.example.com/link", sendsCredentials: true, plugins)
    }

    @Test func adapterAfterAnotherOneKnowsTheOrigin() async throws {
        let plugins: [any Plugin] = [Adapting(url: URL(string: "wss://chat.example.com/link")), Signing()]
        try await connect(to: "https://chat.example.com/link", sendsCredentials: true, plugins)
        #expect(stubs.requests.last?.headerFields[.acceptLanguage] == "en")
    }
}
