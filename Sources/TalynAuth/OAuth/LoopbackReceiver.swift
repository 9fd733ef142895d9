#if AsyncHTTPClient
public import _TalynFoundation
import NIOCore
import NIOHTTP1
import NIOPosix
import TalynCore
import _TalynSupport

/// Receives the callback of a sign-in in a browser on the same machine, for a command line (RFC 8252, section 7.3).
///
/// ```swift
/// let receiver = try await LoopbackReceiver()
/// let request = try session.authorizationRequest(redirectURI: receiver.redirectURI)
/// print("Open \(request.url)")
/// try await session.signIn(request, callback: try await receiver.callback(for: request))
/// ```
///
/// It listens at `127.0.0.1` until it is released. It needs the trait `AsyncHTTPClient`.
public final class LoopbackReceiver: Sendable {
    /// The URL to which the server leads the user back.
    public let redirectURI: URL

    private let channel: any Channel
    private let callbacks: Callbacks

    /// Starts to listen.
    ///
    /// - Parameters:
    ///   - path: The path of ``redirectURI``.
    ///   - port: The port, if the server allows only one; 0 for any free port.
    /// - Throws: An error if the port isn't free.
    public init(path: String = "/callback", port: UInt16 = 0) async throws {
        let callbacks = Callbacks(path: path)
        let server = ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.configureHTTPServerPipeline()
                    try channel.pipeline.syncOperations.addHandler(CallbackHandler(callbacks))
                }
            }
        do {
            channel = try await server.bind(host: "127.0.0.1", port: Int(port)).get()
        } catch {
            throw PortError(port: port, underlyingError: error)
        }
        self.callbacks = callbacks
        guard let port = channel.localAddress?.port, let url = URL(string: "http://127.0.0.1:\(port)\(path)") else {
            try await channel.close()
            throw OAuthError(.unsupported, "The path of the redirect URI isn't that of a URL.")
        }
        callbacks.origin.withLock { $0 = "http://127.0.0.1:\(port)" }
        redirectURI = url
    }

    deinit {
        channel.close(promise: nil)
    }

    /// Waits for the callback of a sign-in. Call it once.
    ///
    /// It ignores other requests: a page in the browser, or another program, could send one to disturb the sign-in.
    ///
    /// - Throws: `CancellationError` when the task is cancelled.
    public func callback(for request: AuthorizationRequest) async throws -> URL {
        callbacks.expect(request.state)
        guard let url = await callbacks.callback.value() else { throw CancellationError() }
        return url
    }
}

/// The callbacks that arrive. The first one of the sign-in counts.
private final class Callbacks: Sendable {
    private struct State {
        /// The callbacks before the sign-in is known.
        var early: [URL] = []
        /// The `state` of the sign-in; nil before it is known.
        var expected: String?
    }

    /// The number of callbacks that are kept before the sign-in is known.
    private static let maximumCount = 16

    let callback = Promise<URL>()
    let origin = Locked("")
    private let state = Locked(State())
    private let path: String

    init(path: String) {
        self.path = path
    }

    /// Takes a request, and returns the status and the text of its answer.
    func take(_ method: HTTPMethod, _ target: String) -> (HTTPResponseStatus, String) {
        guard method == .GET, target.prefix(while: { $0 != "?" }) == path, target.contains("?"),
            let url = URL(string: origin.withLock { $0 } + target), receive(url)
        else { return (.notFound, "There is nothing here.") }
        return (.ok, "You can close this page, and go back to the program.")
    }

    /// Takes a callback. Returns whether it can be that of the sign-in.
    private func receive(_ url: URL) -> Bool {
        let expected = state.withLock { state in
            if state.expected == nil { state.early = state.early.suffix(Self.maximumCount - 1) + [url] }
            return state.expected
        }
        guard let expected else { return true }
        guard url.hasState(expected) else { return false }
        callback.resolve(url)
        return true
    }

    func expect(_ expected: String) {
        let early = state.withLock { state in
            state.expected = state.expected ?? expected
            return state.early.first { $0.hasState(expected) }
        }
        if let early { callback.resolve(early) }
    }
}

extension URL {
    fileprivate func hasState(_ expected: String) -> Bool {
        absoluteString.queryParameters.contains { $0.name == "state" && $0.value == expected }
    }
}

private final class CallbackHandler: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    private let callbacks: Callbacks
    private var head: HTTPRequestHead?

    init(_ callbacks: Callbacks) {
        self.callbacks = callbacks
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head): self.head = head
        case .body: break
        case .end:
            guard let head else { return }
            let (status, text) = callbacks.take(head.method, head.uri)
            let fields: HTTPHeaders = [
                "Content-Type": "text/plain; charset=utf-8", "Content-Length": "\(text.utf8.count)",
                "Connection": "close",
                "Cache-Control": "no-store", "Referrer-Policy": "no-referrer",
            ]
            let answer = HTTPResponseHead(version: .http1_1, status: status, headers: fields)
            context.write(wrapOutboundOut(.head(answer)), promise: nil)
            context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(string: text)))), promise: nil)
            let channel = context.channel
            context.writeAndFlush(wrapOutboundOut(.end(nil))).whenComplete { _ in channel.close(promise: nil) }
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.close(promise: nil)
    }
}

/// A port that the receiver can't listen on.
private struct PortError: Error, DescribedError {
    let port: UInt16
    let underlyingError: any Error

    var problem: String { "The port \(port) of 127.0.0.1 can't be used for the callback." }

    var cause: String? {
        (underlyingError as? IOError).flatMap { strerror($0.errnoCode) }.map { String(cString: $0) + "." }
    }

    var recovery: String? { "End the program that uses it, or choose another port that the server knows." }
}
#endif
