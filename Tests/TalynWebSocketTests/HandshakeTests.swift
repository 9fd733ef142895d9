#if AsyncHTTPClient && Crypto && os(Linux)
import Foundation
import HTTPTypes
import TalynAsyncHTTPClient
import TalynPlugins
import TalynStubs
import TalynTransportOptions
import TestSupport
import Testing

@testable import TalynCore
@testable import TalynWebSocket

/// The handshake as a call: plugins, credentials, redirects, cookies, TLS and proxies.
@Suite(.sockets)
struct HandshakeTests {
    private static let welcome: @Sendable (SocketConversation) async throws -> Void = { server in
        try await server.accept()
        try await server.send(text: #"{"name":"welcome"}"#)
        try await server.close(1000)
        try await server.readToEnd()
    }

    private func names(_ connection: WebSocketConnection<ChatEvent, ChatEvent>) async throws -> [String] {
        var names: [String] = []
        for try await event in connection { names.append(event.name) }
        return names
    }

    // MARK: Credentials and plugins

    private struct Token: RequestAdapter {
        func adapt(_ request: inout OutgoingRequest, context: CallContext) async throws {
            request.headerFields[.authorization] = "Bearer secret"
        }
    }

    @Test func credentialsOfTheProviderReachAServerWithWS() async throws {
        try await SocketServer.run { server in
            let head = try await server.accept(fields: ["Sec-WebSocket-Protocol: chat.v2"])
            #expect(head.contains("Authorization: Bearer secret"))
            #expect(head.contains("Sec-WebSocket-Protocol: chat.v1, chat.v2"))
            #expect(head.contains("X-Tenant: acme"))
            #expect(!head.contains { $0.lowercased().hasPrefix("accept-encoding") })
            #expect(head.filter { $0.lowercased().hasPrefix("sec-websocket-key") }.count == 1)
            try await server.readToEnd()
        } _: { server in
            let provider = Provider<ChatRoom>(
                transport: AsyncHTTPClientTransport(),
                plugins: [Token()]
            )
            var room = ChatRoom(baseURL: server.baseURL)
            room.headerFields = [.init("X-Tenant")!: "acme", .connection: "close"]
            room.webSocket.subprotocols = ["chat.v1", "chat.v2"]
            let connection = try await provider.connect(room)
            #expect(connection.subprotocol == "chat.v2")
            let metrics = "\(String(describing: connection.response.context?.metrics))"
            #expect(!metrics.contains("secret"))
        }
    }

    @Test func handshakeIsRetried() async throws {
        let attempts = Watched(0)
        try await SocketServer.run { server in
            let attempt = attempts.update { attempts in
                attempts += 1
                return attempts
            }
            if attempt < 3 {
                _ = try await server.readHead()
                try await server.write("HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\n\r\n")
                return try await server.readToEnd()
            }
            try await Self.welcome(server)
        } _: { server in
            let provider = Provider<ChatRoom>(
                transport: AsyncHTTPClientTransport(),
                plugins: [RetryPlugin.jumping()]
            )
            let connection = try await provider.connect(ChatRoom(baseURL: server.baseURL))
            #expect(try await names(connection) == ["welcome"])
            #expect(connection.response.context?.metrics.attempts.count == 3)
        }
    }

    @Test(arguments: ["http", "ws", "WS"])
    func redirectIsFollowedWithoutCredentialsForOthers(_ scheme: String) async throws {
        try await SocketServer.run { other in
            let head = try await other.accept(fields: ["Sec-WebSocket-Protocol: chat"])
            #expect(head.contains("Sec-WebSocket-Protocol: chat"))
            #expect(head[0] == "GET /elsewhere HTTP/1.1")
            #expect(!head.contains { $0.hasPrefix("Authorization") })
            try await other.send(text: #"{"name":"there"}"#)
            try await other.close(1000)
            try await other.readToEnd()
        } _: { other in
            try await SocketServer.run { server in
                let head = try await server.readHead()
                #expect(head.contains("Authorization: Bearer secret"))
                let location = "\(scheme)://127.0.0.1:\(other.port)/elsewhere"
                try await server.write("HTTP/1.1 307 Moved\r\nLocation: \(location)\r\nContent-Length: 0\r\n\r\n")
                try await server.readToEnd()
            } _: { server in
                let provider = Provider<ChatRoom>(
                    transport: AsyncHTTPClientTransport(),
                    plugins: [Token()]
                )
                var room = ChatRoom(baseURL: server.baseURL)
                room.webSocket.subprotocols = ["chat"]
                let connection = try await provider.connect(room)
                #expect(connection.subprotocol == "chat")
                #expect(try await names(connection) == ["there"])
            }
        }
    }

    @Test(arguments: ["http", "ws"])
    func redirectFromTLSToNoneIsRefused(_ scheme: String) async throws {
        try await SocketServer.run { _ in
            Issue.record("There is a connection without TLS.")
        } _: { other in
            try await SocketServer.run(identity: .localhost) { server in
                _ = try await server.readHead()
                let location = "\(scheme)://127.0.0.1:\(other.port)/"
                try await server.write("HTTP/1.1 307 Moved\r\nLocation: \(location)\r\nContent-Length: 0\r\n\r\n")
                try await server.readToEnd()
            } _: { server in
                let provider = Provider<ChatRoom>(transport: try AsyncHTTPClientTransport(options: trusting))
                let error = await #expect(throws: TalynError.self) {
                    try await provider.connect(ChatRoom(baseURL: server.baseURL))
                }
                #expect(error?.transportError?.kind == .insecureRedirect)
            }
        }
    }

    @Test func cookiesAreSentAndKept() async throws {
        try await SocketServer.run { server in
            let head = try await server.accept(fields: ["Set-Cookie: seen=yes; Path=/"])
            #expect(head.filter { $0.hasPrefix("Cookie:") } == ["Cookie: session=7"])
            try await server.readToEnd()
        } _: { server in
            let store = MemoryCookieStore()
            let options = RequestOptions { $0.cookies = .store(store) }
            let url = try #require(URL(string: "http://127.0.0.1:\(server.port)/"))
            options.cookies?.jar?.keep([.setCookie: "session=7; Path=/"], from: url)
            let provider = Provider<ChatRoom>(transport: AsyncHTTPClientTransport(), requestOptions: options)
            _ = try await provider.connect(ChatRoom(baseURL: server.baseURL))
            #expect(store.cookies.contains { $0.name == "seen" })
        }
    }

    @Test func otherMethodsAndInvalidSubprotocolsFailBeforeAnythingIsSent() async throws {
        struct Posting: TargetType {
            let baseURL = URL(string: "ws://127.0.0.1:1")!
            let path: RequestPath = "/"
            let method = HTTPRequest.Method.post
        }
        let posting = Provider<Posting>(transport: AsyncHTTPClientTransport())
        let first = await #expect(throws: TalynError.self) { try await posting.connect(Posting(), codec: .text) }
        #expect(first?.reason == .invalidRequest)
        let provider = Provider<ChatRoom>(transport: AsyncHTTPClientTransport())
        var room = ChatRoom(baseURL: URL(string: "ws://127.0.0.1:1")!)
        room.webSocket.subprotocols = ["two words"]
        let second = await #expect(throws: TalynError.self) { try await provider.connect(room) }
        #expect(second?.reason == .invalidRequest)
        room.webSocket.subprotocols = []
        room.headerFields = [.init("Sec-WebSocket-Protocol")!: "chat"]
        let third = await #expect(throws: TalynError.self) { try await provider.connect(room) }
        #expect(third?.reason == .invalidRequest)
    }

    private struct OwnPath: RequestAdapter {
        func adapt(_ request: inout OutgoingRequest, context: CallContext) async throws {
            request.head.path = "/rooms/7 HTTP/1.1 x"
        }
    }

    @Test func pathThatWouldBreakTheRequestLineFailsBeforeAnythingIsSent() async throws {
        let provider = Provider<ChatRoom>(transport: AsyncHTTPClientTransport(), plugins: [OwnPath()])
        let room = ChatRoom(baseURL: URL(string: "ws://127.0.0.1:1")!)
        let error = await #expect(throws: TalynError.self) { try await provider.connect(room) }
        #expect(error?.transportError?.kind == .unsupportedURL)
    }

    /// SOCKS has one byte for the length of a name.
    @Test(arguments: [nil, .socks5(host: "127.0.0.1", port: 1)] as [TransportOptions.Proxy?])
    func hostThatIsNoNameOfDNSFailsBeforeAnythingIsSent(_ proxy: TransportOptions.Proxy?) async throws {
        let host = Array(repeating: "abcdefghi", count: 26).joined(separator: ".")
        var options = TransportOptions()
        if let proxy { options.proxy = proxy }
        let provider = Provider<ChatRoom>(transport: try AsyncHTTPClientTransport(options: options))
        let room = ChatRoom(baseURL: try #require(URL(string: "ws://\(host)/")))
        let error = await #expect(throws: TalynError.self) { try await provider.connect(room) }
        #expect(error?.transportError?.kind == .unsupportedURL)
        #expect(error?.transportError?.mayHaveBeenSent == false)
    }

    @Test func refusedConnectionHasSentNothing() async throws {
        let room = ChatRoom(baseURL: URL(string: "ws://127.0.0.1:1")!)
        let provider = Provider<ChatRoom>(transport: AsyncHTTPClientTransport())
        let error = await #expect(throws: TalynError.self) { try await provider.connect(room) }
        #expect(error?.transportError?.kind == .cannotConnect)
        #expect(error?.transportError?.mayHaveBeenSent == false)
    }

    @Test func silentServerIsATimeout() async throws {
        try await SocketServer.run { server in
            try await server.readToEnd()
        } _: { server in
            let options = RequestOptions { $0.idleTimeout = .milliseconds(50) }
            let provider = Provider<ChatRoom>(transport: AsyncHTTPClientTransport())
            let error = await #expect(throws: TalynError.self) {
                try await provider.connect(ChatRoom(baseURL: server.baseURL), options: options)
            }
            #expect(error?.transportError?.kind == .timedOut)
        }
    }

    @Test func transportsThatOpenNoneSaySo() async throws {
        let room = ChatRoom(baseURL: URL(string: "https://chat.example.com")!)
        let error = await #expect(throws: TalynError.self) {
            try await Provider<ChatRoom>(transport: SampleTransport()).connect(room)
        }
        #expect(error?.reason == .webSocket)
        #expect((error?.underlyingError as? WebSocketError)?.kind == .unsupported)
    }

    @Test func shutdownEndsConnections() async throws {
        try await SocketServer.run { server in
            try await server.accept()
            try await server.readToEnd()
        } _: { server in
            let transport = AsyncHTTPClientTransport()
            let provider = Provider<ChatRoom>(transport: transport)
            let connection = try await provider.connect(ChatRoom(baseURL: server.baseURL))
            try await transport.shutdown()
            let error = await #expect(throws: TalynError.self) { for try await _ in connection {} }
            #expect(error?.isConnectionFailure == true)
            await #expect(throws: TalynError.self) { try await provider.connect(ChatRoom(baseURL: server.baseURL)) }
        }
    }

    // MARK: TLS and proxies

    private var trusting: TransportOptions {
        var options = TransportOptions()
        options.hostTrust["127.0.0.1"] = ServerTrust(roots: [Data(TLSIdentity.authority.utf8)])
        return options
    }

    private func expectWelcome(_ server: SocketServer, _ options: TransportOptions) async throws {
        let provider = Provider<ChatRoom>(transport: try AsyncHTTPClientTransport(options: options))
        let connection = try await provider.connect(ChatRoom(baseURL: server.baseURL))
        #expect(try await names(connection) == ["welcome"])
    }

    @Test func trustedServerIsReachedOverTLS() async throws {
        try await SocketServer.run(identity: .localhost, Self.welcome) { try await expectWelcome($0, trusting) }
    }

    @Test func untrustedServerGetsNoRequest() async throws {
        try await SocketServer.run(identity: .localhost) { server in
            _ = try await server.readHead()
            Issue.record("The server got the request.")
        } _: { server in
            let provider = Provider<ChatRoom>(transport: AsyncHTTPClientTransport())
            let error = await #expect(throws: TalynError.self) {
                try await provider.connect(ChatRoom(baseURL: server.baseURL))
            }
            #expect(error?.isTLSFailure == true)
            #expect(error?.transportError?.detail == .untrustedServer)
        }
    }

    @Test func serverWithoutAPinnedKeyGetsNoRequest() async throws {
        try await SocketServer.run(identity: .localhost) { server in
            _ = try await server.readHead()
            Issue.record("The server got the request.")
        } _: { server in
            var options = trusting
            let pin = ServerTrust.Pin.publicKey("sha256/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=")
            options.hostTrust["127.0.0.1"]?.pins = [pin]
            let provider = Provider<ChatRoom>(transport: try AsyncHTTPClientTransport(options: options))
            let error = await #expect(throws: TalynError.self) {
                try await provider.connect(ChatRoom(baseURL: server.baseURL))
            }
            #expect(error?.transportError?.detail == .untrustedServer)
            #expect(error?.transportError?.mayHaveBeenSent == false)
        }
    }

    @Test(
        .enabled(if: ProxyProgram.areInstalled, "\(ProxyProgram.absence)"),
        arguments: [ProxyProgram.Kind.tinyproxy, .microsocks],
        [nil, TLSIdentity.localhost] as [TLSIdentity?]
    )
    func connectionGoesThroughAProxy(_ kind: ProxyProgram.Kind, _ identity: TLSIdentity?) async throws {
        try await SocketServer.run(identity: identity, Self.welcome) { server in
            try await ProxyProgram.withProxy(kind) { proxy in
                var options = trusting
                options.proxy =
                    kind == .tinyproxy
                    ? .http(host: "127.0.0.1", port: proxy.port) : .socks5(host: "127.0.0.1", port: proxy.port)
                try await expectWelcome(server, options)
            }
        }
    }

    @Test(.enabled(if: ProxyProgram.areInstalled, "\(ProxyProgram.absence)"))
    func proxyThatAsksForAUserIsNamed() async throws {
        try await SocketServer.run(Self.welcome) { server in
            try await ProxyProgram.withProxy(.tinyproxy, user: "ada") { proxy in
                var options = TransportOptions()
                options.proxy = .http(host: "127.0.0.1", port: proxy.port)
                let refused = Provider<ChatRoom>(transport: try AsyncHTTPClientTransport(options: options))
                let error = await #expect(throws: TalynError.self) {
                    try await refused.connect(ChatRoom(baseURL: server.baseURL))
                }
                #expect(error?.transportError?.detail == .refusedProxyCredential)
                let user = PasswordCredential(user: "ada", password: "secret")
                options.proxy = .http(host: "127.0.0.1", port: proxy.port, credential: user)
                try await expectWelcome(server, options)
            }
        }
    }
}
#endif
