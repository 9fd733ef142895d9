#if Tools && os(Linux)
import ArgumentParser
import Foundation
import NIOCore

/// A server whose behaviour is that of the request's path. The soak test runs it in a process of its own.
struct SoakServerCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "soak-server", shouldDisplay: false)

    func run() async throws {
        try await ServerProcess.serve { Handler() }
    }
}

/// Serves the requests of a connection, one after the other.
private final class Handler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    /// Received bytes of a head that is incomplete.
    private var head = ByteBuffer()
    /// The head of the request whose body is being received, and the number of bytes that are missing.
    private var request: (text: String, missing: Int)?
    /// Whether the last bytes of a chunked body end it.
    private var isChunked = false

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        var buffer = unwrapInboundIn(data)
        if request == nil {
            head.writeBuffer(&buffer)
            let text = String(buffer: head)
            guard let end = text.range(of: "\r\n\r\n") else { return }
            let rest = text[end.upperBound...].utf8.count
            isChunked = text.range(of: "transfer-encoding: chunked", options: .caseInsensitive) != nil
            request = (text, (Self.value(of: "content-length", in: text).flatMap { Int($0) } ?? 0) - rest)
            buffer = head
            head.clear()
        } else {
            request?.missing -= buffer.readableBytes
        }
        guard let request else { return }
        if isChunked {
            guard String(buffer: buffer).hasSuffix("0\r\n\r\n") else { return }
        } else if request.missing > 0 {
            return
        }
        self.request = nil
        answer(request.text, context)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.close(promise: nil)
    }

    private static func value(of name: String, in text: String) -> String? {
        text.range(of: "\r\n\(name): ", options: .caseInsensitive)
            .map { String(text[$0.upperBound...].prefix { $0 != "\r\n" && $0 != "\r" }) }
    }

    private func answer(_ text: String, _ context: ChannelHandlerContext) {
        let path = text.split(separator: " ", maxSplits: 2).dropFirst().first ?? "/"
        let parts = path.split(separator: "/")
        let number = parts.dropFirst().first.flatMap { Int($0) } ?? 0
        switch parts.first.flatMap({ Behaviour(rawValue: String($0)) }) ?? .answer {
        case .answer: send(Self.response(), context)
        case .delay: after(number % 20, context) { self.send(Self.response(), context) }
        case .drip: drip(Self.response(), context)
        case .long: send(Self.response(body: Self.longBody), context)
        case .events:
            send("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n", context)
            events(context)
        case .challenge:
            let token = Self.value(of: "authorization", in: text).flatMap { Int($0.dropFirst("Bearer ".count)) } ?? 0
            let isFresh = token > number / 10_000
            send(isFresh ? Self.response() : Self.response(401), context)
        case .redirect: send(Self.response(302, fields: "Location: /answer/\(number)\r\n"), context)
        case .unavailable: send(Self.response(503, fields: "Retry-After: 0\r\n"), context)
        case .close: context.close(promise: nil)
        case .cut: end("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf", context)
        case .reset:
            _ = (context.channel as? any SocketOptionProvider)?.setSoLinger(linger(l_onoff: 1, l_linger: 0))
            context.close(promise: nil)
        case .cutHead: end("HTTP/1.1 200 OK\r\nContent-", context)
        case .garbage: end("\u{0}\u{1}garbage\r\n\r\n", context)
        case .silence: break
        }
    }

    private static let longBody = String(repeating: "whole ", count: 17_000)

    private static func response(_ status: Int = 200, fields: String = "", body: String = "whole") -> String {
        "HTTP/1.1 \(status) X\r\n\(fields)Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
    }

    private func send(_ text: String, _ context: ChannelHandlerContext) {
        context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: text)), promise: nil)
    }

    private func end(_ text: String, _ context: ChannelHandlerContext) {
        send(text, context)
        context.close(promise: nil)
    }

    private func after(_ milliseconds: Int, _ context: ChannelHandlerContext, _ action: @escaping () -> Void) {
        context.eventLoop.assumeIsolated().scheduleTask(in: .milliseconds(Int64(milliseconds))) {
            if context.channel.isActive { action() }
        }
    }

    private func drip(_ text: String, _ context: ChannelHandlerContext) {
        send(String(text.prefix(20)), context)
        if text.count > 20 { after(1, context) { self.drip(String(text.dropFirst(20)), context) } }
    }

    private func events(_ context: ChannelHandlerContext) {
        send("data: one\n\ndata: two\n\n", context)
        after(2, context) { self.events(context) }
    }
}
#endif
