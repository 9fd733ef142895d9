import Foundation
import TestSupport
import Testing

@testable import TalynAsyncHTTPClient
@testable import TalynCore
@testable import TalynURLSession

/// A transport that is held to the conformance suites.
struct TransportUnderTest: CustomTestStringConvertible, Sendable {
    let testDescription: String
    /// Nil for a stub, which takes the transport's place.
    private let transport: (any Transport)?

    /// Every transport that speaks to servers.
    static let all: [TransportUnderTest] = {
        #if AsyncHTTPClient && os(Linux)
        [asyncHTTPClient, urlSession]
        #else
        [urlSession]
        #endif
    }()

    static let allAndStub = all + [TransportUnderTest(testDescription: "stub", transport: nil)]

    #if AsyncHTTPClient && os(Linux)
    /// With connections that a busy machine neither waits for nor leaves unused for too long.
    static let asyncHTTPClient = {
        var options = TransportOptions()
        options.connectionTimeout = .seconds(3_600)
        options.keepAlive = .seconds(3_600)
        let transport = try? AsyncHTTPClientTransport(options: options)
        return TransportUnderTest(
            testDescription: "AsyncHTTPClient",
            transport: transport ?? AsyncHTTPClientTransport.shared
        )
    }()
    #endif

    static let urlSession = TransportUnderTest(testDescription: "URLSession", transport: URLSessionTransport.shared)

    var isURLSession: Bool { transport is URLSessionTransport }

    /// Whether fields of the same name come joined, as Foundation gives them.
    var joinsFields: Bool { transport == nil || isURLSession }

    /// Runs a test of a timeout in real time, with a patience in seconds, and again with four times as much if it timed out too
    /// early: a busy machine may not answer in time.
    static func withPatience(_ body: (TimeInterval) async throws -> Void) async throws {
        for patience in [0.5, 2, 8, 32] as [TimeInterval] {
            do {
                return try await body(patience)
            } catch let error as TalynError where error.isTimedOut {
                continue
            }
        }
        try await body(128)
    }

    /// A provider of calls that go through the transport.
    func provider(
        plugins: [any Plugin] = [],
        requestOptions: RequestOptions = RequestOptions()
    ) -> Provider<Probe> {
        Provider(
            transport: transport ?? SampleTransport(),
            plugins: plugins,
            requestOptions: requestOptions
        )
    }

    /// A provider of calls that go through a transport of the same kind with other options.
    func provider(_ change: (inout TransportOptions) -> Void) throws -> Provider<Probe> {
        var options = TransportOptions()
        change(&options)
        #if AsyncHTTPClient && os(Linux)
        let other: any Transport =
            isURLSession ? try URLSessionTransport(options: options) : try AsyncHTTPClientTransport(options: options)
        #else
        let other = try URLSessionTransport(options: options)
        #endif
        return Provider(transport: other)
    }

    /// Shuts down a transport of the same kind.
    func shutdown(_ transport: any Transport) async throws {
        #if AsyncHTTPClient && os(Linux)
        try await (transport as? AsyncHTTPClientTransport)?.shutdown()
        #endif
        try await (transport as? URLSessionTransport)?.shutdown()
    }

    func call(_ probe: Probe) async throws(TalynError) -> Response {
        try await provider().request(probe)
    }

    /// What the transport reports of a call that fails; nil if the call doesn't, or with another error.
    func failure(of probe: Probe) async -> TransportError.Kind? {
        await provider().failure(of: probe)
    }

    /// Sends a request with its follow-ups, without a provider; returns the head and the whole body.
    func send(_ request: OutgoingRequest) async throws -> (head: TransportResponse, data: Data) {
        let head = try await FollowUpHandler(#require(transport)).send(request)
        var data = Data()
        for try await chunk in head.body { data.append(chunk) }
        return (head, data)
    }

    /// Sends a request with its follow-ups, without a provider; returns once the head is there.
    func head(of request: OutgoingRequest) async throws -> TransportResponse {
        try await FollowUpHandler(#require(transport)).send(request)
    }

    /// The response to a call that a server, or a stub, answers so.
    func response(answering answer: Answer, method: HTTPRequest.Method = .get) async throws -> Response {
        guard transport == nil else {
            return try await FaultServer.withServer(script: { _ in [.sendBytes(answer.bytes)] }) { server in
                try await call(Probe(server.baseURL, "/answer", method))
            }
        }
        let provider = Provider<Probe>(answering: { try answer.sample })
        return try await provider.request(Probe(URL(string: "http://127.0.0.1")!, "/answer", method))
    }
}
