#if AsyncHTTPClient && Crypto && os(Linux)
import Foundation
import TalynAsyncHTTPClient
import TalynTransportOptions
import TestSupport
import Testing

@testable import TalynCore
@testable import TalynWebSocket

/// Handshakes that a caller ends while the server, or a proxy, is silent. No connection may be left.
@Suite(.sockets)
struct EndedHandshakeTests {
    enum Phase: CaseIterable, Sendable {
        case tls
        case proxy
        case socks
        case upgrade

        /// Options by which the client meets a silent peer in this phase.
        func options(_ port: Int) -> TransportOptions {
            var options = TransportOptions()
            options.connectionTimeout = .seconds(3_600)
            switch self {
            case .proxy: options.proxy = .http(host: "127.0.0.1", port: port)
            case .socks: options.proxy = .socks5(host: "127.0.0.1", port: port)
            case .tls, .upgrade: break
            }
            return options
        }
    }

    /// Connects to a server that never answers.
    ///
    /// - Parameter end: Ends the attempt, once the server has the first bytes.
    private func expectEnd(
        _ phase: Phase,
        by end: @escaping @Sendable (Task<Void, any Error>, AsyncHTTPClientTransport) async throws -> Void
    ) async throws -> TalynError? {
        let (events, source) = AsyncStream<String>.makeStream()
        return try await SocketServer.run { server in
            try await server.readSome()
            source.yield("started")
            // The client may reset the connection.
            try? await server.readToEnd()
            source.yield("ended")
        } _: { server in
            let transport = try AsyncHTTPClientTransport(options: phase.options(server.port))
            let scheme = phase == .upgrade ? "ws" : "wss"
            let room = ChatRoom(baseURL: try #require(URL(string: "\(scheme)://127.0.0.1:\(server.port)")))
            let task = Task<Void, any Error> { _ = try await Provider<ChatRoom>(transport: transport).connect(room) }
            var seen = events.makeAsyncIterator()
            #expect(await seen.next() == "started")
            try await end(task, transport)
            let error = await #expect(throws: TalynError.self) { try await task.value }
            // The client has closed the TCP connection.
            #expect(await seen.next() == "ended")
            return error
        }
    }

    @Test(arguments: Phase.allCases)
    func cancellationEndsTheConnection(_ phase: Phase) async throws {
        let error = try await expectEnd(phase) { task, _ in task.cancel() }
        #expect(error?.isCancelled == true)
    }

    @Test(arguments: Phase.allCases)
    func shutdownEndsTheConnection(_ phase: Phase) async throws {
        let error = try await expectEnd(phase) { _, transport in try await transport.shutdown() }
        #expect(error?.transportError != nil)
    }

    @Test(arguments: Phase.allCases)
    func connectionTimeoutEndsTheConnection(_ phase: Phase) async throws {
        try await SocketServer.run { server in
            try await server.readToEnd()
        } _: { server in
            var options = phase.options(server.port)
            options.connectionTimeout = .milliseconds(50)
            let scheme = phase == .upgrade ? "ws" : "wss"
            var limits = RequestOptions()
            limits.idleTimeout = .milliseconds(50)
            let room = ChatRoom(baseURL: try #require(URL(string: "\(scheme)://127.0.0.1:\(server.port)")))
            let provider = Provider<ChatRoom>(transport: try AsyncHTTPClientTransport(options: options))
            let error = await #expect(throws: TalynError.self) { try await provider.connect(room, options: limits) }
            #expect(error?.transportError?.kind == .timedOut)
        }
    }
}
#endif
