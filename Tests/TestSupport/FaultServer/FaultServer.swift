package import Foundation
import NIOCore
import NIOPosix
import NIOSSL

/// A raw TCP server on loopback whose answers a test scripts.
package struct FaultServer: Sendable {
    /// Gives the steps that answer a request.
    package typealias Script = @Sendable (ReceivedRequest) -> [Step]

    /// The port that the server listens on.
    package let port: Int

    /// The URL of the server's root, without a path.
    package let baseURL: URL

    private let state: Watched<FaultServerState>

    /// The requests that have arrived so far, head and body.
    package var requests: [ReceivedRequest] {
        state.value.requests
    }

    /// How many connections the server has accepted so far.
    package var connectionCount: Int {
        state.value.connectionCount
    }

    /// How many bytes of `sendBytes` the system has taken so far.
    package var sentBytes: Int {
        state.value.sentBytes
    }

    /// Runs a server for the duration of `body`.
    ///
    /// - Parameters:
    ///   - readsBody: Whether the server reads request bodies. If not, it takes the script's steps as soon as a head is
    ///     there, and reads nothing more on the connection: a client with much to send gets stuck. Such a request does
    ///     not count among `requests`, only among the heads, and the system may not tell when its client goes away
    ///     while bytes are unread.
    ///   - identity: What the server shows; it speaks TLS if it has any.
    ///   - script: Gives the steps that answer a request. After the last one the connection waits for another request.
    ///   - body: Uses the server, which is stopped when it returns, throws or is cancelled.
    package static func withServer<Result: Sendable>(
        readsBody: Bool = true,
        identity: TLSIdentity? = nil,
        script: @escaping Script,
        body: @Sendable (FaultServer) async throws -> Result
    ) async throws -> Result {
        let state = Watched(FaultServerState())
        let (connections, continuation) = AsyncStream<FaultConnection>.makeStream()
        let listener = try await listen(tls: try identity?.context()) { channel, inbound in
            let index = state.update { state in
                defer { state.connectionCount += 1 }
                return state.connectionCount
            }
            channel.closeFuture.whenComplete { _ in
                state.update { _ = $0.closedConnections.insert(index) }
            }
            let connection = FaultConnection(
                index: index,
                channel: channel,
                inbound: inbound,
                state: state,
                readsBody: readsBody,
                script: script
            )
            if case .terminated = continuation.yield(connection) {
                channel.close(promise: nil)
            }
        }
        // Not a child task: it has to close the connections even if this task is cancelled.
        let connectionsTask = Task {
            await withTaskGroup(of: Void.self) { group in
                for await connection in connections {
                    group.addTask { await connection.run() }
                }
                group.cancelAll()
            }
        }
        func stop() async {
            try? await listener.close()
            continuation.finish()
            await connectionsTask.value
        }
        do {
            let result = try await body(
                FaultServer(listener: listener, scheme: identity == nil ? "http" : "https", state: state)
            )
            await stop()
            return result
        } catch {
            await stop()
            throw error
        }
    }

    /// Lets one wait for release go on: the one that has waited longest, or else the next one to come.
    package func release() {
        state.update { $0.releases += 1 }
    }

    /// Suspends until `count` requests have arrived, head and body, and returns all that have.
    ///
    /// Returns at once when the task is cancelled, as the other waits do.
    @discardableResult
    package func requests(atLeast count: Int) async -> [ReceivedRequest] {
        await state.wait { $0.requests.count >= count }
        return state.value.requests
    }

    /// Suspends until the heads of `count` requests have arrived, and returns them all, without bodies.
    @discardableResult
    package func headsArrived(atLeast count: Int) async -> [ReceivedRequest] {
        await state.wait { $0.heads.count >= count }
        return state.value.heads
    }

    /// Suspends until the server has accepted `count` connections.
    package func connectionsAccepted(atLeast count: Int) async {
        await state.wait { $0.connectionCount >= count }
    }

    /// Suspends until `count` connections have ended, whichever side closed them.
    package func connectionsClosed(atLeast count: Int) async {
        await state.wait { $0.closedConnections.count >= count }
    }
}

extension FaultServer {
    private init(listener: any Channel, scheme: String, state: Watched<FaultServerState>) throws {
        guard
            let port = listener.localAddress?.port,
            let baseURL = URL(string: "\(scheme)://127.0.0.1:\(port)")
        else { throw ChannelError.unknownLocalAddress }
        self.init(port: port, baseURL: baseURL, state: state)
    }

    /// Listens on an ephemeral port and hands each connection to `onConnection`.
    private static func listen(
        tls: NIOSSLContext?,
        onConnection: @escaping @Sendable (_ channel: any Channel, _ inbound: AsyncStream<[UInt8]>) -> Void
    ) async throws -> any Channel {
        try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .serverChannelOption(.backlog, value: 256)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            // A connection reads when it wants to, and each flush makes a segment of its own.
            .childChannelOption(.autoRead, value: false)
            .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    if let tls {
                        try channel.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: tls))
                    }
                    try channel.pipeline.syncOperations.addHandler(InboundBytes(onActive: onConnection))
                }
            }
            .bind(host: "127.0.0.1", port: 0)
            .get()
    }
}
