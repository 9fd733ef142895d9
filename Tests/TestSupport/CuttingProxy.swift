package import Foundation
import NIOCore
import NIOPosix

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// Forwards connections from a port on loopback to a Unix socket, and cuts them where it is told to.
package struct CuttingProxy: Sendable {
    /// Where a connection is cut.
    package struct Cut: Sendable {
        /// After how many bytes from the server.
        package let count: Int
        /// Whether by a reset, and not in an orderly way.
        package let isReset: Bool

        package init(after count: Int, isReset: Bool = false) {
            self.count = count
            self.isReset = isReset
        }
    }

    fileprivate struct State {
        var cuts: [Cut]
        var connectionCount = 0
        var cutCount = 0
        var statusLines: [String] = []
    }

    /// The URL of the server behind it.
    package let baseURL: URL

    private let state: Watched<State>

    /// How many connections it has cut.
    package var cutCount: Int { state.value.cutCount }

    /// How many connections it has accepted.
    package var connectionCount: Int { state.value.connectionCount }

    /// The status line of the first response on each connection, in the order of their arrival.
    package var statusLines: [String] { state.value.statusLines }

    /// Runs a proxy for the duration of `body`.
    ///
    /// - Parameters:
    ///   - socketPath: Where the server listens.
    ///   - cuts: Where connections are cut, in their order. Those that come after are not.
    ///   - body: Uses the proxy.
    package static func withProxy<Result: Sendable>(
        to socketPath: String,
        cuts: [Cut],
        body: (CuttingProxy) async throws -> Result
    ) async throws -> Result {
        let state = Watched(State(cuts: cuts.reversed()))
        let listener = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
            .childChannelInitializer { client in
                let cut = state.update { state in
                    state.connectionCount += 1
                    return state.cuts.popLast()
                }
                return ClientBootstrap(group: client.eventLoop)
                    .channelInitializer { server in
                        server.eventLoop.makeCompletedFuture {
                            let handler = ResponseForwarder(to: client, cut, state)
                            try server.pipeline.syncOperations.addHandler(handler)
                        }
                    }
                    .connect(unixDomainSocketPath: socketPath)
                    .flatMapThrowing { server in
                        try client.pipeline.syncOperations.addHandler(RequestForwarder(to: server))
                    }
            }
            .bind(host: "127.0.0.1", port: 0)
            .get()
        do {
            guard let port = listener.localAddress?.port, let url = URL(string: "http://127.0.0.1:\(port)") else {
                throw ChannelError.unknownLocalAddress
            }
            let result = try await body(CuttingProxy(baseURL: url, state: state))
            try? await listener.close()
            return result
        } catch {
            try? await listener.close()
            throw error
        }
    }
}

/// Hands on what a client sends.
private final class RequestForwarder: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let server: any Channel

    init(to server: any Channel) {
        self.server = server
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        server.writeAndFlush(unwrapInboundIn(data), promise: nil)
    }

    func channelInactive(context: ChannelHandlerContext) {
        server.close(promise: nil)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.close(promise: nil)
    }
}

/// Hands on what a server sends, up to where the connection is to be cut.
private final class ResponseForwarder: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let client: any Channel
    private let cut: CuttingProxy.Cut?
    private var rest: Int
    private var hasStatusLine = false
    private let state: Watched<CuttingProxy.State>

    init(to client: any Channel, _ cut: CuttingProxy.Cut?, _ state: Watched<CuttingProxy.State>) {
        self.client = client
        self.cut = cut
        self.state = state
        rest = cut?.count ?? .max
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard rest > 0 || cut?.count == 0 else { return }
        let buffer = unwrapInboundIn(data)
        if !hasStatusLine {
            hasStatusLine = true
            let line = String(buffer: buffer).prefix { !$0.isNewline }
            state.update { $0.statusLines.append(String(line)) }
        }
        let part = buffer.getSlice(at: buffer.readerIndex, length: min(rest, buffer.readableBytes)) ?? buffer
        rest -= part.readableBytes
        let written = client.writeAndFlush(part)
        guard rest == 0, let cut else { return }
        state.update { $0.cutCount += 1 }
        context.close(promise: nil)
        let client = client
        written.whenComplete { _ in
            guard cut.isReset, let options = client as? any SocketOptionProvider else {
                return client.close(promise: nil)
            }
            options.setSoLinger(linger(l_onoff: 1, l_linger: 0)).whenComplete { _ in client.close(promise: nil) }
        }
    }

    func channelInactive(context: ChannelHandlerContext) {
        guard rest > 0 else { return }
        // Behind all that has been handed on.
        let client = client
        client.writeAndFlush(ByteBuffer()).whenComplete { _ in client.close(promise: nil) }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.close(promise: nil)
    }
}
