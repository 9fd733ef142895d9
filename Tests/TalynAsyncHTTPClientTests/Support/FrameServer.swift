#if AsyncHTTPClient && os(Linux)
import AsyncHTTPClient
import Foundation
import NIOCore
import NIOPosix
import NIOSSL
import TalynAsyncHTTPClient
import TestSupport

@testable import TalynCore

/// A server on loopback that speaks HTTP/2 over TLS, frame by frame (RFC 9113, section 4.1).
///
/// It answers the preface, `SETTINGS` and `PING` by itself. Everything else is the script's.
struct FrameServer: Sendable {
    /// Reacts to a frame of the client. It runs on the event loop of the connection.
    typealias Script = @Sendable (_ frame: Frame, _ connection: FrameConnection) -> Void

    /// A frame that has arrived.
    struct Frame: Sendable {
        let kind: Kind
        let flags: UInt8
        let stream: UInt32
        let payload: [UInt8]
        /// The number of the connection, from 1 on, in the order of their preface.
        let connection: Int

        /// Whether the request of the stream ends with this frame.
        var endsRequest: Bool { (kind == .headers || kind == .data) && flags & 1 == 1 }
    }

    /// The types of frames (RFC 9113, section 6).
    enum Kind: UInt8, Sendable {
        case data, headers, priority, reset, settings, pushPromise, ping, goAway, windowUpdate, continuation
        /// A type that no client knows.
        case unknown = 0x2a
    }

    fileprivate struct State {
        var frames: [Frame] = []
        var connections: [NIOLoopBound<FrameConnection>] = []
        var closedCount = 0
    }

    let baseURL: URL
    private let state: Watched<State>

    /// All frames that have arrived.
    var frames: [Frame] { state.value.frames }

    /// How many connections have begun.
    var connectionCount: Int { state.value.connections.count }

    /// How many requests have begun, on all connections.
    var requestCount: Int { frames.count { $0.kind == .headers } }

    /// A provider whose transport trusts the server, with connections of its own.
    func provider(
        _ configuration: HTTPClient.Configuration = AsyncHTTPClientTransport.defaultConfiguration
    ) throws -> Provider<Probe> {
        var options = TransportOptions()
        options.serverTrust = ServerTrust(roots: [Data(TLSIdentity.authority.utf8)])
        return Provider(transport: try AsyncHTTPClientTransport(configuration: configuration, options: options))
    }

    /// Suspends until `count` frames that fit have arrived, and returns all that have.
    @discardableResult
    func frames(atLeast count: Int = 1, where fits: @escaping @Sendable (Frame) -> Bool) async -> [Frame] {
        await state.wait { $0.frames.count(where: fits) >= count }
        return frames.filter(fits)
    }

    /// Suspends until `count` requests have begun.
    func requests(atLeast count: Int) async {
        await frames(atLeast: count) { $0.kind == .headers }
    }

    /// Suspends until the client has processed everything that was sent to it on a connection.
    func roundTrip(on number: Int = 1) async throws {
        let isAnswer: @Sendable (Frame) -> Bool = { $0.kind == .ping && $0.connection == number }
        let count = frames.count(where: isAnswer)
        try await perform(on: number) { $0.send(.ping, payload: [UInt8](repeating: 0, count: 8)) }
        await frames(atLeast: count + 1, where: isAnswer)
    }

    /// Suspends until `count` connections have ended.
    func connectionsClosed(atLeast count: Int) async {
        await state.wait { $0.closedCount >= count }
    }

    /// Runs a piece of script on a connection, and waits for its end.
    @discardableResult
    func perform<Result: Sendable>(
        on number: Int = 1,
        _ action: @escaping @Sendable (FrameConnection) -> Result
    ) async throws -> Result {
        let connection = state.value.connections[number - 1]
        return try await connection.eventLoop.submit { action(connection.value) }.get()
    }

    /// Runs a server for the duration of `body`.
    ///
    /// - Parameters:
    ///   - settings: The settings of the server, as pairs of an identifier and a value.
    ///   - script: What it does when a frame arrives.
    ///   - body: Uses the server.
    static func withServer<Result: Sendable>(
        settings: [(UInt16, UInt32)] = [],
        script: @escaping Script,
        body: @Sendable (FrameServer) async throws -> Result
    ) async throws -> Result {
        let tls = try TLSIdentity.localhost.context(protocols: ["h2"])
        let state = Watched(State())
        let listener = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .serverChannelOption(.backlog, value: 256)
            .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    let connection = FrameConnection(channel, settings) { connection, frame in
                        guard let frame else { return state.update { $0.closedCount += 1 } }
                        state.update { $0.frames.append(frame) }
                        script(frame, connection)
                    } start: { connection in
                        state.update { state in
                            state.connections.append(NIOLoopBound(connection, eventLoop: channel.eventLoop))
                            return state.connections.count
                        }
                    }
                    try channel.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: tls))
                    try channel.pipeline.syncOperations.addHandler(connection)
                }
            }
            .bind(host: "127.0.0.1", port: 0)
            .get()
        let url = URL(string: "https://127.0.0.1:\(listener.localAddress?.port ?? 0)")!
        func stop() async {
            try? await listener.close()
            for connection in state.value.connections {
                try? await connection.eventLoop.submit { connection.value.close() }.get()
            }
        }
        do {
            let result = try await body(FrameServer(baseURL: url, state: state))
            await stop()
            return result
        } catch {
            await stop()
            throw error
        }
    }
}
#endif
