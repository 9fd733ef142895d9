#if AsyncHTTPClient && os(Linux)
import AsyncHTTPClient
import HTTPTypes
import NIOCore
import NIOEmbedded
import NIOHTTP1
import TestSupport
import Testing

@testable import TalynAsyncHTTPClient
@testable import TalynCore

/// The idle timeout and the timestamps of an exchange on a connection.
@Suite struct ConnectionExchangeTests {
    private static func timestamp(_ milliseconds: UInt64) -> NIODeadline {
        .uptimeNanoseconds(milliseconds * 1_000_000)
    }

    // MARK: Idle timeout

    @Test func activityPostponesTheDeadline() {
        var exchange = ConnectionExchange(ExchangeLink(idleTimeout: .milliseconds(10)), start: Self.timestamp(100))
        #expect(exchange.deadline(at: Self.timestamp(105)) == Self.timestamp(110))
        exchange.wasActive(at: Self.timestamp(104))
        #expect(exchange.deadline(at: Self.timestamp(105)) == Self.timestamp(114))
        exchange.requestEnded(at: Self.timestamp(106))
        #expect(exchange.deadline(at: Self.timestamp(106)) == Self.timestamp(116))
        exchange.receivedHead(isEncoded: false, at: Self.timestamp(108))
        #expect(exchange.deadline(at: Self.timestamp(109)) == Self.timestamp(118))
    }

    // MARK: Header fields

    /// "é" in two forms, which `==` takes for the same.
    @Test func receivedValuesAreThoseOfTheirResponse() throws {
        var fields = ReceivedFields()
        _ = try fields.read(["A": "\u{E9}"])
        let second = try fields.read(["A": "e\u{301}"]).0
        #expect(second[HTTPField.Name("A")!].map { Array($0.utf8) } == Array("e\u{301}".utf8))
    }

    @Test func serverIsNotIdleWhileTheReaderIsSlow() {
        var exchange = ConnectionExchange(ExchangeLink(idleTimeout: .milliseconds(10)), start: Self.timestamp(100))
        exchange.stopReading()
        #expect(exchange.deadline(at: Self.timestamp(500)) == Self.timestamp(510))
        exchange.startReading(at: Self.timestamp(600))
        #expect(exchange.deadline(at: Self.timestamp(605)) == Self.timestamp(610))
    }

    @Test func exchangeWithoutATimeoutHasNoDeadline() {
        let exchange = ConnectionExchange(ExchangeLink(idleTimeout: nil), start: Self.timestamp(100))
        #expect(exchange.deadline(at: Self.timestamp(100)) == .distantFuture)
    }

    @Test func exchangeIsOverAfterRequestAndResponse() {
        var early = ConnectionExchange(ExchangeLink(idleTimeout: nil), start: Self.timestamp(1))
        early.responseEnded()
        #expect(!early.isOver)
        early.requestEnded(at: Self.timestamp(2))
        #expect(early.isOver)
    }

    // MARK: Unread bytes

    @Test func brokenResponseKeepsTheBytesThatTheReaderHasNotGot() {
        var exchange = ConnectionExchange(ExchangeLink(idleTimeout: nil), start: Self.timestamp(1))
        exchange.receivedHead(isEncoded: false, at: Self.timestamp(2))
        exchange.received(ByteBuffer(string: "abc"), at: Self.timestamp(3))
        exchange.startReading(at: Self.timestamp(4))
        exchange.received(ByteBuffer(string: "def"), at: Self.timestamp(5))
        exchange.received(ByteBuffer(string: "ghi"), at: Self.timestamp(6))
        let unread = exchange.error(CancellationError()).unread
        let rest = { (count: Int) in unread?.parts(after: count).map { String(buffer: $0) } }
        #expect(rest(3) == ["def", "ghi"])
        #expect(rest(4) == ["ef", "ghi"])
        #expect(rest(6) == ["ghi"])
        #expect(rest(8) == ["i"])
        #expect(rest(9) == [])
        #expect(rest(10) == [])
        // Bytes are missing that were not kept. The others would leave a gap.
        #expect(rest(2) == [])
    }

    @Test func encodedResponseKeepsNoBytes() {
        var exchange = ConnectionExchange(ExchangeLink(idleTimeout: nil), start: Self.timestamp(1))
        exchange.receivedHead(isEncoded: true, at: Self.timestamp(2))
        exchange.received(ByteBuffer(string: "abc"), at: Self.timestamp(3))
        #expect(exchange.error(CancellationError()).unread == nil)
    }

    // MARK: Link

    @Test func linkPassesToTheGuardAndNoFurther() {
        var headers: HTTPHeaders = ["Accept": "text/plain"]
        let link = ExchangeLink(idleTimeout: nil)
        link.add(to: &headers)
        headers.add(name: "Host", value: "localhost")
        var copy = headers
        #expect(ExchangeLink.take(from: &headers) === link)
        #expect(headers == ["Accept": "text/plain", "Host": "localhost"])
        #expect(ExchangeLink.take(from: &headers) == nil)
        #expect(ExchangeLink.take(from: &copy) == nil)
    }

    @Test func linkOfAFailedCallIsForgotten() {
        var headers = HTTPHeaders()
        let link = ExchangeLink(idleTimeout: nil)
        link.add(to: &headers)
        #expect(link.abandon())
        #expect(ExchangeLink.take(from: &headers) == nil)
    }

    /// The system gives a new link the memory of a released one.
    @Test func requestOfAFailedCallIsNotThatOfALaterOne() {
        for _ in 0..<100 {
            var old = HTTPHeaders()
            Self.fail(&old)
            var new = HTTPHeaders()
            let link = ExchangeLink(idleTimeout: nil)
            link.add(to: &new)
            #expect(ExchangeLink.take(from: &old) == nil)
            #expect(ExchangeLink.take(from: &new) === link)
        }
    }

    @inline(never) private static func fail(_ headers: inout HTTPHeaders) {
        let link = ExchangeLink(idleTimeout: nil)
        link.add(to: &headers)
        _ = link.abandon()
    }

    @Test func requestIsUnsentUntilAConnectionHasIt() {
        let unsent = ExchangeLink(idleTimeout: nil)
        #expect(unsent.abandon())
        // A connection that gets the request later must not send it.
        #expect(!unsent.started())
        let sent = ExchangeLink(idleTimeout: nil)
        #expect(sent.started())
        #expect(!sent.abandon())
    }

    @Test func metricsPassToTheTransport() throws {
        let link = ExchangeLink(idleTimeout: nil, start: .uptimeNanoseconds(1_234_567_890_000_000_000))
        var exchange = ConnectionExchange(link, isReusing: true, start: .uptimeNanoseconds(1_234_567_890_123_456_789))
        exchange.requestEnded(at: .uptimeNanoseconds(1_234_567_890_123_456_790))
        #expect(link.metrics == nil)
        exchange.receivedHead(isEncoded: false, at: .uptimeNanoseconds(UInt64(Int64.max)))
        let local = try SocketAddress(ipAddress: "127.0.0.1", port: 50_000)
        let connection = ConnectionLabel("h2", local: local, remote: try SocketAddress(ipAddress: "::1", port: 443))
        exchange.report([.age: "1"], connection, isHTTP10: false)
        #expect(link.head?.headerFields == [.age: "1"])
        let metrics = try #require(link.metrics)
        #expect(metrics.connecting == .nanoseconds(123_456_789))
        #expect(metrics.sending == .nanoseconds(1))
        #expect(metrics.waiting == .nanoseconds(Int64.max - 1_234_567_890_123_456_790))
        #expect(metrics.networkProtocolName == "h2")
        #expect(metrics.isReusedConnection == true)
        #expect(metrics.remoteAddress == "::1")
        #expect(metrics.remotePort == 443)
        #expect(metrics.localPort == 50_000)
    }

    @Test func fieldOfACallerIsNoLink() async throws {
        let transport = AsyncHTTPClientTransport()
        try await FaultServer.withServer(script: { _ in [.answer()] }) { server in
            var request = OutgoingRequest(url: server.baseURL)
            request.headerFields[.named("Talyn-Exchange")] = "1"
            let response = try await transport.send(request)
            #expect(response.statusCode == 200)
            #expect(server.requests.first?.header(ExchangeLink.fieldName) == [])
        }
    }

    // MARK: Timer

    @Test func idleConnectionFailsItsExchangeOnce() throws {
        let failures = FailureCounter()
        let channel = try Self.channel(failures)
        try channel.writeOutbound(Self.head())
        channel.embeddedEventLoop.advanceTime(by: .milliseconds(30))
        try channel.writeOutbound(HTTPClientRequestPart.end(nil))
        channel.embeddedEventLoop.advanceTime(by: .milliseconds(49))
        #expect(failures.count == 0)
        channel.embeddedEventLoop.advanceTime(by: .milliseconds(1))
        #expect(failures.count == 1)
        channel.embeddedEventLoop.advanceTime(by: .minutes(10))
        #expect(failures.count == 1)
        _ = try channel.finish()
    }

    @Test func timerOfAnEndedExchangeFailsNoOther() throws {
        let failures = FailureCounter()
        let channel = try Self.channel(failures)
        for _ in 0..<10 {
            try channel.writeOutbound(Self.head())
            try channel.writeOutbound(HTTPClientRequestPart.end(nil))
            channel.embeddedEventLoop.advanceTime(by: .milliseconds(20))
            let head = HTTPResponseHead(version: .http1_1, status: .ok)
            try channel.writeInbound(HTTPClientResponsePart.head(head))
            try channel.writeInbound(HTTPClientResponsePart.end(nil))
            channel.embeddedEventLoop.run()
        }
        channel.embeddedEventLoop.advanceTime(by: .minutes(10))
        #expect(failures.count == 0)
        _ = try channel.finish()
    }

    @Test func idleConnectionIsClosedBeforeTheTimeOfItsServer() throws {
        let failures = FailureCounter()
        let channel = try Self.channel(failures)
        channel.connect(to: try SocketAddress(unixDomainSocketPath: "/"), promise: nil)
        for _ in 0..<3 {
            try channel.writeOutbound(Self.head())
            try channel.writeOutbound(HTTPClientRequestPart.end(nil))
            var head = HTTPResponseHead(version: .http1_1, status: .ok)
            head.headers.add(name: "Keep-Alive", value: "timeout=5")
            try channel.writeInbound(HTTPClientResponsePart.head(head))
            try channel.writeInbound(HTTPClientResponsePart.end(nil))
            channel.embeddedEventLoop.advanceTime(by: .milliseconds(3_999))
            #expect(channel.isActive)
        }
        channel.embeddedEventLoop.advanceTime(by: .milliseconds(1))
        #expect(!channel.isActive)
        #expect(failures.count == 0)
        _ = try channel.finish(acceptAlreadyClosed: true)
    }

    // MARK: Slow network

    /// The channel of a stream of HTTP/2 keeps the bytes for which the server has no room.
    @Test(arguments: [false, true]) func networkThatTakesTheRequestSlowlyIsNotIdle(isStream: Bool) throws {
        let failures = FailureCounter()
        let network = SlowNetwork()
        let channel = try Self.channel(failures, isStream: isStream)
        try channel.pipeline.syncOperations.addHandler(network, position: .first)
        try channel.writeOutbound(Self.head())
        channel.write(HTTPClientRequestPart.body(.byteBuffer(ByteBuffer(repeating: 1, count: 1 << 20))), promise: nil)
        channel.write(HTTPClientRequestPart.end(nil), promise: nil)
        #expect(network.sizes.reduce(0, +) == 1 << 20)
        #expect(network.promises.count == 16)
        for promise in network.promises {
            channel.embeddedEventLoop.advanceTime(by: .milliseconds(40))
            promise.succeed()
        }
        channel.embeddedEventLoop.advanceTime(by: .milliseconds(49))
        #expect(failures.count == 0)
        channel.embeddedEventLoop.advanceTime(by: .milliseconds(1))
        #expect(failures.count == 1)
        _ = try channel.finish()
    }

    @Test func networkThatTakesNothingMoreIsIdle() throws {
        let failures = FailureCounter()
        let network = SlowNetwork()
        let channel = try Self.channel(failures)
        try channel.pipeline.syncOperations.addHandler(network, position: .first)
        try channel.writeOutbound(Self.head())
        for _ in 0..<640 {
            let part = ByteBuffer(repeating: 1, count: 1_024)
            channel.write(HTTPClientRequestPart.body(.byteBuffer(part)), promise: nil)
        }
        #expect(network.sizes.count == 640)
        #expect(network.promises.count == 10)
        channel.embeddedEventLoop.advanceTime(by: .milliseconds(30))
        network.promises.first?.succeed()
        channel.embeddedEventLoop.advanceTime(by: .milliseconds(49))
        #expect(failures.count == 0)
        channel.embeddedEventLoop.advanceTime(by: .milliseconds(1))
        #expect(failures.count == 1)
        for promise in network.promises.dropFirst() { promise.fail(ChannelError.ioOnClosedChannel) }
        _ = try channel.finish()
    }

    // MARK: Early response

    /// The connection breaks behind the response, with the end of the request in its queue.
    @Test func requestWhoseEndCannotBeSentIsNotFailedBeforeItsResponse() throws {
        let channel = try Self.channel(FailureCounter())
        try channel.pipeline.syncOperations.addHandler(UnsentEnd(), position: .first)
        channel.write(Self.head(), promise: nil)
        let end = channel.writeAndFlush(HTTPClientRequestPart.end(nil))
        channel.embeddedEventLoop.run()
        try end.wait()
        _ = try channel.finish()
    }

    /// AsyncHTTPClient traps on each further event of such a stream.
    @Test func streamWhoseResponseEndsEarlyHasNoMoreEvents() throws {
        let events = FailureCounter()
        let channel = try Self.channel(events, isStream: true)
        channel.write(Self.head(), promise: nil)
        channel.pipeline.fireChannelWritabilityChanged()
        #expect(events.writabilityChanges == 1)
        try channel.writeInbound(HTTPClientResponsePart.head(HTTPResponseHead(version: .http2, status: .ok)))
        try channel.writeInbound(HTTPClientResponsePart.end(nil))
        channel.pipeline.fireChannelWritabilityChanged()
        #expect(events.writabilityChanges == 1)
        channel.pipeline.fireErrorCaught(HTTPClientError.readTimeout)
        #expect(events.count == 0)
        _ = try channel.finish(acceptAlreadyClosed: true)
    }

    private static func channel(_ failures: FailureCounter, isStream: Bool = false) throws -> EmbeddedChannel {
        let channel = EmbeddedChannel()
        let connection = TrackedConnection(channel, "http/1.1", observers: ConnectionObservers())
        let handler = ConnectionGuard(decompresses: true, connection, isStream: isStream)
        try channel.pipeline.syncOperations.addHandlers(handler, failures)
        return channel
    }

    /// The head of a request with an idle timeout of 50 ms.
    private static func head() -> HTTPClientRequestPart {
        var head = HTTPRequestHead(version: .http1_1, method: .GET, uri: "/")
        ExchangeLink(idleTimeout: .milliseconds(50)).add(to: &head.headers)
        return .head(head)
    }

    private final class UnsentEnd: ChannelOutboundHandler {
        typealias OutboundIn = HTTPClientRequestPart

        func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
            guard case .end = unwrapOutboundIn(data) else { return context.write(data, promise: promise) }
            promise?.fail(ChannelError.eof)
        }
    }

    /// Keeps the parts of a body until the test says that the network has taken them.
    private final class SlowNetwork: ChannelOutboundHandler {
        typealias OutboundIn = HTTPClientRequestPart

        private(set) var sizes: [Int] = []
        private(set) var promises: [EventLoopPromise<Void>] = []

        func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
            guard case .body(let part) = unwrapOutboundIn(data) else { return context.write(data, promise: promise) }
            sizes.append(part.readableBytes)
            if let promise { promises.append(promise) }
        }
    }

    private final class FailureCounter: ChannelInboundHandler {
        typealias InboundIn = HTTPClientResponsePart

        private(set) var count = 0
        private(set) var writabilityChanges = 0

        func channelWritabilityChanged(context: ChannelHandlerContext) {
            writabilityChanges += 1
        }

        func errorCaught(context: ChannelHandlerContext, error: any Error) {
            if error as? HTTPClientError == .readTimeout { count += 1 }
        }
    }
}
#endif
