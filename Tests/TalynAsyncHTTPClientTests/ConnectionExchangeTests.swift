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
        var exchange = ConnectionExchange(idleTimeout: .milliseconds(10), start: Self.timestamp(100))
        #expect(exchange.deadline(at: Self.timestamp(105)) == Self.timestamp(110))
        exchange.sentPart(at: Self.timestamp(104))
        #expect(exchange.deadline(at: Self.timestamp(105)) == Self.timestamp(114))
        exchange.requestEnded(at: Self.timestamp(106))
        #expect(exchange.deadline(at: Self.timestamp(106)) == Self.timestamp(116))
        exchange.receivedHead(isEncoded: false, at: Self.timestamp(108))
        #expect(exchange.deadline(at: Self.timestamp(109)) == Self.timestamp(118))
    }

    @Test func serverIsNotIdleWhileTheReaderIsSlow() {
        var exchange = ConnectionExchange(idleTimeout: .milliseconds(10), start: Self.timestamp(100))
        exchange.stopReading()
        #expect(exchange.deadline(at: Self.timestamp(500)) == Self.timestamp(510))
        exchange.startReading(at: Self.timestamp(600))
        #expect(exchange.deadline(at: Self.timestamp(605)) == Self.timestamp(610))
    }

    @Test func exchangeWithoutATimeoutHasNoDeadline() {
        let exchange = ConnectionExchange(idleTimeout: nil, start: Self.timestamp(100))
        #expect(exchange.deadline(at: Self.timestamp(100)) == .distantFuture)
    }

    @Test func exchangeIsOverAfterRequestAndResponse() {
        var early = ConnectionExchange(idleTimeout: nil, start: Self.timestamp(1))
        early.responseEnded()
        #expect(!early.isOver)
        early.requestEnded(at: Self.timestamp(2))
        #expect(early.isOver)
    }

    // MARK: Unread bytes

    @Test func brokenResponseKeepsTheBytesThatTheReaderHasNotGot() {
        var exchange = ConnectionExchange(idleTimeout: nil, start: Self.timestamp(1))
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
        var exchange = ConnectionExchange(idleTimeout: nil, start: Self.timestamp(1))
        exchange.receivedHead(isEncoded: true, at: Self.timestamp(2))
        exchange.received(ByteBuffer(string: "abc"), at: Self.timestamp(3))
        #expect(exchange.error(CancellationError()).unread == nil)
    }

    // MARK: Notes

    @Test(arguments: [nil, 1, 60_000_000_000, Int64.max] as [Int64?])
    func idleTimeoutPassesToTheGuardAndNoFurther(nanoseconds: Int64?) {
        var headers: HTTPHeaders = ["Accept": "text/plain"]
        let timeout = nanoseconds.map { TimeAmount.nanoseconds($0) }
        InternalHeaderFields.add(idleTimeout: timeout, to: &headers)
        headers.add(name: "Host", value: "localhost")
        #expect(InternalHeaderFields.take(from: &headers, idleTimeout: .seconds(5)).idleTimeout == timeout)
        #expect(headers == ["Accept": "text/plain", "Host": "localhost"])
        #expect(InternalHeaderFields.take(from: &headers, idleTimeout: .seconds(5)).idleTimeout == .seconds(5))
    }

    @Test func metricsPassToTheTransportAndNoFurther() throws {
        var exchange = ConnectionExchange(
            idleTimeout: nil,
            isReusing: true,
            start: .uptimeNanoseconds(1_234_567_890_123_456_789)
        )
        exchange.requestEnded(at: .uptimeNanoseconds(1_234_567_890_123_456_790))
        exchange.receivedHead(isEncoded: false, at: .uptimeNanoseconds(UInt64(Int64.max)))
        var headers: HTTPHeaders = ["Age": "1", "Talyn-Metrics": "2"]
        // A server can't pass metrics on.
        headers.add(name: "talyn-metrics", value: "3")
        let local = try SocketAddress(ipAddress: "127.0.0.1", port: 50_000)
        let connection = ConnectionLabel("h2", local: local, remote: try SocketAddress(ipAddress: "::1", port: 443))
        InternalHeaderFields.add(exchange, connection, to: &headers)
        let (fields, found) = try InternalHeaderFields.read(headers, hasGuard: true)
        let text = try #require(found)
        let start = NIODeadline.uptimeNanoseconds(1_234_567_890_000_000_000)
        let metrics = try #require(TransportMetrics(text: text, start: start))
        #expect(fields[values: HTTPField.Name("Age")!] == ["1"])
        #expect(metrics.connecting == .nanoseconds(123_456_789))
        #expect(metrics.sending == .nanoseconds(1))
        #expect(metrics.waiting == .nanoseconds(Int64.max - 1_234_567_890_123_456_790))
        #expect(metrics.networkProtocolName == "h2")
        #expect(metrics.isReusedConnection == true)
        #expect(metrics.remoteAddress == "::1")
        #expect(metrics.remotePort == 443)
        #expect(metrics.localPort == 50_000)
        #expect(!fields.contains { $0.name.rawName == "talyn-metrics" })
    }

    @Test(arguments: [
        "", "1 2 3", "0000000000", String(repeating: "o", count: 34), String(repeating: "o", count: 34) + "h2 1 2",
        String(repeating: "é", count: 33),
    ])
    func otherTextIsNoMetrics(text: String) throws {
        let (fields, metrics) = try InternalHeaderFields.read(["talyn-metrics": text], hasGuard: true)
        #expect(fields.isEmpty)
        #expect(metrics == text)
        #expect(TransportMetrics(text: text, start: .uptimeNanoseconds(0)) == nil)
    }

    @Test func textOfAServerDoesNotTrap() throws {
        let text = String(repeating: "o", count: 34) + "h2 -1 99999999999999999999 "
        let metrics = try #require(TransportMetrics(text: text, start: .uptimeNanoseconds(0)))
        #expect(metrics.localPort == nil && metrics.remotePort == nil && metrics.remoteAddress == nil)
    }

    @Test func fieldOfACallerSetsNoIdleTimeout() async throws {
        let transport = AsyncHTTPClientTransport()
        try await FaultServer.withServer(script: { _ in [.answer()] }) { server in
            var request = OutgoingRequest(url: server.baseURL)
            request.headerFields[InternalHeaderFields.idleTimeoutName] = "1"
            let response = try await transport.send(request)
            #expect(response.statusCode == 200)
            #expect(server.requests.first?.header(InternalHeaderFields.idleTimeoutName) == [])
        }
    }

    // MARK: Timer

    @Test func idleConnectionFailsItsExchangeOnce() throws {
        let failures = FailureCounter()
        let channel = try Self.channel(failures)
        try channel.writeOutbound(Self.head)
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
            try channel.writeOutbound(Self.head)
            try channel.writeOutbound(HTTPClientRequestPart.end(nil))
            channel.embeddedEventLoop.advanceTime(by: .milliseconds(20))
            let head = HTTPResponseHead(version: .http1_1, status: .ok)
            try channel.writeInbound(HTTPClientResponsePart.head(head))
            try channel.writeInbound(HTTPClientResponsePart.end(nil))
        }
        channel.embeddedEventLoop.advanceTime(by: .minutes(10))
        #expect(failures.count == 0)
        _ = try channel.finish()
    }

    private static func channel(_ failures: FailureCounter) throws -> EmbeddedChannel {
        let channel = EmbeddedChannel()
        let connection = TrackedConnection(channel, "http/1.1", observers: ConnectionObservers())
        let handler = ConnectionGuard(
            idleTimeout: .milliseconds(50),
            decompresses: true,
            connection,
            isStream: false
        )
        try channel.pipeline.syncOperations.addHandlers(handler, failures)
        return channel
    }

    private static let head = HTTPClientRequestPart.head(HTTPRequestHead(version: .http1_1, method: .GET, uri: "/"))

    private final class FailureCounter: ChannelInboundHandler {
        typealias InboundIn = HTTPClientResponsePart

        private(set) var count = 0

        func errorCaught(context: ChannelHandlerContext, error: any Error) {
            if error as? HTTPClientError == .readTimeout { count += 1 }
        }
    }
}
#endif
