import Foundation
import NIOCore
import TestSupport
import Testing
import _TalynSupport

@testable import TalynAsyncHTTPClient
@testable import TalynCore
@testable import TalynPlugins

#if AsyncHTTPClient && os(Linux)
import AsyncHTTPClient
#endif

/// Only an error before a connection is established proves that nothing was sent: see `Endpoint.isUnsent(after:)`.
@Suite(.serialized, .sockets) struct UnsentProofTests {
    /// Plugins that repeat whatever they may: the monitor says that the network is missing, and comes back.
    private static var plugins: [any Plugin] {
        [RetryPlugin(RetryPlugin.Configuration { $0.backoff = .none }), ConnectivityPlugin(monitor: flickering)]
    }

    private static func provider(_ transport: any Transport) -> Provider<Probe> {
        Provider(transport: transport, plugins: plugins)
    }

    private static let faults: [String: [FaultServer.Step]] = [
        "reset before the body is read": [.reset],
        "closed before the body is read": [.close],
        "reset within the head": [.send("HTTP/1.1 200 OK\r\nContent-"), .reset],
        "reset after the head": [.head(length: 10), .reset],
        "reset within the body": [.head(length: 10), .send("some"), .reset],
        "closed within the body": [.head(length: 10), .send("some"), .close],
    ]

    @Test(arguments: TransportUnderTest.all, faults.keys.sorted())
    func postThatArrivedIsNotSentAgain(_ transport: TransportUnderTest, fault: String) async throws {
        let steps = try #require(Self.faults[fault])
        for readsBody in [true, false] {
            try await FaultServer.withServer(readsBody: readsBody, script: { _ in steps }) { server in
                let provider = transport.provider(plugins: Self.plugins)
                let probe = Probe(server.baseURL, "/", .post, body: Data(count: 100_000))
                let error = await #expect(throws: TalynError.self) { try await provider.request(probe) }
                #expect(error?.transportError?.kind == .connectionLost, "\(String(reflecting: error))")
                #expect(error?.transportError?.mayHaveBeenSent == true)
                #expect(await server.headsArrived(atLeast: 1).count == 1)
            }
        }
    }

    /// The server has no address of IPv6: where the system has one for the name, that is tried first and refused.
    @Test(arguments: TransportUnderTest.all)
    func postThatArrivedAfterAnotherAddressRefusedIsNotSentAgain(_ transport: TransportUnderTest) async throws {
        try await FaultServer.withServer(script: { _ in [.reset] }) { server in
            let url = try #require(URL(string: "http://localhost:\(server.port)"))
            let provider = transport.provider(plugins: Self.plugins)
            let probe = Probe(url, "/", .post, body: Data("a".utf8))
            let error = await #expect(throws: TalynError.self) { try await provider.request(probe) }
            #expect(error?.transportError?.kind == .connectionLost, "\(String(reflecting: error))")
            #expect(server.requests.count == 1)
        }
    }

    @Test(arguments: TransportUnderTest.all)
    func refusedConnectionProvesThatNothingWasSent(_ transport: TransportUnderTest) async throws {
        let url = try #require(URL(string: "http://127.0.0.1:\(try closedPort())"))
        for body in [Data("a".utf8), Data(), nil] {
            let probe = Probe(url, "/", .post, body: body)
            let error = await #expect(throws: TalynError.self) { try await transport.call(probe) }
            // libcurl may have sent a request without a body on another connection before.
            #if os(Linux)
            let isProven = body?.isEmpty == false || !transport.isURLSession
            #else
            let isProven = true
            #endif
            #expect(try Endpoint(probe).isUnsent(after: try #require(error)) == isProven)
        }
    }

    /// The server has answered the first request, so the call has been sent.
    @Test func failureAfterAnAnsweredChallengeProvesNothing() async throws {
        let count = Locked(0)
        let transport = ClosureTransport { request in
            let isFirst = count.withLock { count in
                defer { count += 1 }
                return count == 0
            }
            guard isFirst else { throw TransportError(.cannotConnect, of: request) }
            let fields: HTTPFields = [.wwwAuthenticate: #"Basic realm="a""#]
            return TransportResponse(statusCode: 401, headerFields: fields, body: HTTPBody(Data()))
        }
        let url = try #require(URL(string: "https://example.com"))
        var request = OutgoingRequest(url: url)
        request.method = .post
        request.credential = PasswordCredential(user: "ada", password: "secret")
        let error = await #expect(throws: TransportError.self) { try await FollowUpHandler(transport).send(request) }
        #expect(error?.kind == .cannotConnect)
        let endpoint = try Endpoint(Probe(url, "/", .post))
        #expect(!endpoint.isUnsent(after: TalynError(try #require(error))))
        #expect(count.withLock { $0 } == 2)
    }

    #if AsyncHTTPClient && os(Linux)
    /// How writes on an established connection fail.
    enum WriteFailure: CaseIterable, Sendable {
        /// At once, with nothing on the way.
        case first
        /// After the head is on its way.
        case afterHead
        /// Everything is on its way, and then the system reports an error.
        case afterAll
    }

    @Test(arguments: [EPIPE, ENETUNREACH, ENETDOWN, EHOSTUNREACH, ECONNREFUSED, ETIMEDOUT], WriteFailure.allCases)
    func errorOfTheSystemOnAnEstablishedConnectionProvesNothing(code: CInt, failure: WriteFailure) async throws {
        var configuration = AsyncHTTPClientTransport.defaultConfiguration
        let connections = Locked(0)
        configuration.http1_1ConnectionDebugInitializer = { channel in
            connections.withLock { $0 += 1 }
            return channel.eventLoop.makeCompletedFuture {
                let handler = FailingWrites(IOError(errnoCode: code, reason: "write"), failure)
                try channel.pipeline.syncOperations.addHandler(handler, position: .first)
            }
        }
        let provider = Self.provider(AsyncHTTPClientTransport(configuration: configuration))
        let streamed = RequestBody.multipart([MultipartPart(content: .data(Data(count: 300_000)), name: "a")])
        // Without a body, the head is all that is written.
        let plain = failure == .afterHead ? [] : [RequestBody.none]
        for body in plain + [.data(Data("a".utf8)), streamed] {
            connections.withLock { $0 = 0 }
            try await FaultServer.withServer(script: { _ in [.hang] }) { server in
                let probe = Probe(server.baseURL, "/", .post, body: body)
                let error = await #expect(throws: TalynError.self) { try await provider.request(probe) }
                let kind = try #require(error?.transportError?.kind)
                #expect(kind == .connectionLost || kind == .timedOut && code == ETIMEDOUT)
                #expect(server.requests.count <= 1)
            }
            #expect(connections.withLock { $0 } == 1)
        }
    }

    @Test func errorBeforeAConnectionIsKnownByItself() throws {
        let url = try #require(URL(string: "http://127.0.0.1:1"))
        for (error, kind) in [
            (IOError(errnoCode: ECONNREFUSED, reason: "connect"), .cannotConnect),
            (IOError(errnoCode: ENETUNREACH, reason: "connect"), .notConnected),
            (IOError(errnoCode: ECONNRESET, reason: "read"), .connectionLost),
            (ChannelError.connectTimeout(.seconds(1)), .timedOut), (ChannelError.eof, .connectionLost),
            (ChannelError.outputClosed, .connectionLost), (ChannelError.operationUnsupported, .other),
        ] as [(any Error, TransportError.Kind)] {
            #expect(TransportError(asyncHTTPClient: error, of: OutgoingRequest(url: url)).kind == kind)
            let sent = TransportError(asyncHTTPClient: error, of: OutgoingRequest(url: url), .sent)
            #expect(![.cannotConnect, .notConnected].contains(sent.kind))
            let unsent = TransportError(asyncHTTPClient: error, of: OutgoingRequest(url: url), .unsent)
            #expect(!unsent.mayHaveBeenSent)
        }
    }
    #endif
}

/// A monitor that finds no network when it is asked, and one as soon as it is waited for.
private let flickering = ConnectivityMonitor {
    false
} waitUntilConnected: {
}

#if AsyncHTTPClient && os(Linux)
/// Fails writes like a system whose network goes away.
private final class FailingWrites: ChannelOutboundHandler {
    typealias OutboundIn = ByteBuffer

    private let error: IOError
    private let failure: UnsentProofTests.WriteFailure
    private var writes = 0

    init(_ error: IOError, _ failure: UnsentProofTests.WriteFailure) {
        self.error = error
        self.failure = failure
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        writes += 1
        guard failure == .first || failure == .afterHead && writes > 1 else {
            return context.write(data, promise: promise)
        }
        promise?.fail(error)
    }

    func flush(context: ChannelHandlerContext) {
        context.flush()
        guard failure == .first || failure == .afterAll || writes > 1 else { return }
        context.eventLoop.assumeIsolated().execute { [error] in context.fireErrorCaught(error) }
    }
}
#endif
