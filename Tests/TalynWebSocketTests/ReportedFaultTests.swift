#if AsyncHTTPClient && Crypto && os(Linux)
import Foundation
import HTTPTypes
import TalynStubs
import TalynTransportOptions
import TestSupport
import Testing

@testable import TalynAsyncHTTPClient
@testable import TalynCore
@testable import TalynWebSocket

/// Faults that users reported about WebSocket clients in public trackers, each tried here.
@Suite(.sockets)
struct ReportedFaultTests {
    private typealias Raw = FramesTests.Raw

    private let provider = Provider<FramesTests.Raw>(transport: AsyncHTTPClientTransport())

    private func connect(
        _ server: SocketServer,
        _ configure: (inout WebSocketOptions) -> Void = { _ in }
    ) async throws -> WebSocketConnection<WebSocketMessage, WebSocketMessage> {
        let target = Raw(baseURL: server.baseURL)
        return try await provider.connect(target, codec: .messages, webSocket: WebSocketOptions(configure))
    }

    private func messages(
        _ connection: WebSocketConnection<WebSocketMessage, WebSocketMessage>
    ) async throws -> [WebSocketMessage] {
        try await connection.reduce(into: []) { $0.append($1) }
    }

    // MARK: Handshake

    /// Starscream #105: a head that is longer than a read of the socket.
    @Test func longHeadInPiecesIsWhole() async throws {
        let cookie = String(repeating: "c", count: 6_000)
        try await SocketServer.run { server in
            let head = try await server.readHead()
            let agreement = SocketConversation.agreement(to: head, fields: ["Set-Cookie: a=\(cookie)"])
            for piece in Array(agreement.utf8).chunks(of: 701) { try await server.write(bytes: piece) }
            try await server.send(text: "hello")
            try await server.close(1000)
            try await server.readToEnd()
        } _: { server in
            let connection = try await connect(server)
            #expect(connection.response.headerFields[.setCookie]?.utf8.count == cookie.utf8.count + 2)
            #expect(try await messages(connection) == [.text("hello")])
        }
    }

    /// aiohttp #7244, picows #115, LazWebsockets #39: names and tokens in another case, and in a list.
    @Test(arguments: [
        ["upgrade: WebSocket", "connection: upgrade"], ["UPGRADE: WEBSOCKET", "CONNECTION: keep-alive, UPGRADE"],
        ["Upgrade:websocket", "Connection: keep-alive", "Connection: Upgrade", "Content-Length: 0"],
    ])
    func agreementCountsInAnyCase(_ fields: [String]) async throws {
        try await SocketServer.run { server in
            let accept = SocketConversation.acceptLine(try await server.readHead())
            let lines = ["HTTP/1.1 101 OK"] + fields + [accept.lowercasedName]
            try await server.write(lines.joined(separator: "\r\n") + "\r\n\r\n")
            try await server.close(1000)
            try await server.readToEnd()
        } _: { server in
            let connection = try await connect(server)
            #expect(try await messages(connection) == [])
        }
    }

    /// OkHttp #4527, #4658: an agreement that isn't one left its connection open.
    @Test(arguments: ["Connection: Upgrade\r\n", "Upgrade: websocket\r\n", ""])
    func connectionOfAnInvalidAgreementIsClosed(_ fields: String) async throws {
        let hasEnded = Watched(false)
        try await SocketServer.run { server in
            let accept = SocketConversation.acceptLine(try await server.readHead())
            try await server.write("HTTP/1.1 101 Switching Protocols\r\n\(fields)\(accept)\r\n\r\n")
            try? await server.readToEnd()
            hasEnded.update { $0 = true }
        } _: { server in
            await #expect(throws: TalynError.self) { try await connect(server) }
            await hasEnded.wait { $0 }
        }
    }

    /// Alamofire #3850: a refusal was known after a minute only. The server leaves the connection open.
    @Test func refusalIsKnownThoughTheConnectionStaysOpen() async throws {
        let isKnown = Watched(false)
        try await SocketServer.run { server in
            _ = try await server.readHead()
            try await server.write("HTTP/1.1 401 Unauthorized\r\nContent-Length: 2\r\n\r\nno")
            await isKnown.wait { $0 }
        } _: { server in
            let error = await #expect(throws: TalynError.self) { try await connect(server) }
            isKnown.update { $0 = true }
            #expect(error?.statusCode == 401)
        }
    }

    /// ws #386, netty #10095, cpp-httplib #2468 and craftos2 #239: the path, the query and the fragment. websockets #802,
    /// cpp-httplib #2480 and tokio-websockets #98: the host.
    @Test(arguments: [
        ("ws://a.example?token=1&b=%20", "/?token=1&b=%20", "a.example"), ("wss://a.example", "/", "a.example"),
        ("wss://a.example/x?y#z", "/x?y", "a.example"), ("ws://a.example/#?q", "/", "a.example"),
        ("wss://a.example:80/", "/", "a.example:80"), ("ws://[::1]:9000/chat", "/chat", "[::1]:9000"),
        ("wss://[2001:db8::1]", "/", "[2001:db8::1]"), ("wss://[2001:db8::443]:443/", "/", "[2001:db8::443]"),
        ("wss://a.example:443/", "/", "a.example"), ("ws://a.example:80/", "/", "a.example"),
        ("ws://a.example:443/", "/", "a.example:443"), ("wss://[2001:db8::443]/", "/", "[2001:db8::443]"),
    ])
    func requestLineAndHostAreThoseOfTheURL(_ url: String, _ target: String, _ host: String) async throws {
        let handshake = try await handshake(url)
        #expect(handshake.target == target)
        #expect(handshake.host == host)
    }

    /// The request target and the field `Host` for a URL.
    private func handshake(_ url: String) async throws -> (target: String?, host: String?) {
        struct Seen: Transport {
            let request = Watched<OutgoingRequest?>(nil)

            func send(_ request: OutgoingRequest) async throws -> TransportResponse {
                self.request.update { $0 = request }
                return TransportResponse(statusCode: 403, body: HTTPBody(Data()))
            }
        }
        let seen = Seen()
        let options = RequestOptions { $0.url = URL(string: url) }
        let provider = Provider<Raw>(transport: seen)
        let target = Raw(baseURL: try #require(URL(string: "https://base.example")))
        await #expect(throws: TalynError.self) {
            try await provider.connect(target, codec: .messages, options: options)
        }
        let request = try #require(seen.request.value)
        return (request.head.path, WebSocketHandshake.host(of: request.head))
    }

    // MARK: Messages

    /// websockets #542, HTTP.jl #1196, jetty #2491: messages of several tasks got between the fragments of others.
    @Test func messagesOfSeveralTasksKeepTheirFragmentsTogether() async throws {
        let lengths = (0..<24).map { $0 % 3 == 0 ? 10 : 5_000 + $0 }
        try await SocketServer.run { server in
            try await server.accept()
            var received: [Int] = []
            while received.count < lengths.count {
                var frame = try await server.readFrame()
                #expect(frame.opcode == 0x2)
                var bytes = frame.payload
                while frame.first & 0x80 == 0 {
                    frame = try await server.readFrame()
                    #expect(frame.opcode == 0x0)
                    bytes += frame.payload
                }
                #expect(Set(bytes).count == 1)
                received.append(bytes.count)
            }
            #expect(received.sorted() == lengths.sorted())
            try await server.close(1000)
            try await server.readToEnd()
        } _: { server in
            let connection = try await connect(server) { $0.maximumFrameSize = 64 }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for (index, length) in lengths.enumerated() {
                    group.addTask {
                        try await connection.send(.data(Data(repeating: UInt8(index), count: length)))
                    }
                }
                try await group.waitForAll()
            }
            #expect(try await messages(connection) == [])
        }
    }

    private static let masked: [[UInt8]] = [
        [0x8A, 0x80, 0, 0, 0, 0], [0x88, 0x82, 1, 2, 3, 4, 0, 0],
        [0x82, 0xFF, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0, 0, 0, 0],
    ]

    /// Starscream #46, #356, SocketRocket #355: masked frames of the server, whose key was taken for the next frame.
    @Test(arguments: masked)
    func maskedFramesViolateTheProtocol(_ bytes: [UInt8]) async throws {
        try await SocketServer.run { server in
            try await server.accept()
            try await server.write(bytes: bytes)
            #expect(try await server.readFrame().code == 1002)
            try await server.readToEnd()
        } _: { server in
            let connection = try await connect(server)
            let error = await #expect(throws: TalynError.self) { try await messages(connection) }
            #expect((error?.underlyingError as? WebSocketError)?.kind == .protocolViolation)
        }
    }

    // MARK: End

    /// swift-corelibs-foundation #4973: a ping whose pong never comes waited for ever if the server closed.
    @Test func pingEndsWithTheConnection() async throws {
        try await SocketServer.run { server in
            try await server.accept()
            #expect(try await server.readFrame().opcode == 0x9)
            try await server.close(1000)
            try await server.readToEnd()
        } _: { server in
            let connection = try await connect(server) { $0.pingInterval = nil }
            let error = await #expect(throws: TalynError.self) { try await connection.ping() }
            #expect((error?.underlyingError as? WebSocketError)?.kind == .closed)
        }
    }

    /// websocket-kit #86, #89: over TLS, a closed connection stayed open.
    @Test(arguments: [true, false])
    func closedConnectionEndsOverTLS(_ byClient: Bool) async throws {
        let hasEnded = Watched(false)
        try await SocketServer.run(identity: .localhost) { server in
            try await server.accept()
            if byClient { #expect(try await server.readFrame().code == 1000) }
            try await server.close(1000)
            if !byClient { #expect(try await server.readFrame().code == 1000) }
            try? await server.readToEnd()
            hasEnded.update { $0 = true }
        } _: { server in
            var options = TransportOptions()
            options.hostTrust["127.0.0.1"] = ServerTrust(roots: [Data(TLSIdentity.authority.utf8)])
            let provider = Provider<Raw>(transport: try AsyncHTTPClientTransport(options: options))
            let connection = try await provider.connect(Raw(baseURL: server.baseURL), codec: .messages)
            if byClient { #expect(await connection.close().code == .normalClosure) }
            #expect(try await messages(connection) == [])
            await hasEnded.wait { $0 }
        }
    }

    /// hermes-conduit #106: a session connected again and again, to get the same large message.
    @Test func messageAboveTheLimitEndsTheSession() async throws {
        let stubs = StubSet()
        stubs.on(.webSocket("/"), .conversation { $0.violate(.messageTooLarge) })
        await withVirtualTime {
            let target = Raw(baseURL: URL(string: "https://chat.example.com")!)
            let session = Provider<Raw>(transport: stubs).session(target, codec: .messages)
            let error = await #expect(throws: TalynError.self) { for try await _ in session {} }
            #expect((error?.underlyingError as? WebSocketError)?.kind == .messageTooLarge)
        }
        #expect(stubs.requests.count == 1)
    }

    /// NWWebSocket #24: a connection at once after the end of another one failed.
    @Test func nextConnectionAtOnceIsAnotherOne() async throws {
        let count = Watched(0)
        try await SocketServer.run { server in
            try await server.accept()
            count.update { $0 += 1 }
            try await server.send(text: "\(count.value)")
            try await server.close(1001)
            try await server.readToEnd()
        } _: { server in
            for number in 1...20 {
                let connection = try await connect(server)
                #expect(try await messages(connection) == [.text("\(number)")])
            }
        }
    }
}

extension [UInt8] {
    fileprivate func chunks(of count: Int) -> [[UInt8]] {
        stride(from: 0, to: self.count, by: count).map { Array(self[$0..<Swift.min($0 + count, self.count)]) }
    }
}

extension String {
    /// A header field with its name in lower case.
    fileprivate var lowercasedName: String {
        let end = firstIndex(of: ":") ?? endIndex
        return self[..<end].lowercased() + self[end...]
    }
}
#endif
