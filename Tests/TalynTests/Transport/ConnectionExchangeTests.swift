#if AsyncHTTPClient && os(Linux)
import AsyncHTTPClient
import Foundation
import HTTPTypes
import NIOCore
import NIOEmbedded
import NIOHTTP1
import TestSupport
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@testable import Talyn

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
        #expect(InternalHeaderFields.takeIdleTimeout(from: &headers, orElse: .seconds(5)) == timeout)
        #expect(headers == ["Accept": "text/plain", "Host": "localhost"])
        #expect(InternalHeaderFields.takeIdleTimeout(from: &headers, orElse: .seconds(5)) == .seconds(5))
    }

    @Test func timestampsPassToTheTransportAndNoFurther() throws {
        var exchange = ConnectionExchange(idleTimeout: nil, start: .uptimeNanoseconds(1_234_567_890_123_456_789))
        exchange.requestEnded(at: .uptimeNanoseconds(1_234_567_890_123_456_790))
        exchange.receivedHead(isEncoded: false, at: .uptimeNanoseconds(UInt64(Int64.max)))
        var headers: HTTPHeaders = ["Age": "1", "Talyn-Times": "2"]
        // A server can't pass timestamps on.
        headers.add(name: "talyn-times", value: "3")
        InternalHeaderFields.add(exchange, to: &headers)
        let (fields, timings) = try InternalHeaderFields.read(
            headers,
            start: .uptimeNanoseconds(1_234_567_890_000_000_000)
        )
        #expect(fields[values: HTTPField.Name("Age")!] == ["1"])
        #expect(timings?.connecting == .nanoseconds(123_456_789))
        #expect(timings?.sending == .nanoseconds(1))
        #expect(timings?.waiting == .nanoseconds(Int64.max - 1_234_567_890_123_456_790))
        #expect(!fields.contains { $0.name.rawName == "talyn-times" })
    }

    @Test(arguments: ["", "1 2 3", "0000000000", String(repeating: "o", count: 33), String(repeating: "é", count: 33)])
    func otherTextIsNoTimestamp(text: String) throws {
        let headers: HTTPHeaders = ["talyn-times": text]
        let (fields, timings) = try InternalHeaderFields.read(headers, start: .uptimeNanoseconds(0))
        #expect(fields.isEmpty)
        // 33 characters are three timestamps of some kind. They must not trap.
        #expect(timings == nil || text.utf8.count == 33)
    }

    @Test func fieldOfACallerSetsNoIdleTimeout() async throws {
        let transport = AsyncHTTPClientTransport()
        try await FaultServer.withServer(script: { _ in [.answer()] }) { server in
            var request = URLRequest(url: server.baseURL)
            request.setValue("1", forHTTPHeaderField: InternalHeaderFields.idleTimeoutName)
            let response = try await transport.send(TransportRequest(request))
            #expect(response.statusCode == 200)
            // Foundation writes its name in capitals, so it is a field like any other.
            #expect(server.requests.first?.header(InternalHeaderFields.idleTimeoutName) == ["1"])
        }
    }

    // MARK: Timer

    @Test func idleConnectionFailsItsExchangeOnce() throws {
        let failures = FailureCounter()
        let channel = EmbeddedChannel(handlers: [ConnectionGuard(idleTimeout: .milliseconds(50)), failures])
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
        let channel = EmbeddedChannel(handlers: [ConnectionGuard(idleTimeout: .milliseconds(50)), failures])
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
