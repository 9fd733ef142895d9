import Foundation
import TestSupport
import Testing
import _TalynSupport

@testable import TalynCore
@testable import TalynPlugins
@testable import TalynURLSession

@Suite(.sockets) struct CircuitBreakerPluginTests {
    private static let threshold = CircuitBreakerPlugin.Threshold(
        failureRate: 0.5,
        minimumCalls: 4,
        window: .seconds(30)
    )

    private static func plugin(_ clock: ManualClock = ManualClock(), key: CallKey = .origin) -> CircuitBreakerPlugin {
        CircuitBreakerPlugin(threshold: threshold, resetTimeout: .seconds(5), key: key, clock: clock)
    }

    /// How a call ends, and why a plugin refused it if one did.
    private static func text(_ provider: Provider<Zen>, _ target: Zen = .zen) async -> String {
        let result = await Result { () async throws(TalynError) in try await provider.request(target) }
        if case .failure(let error) = result, let refusal = error.rejectionError { return "\(refusal.reason)" }
        return result.text
    }

    @Test(arguments: [Zen.zen, .strict])
    func failingServerIsNotCalledUntilAProbeSucceeds(target: Zen) async throws {
        let clock = ManualClock()
        let status = Locked(503)
        let sent = Recorder<Int>()
        let transport = ClosureTransport { _ in
            sent.record(1)
            return TransportResponse(statusCode: status.withLock { $0 }, body: HTTPBody(Data()))
        }
        let provider = Provider<Zen>(transport: transport, plugins: [Self.plugin(clock)], clock: clock)
        for _ in 0..<4 { #expect(await Self.text(provider, target).hasSuffix("503")) }
        clock.advance(by: .seconds(1))
        let error = await #expect(throws: TalynError.self) { try await provider.request(target) }
        #expect(error?.rejectionError?.reason == .circuitOpen)
        #expect(error?.rejectionError?.key == "https://api.example.com")
        #expect(error?.rejectionError?.retryAfter == .seconds(4))
        #expect(sent.events.count == 4)
        clock.advance(by: .seconds(4))
        #expect(await Self.text(provider, target).hasSuffix("503"))
        #expect(await Self.text(provider, target) == "circuitOpen")
        #expect(sent.events.count == 5)
        clock.advance(by: .seconds(5))
        status.withLock { $0 = 200 }
        // The probe, and the change of the circuit.
        let notes = try await provider.request(target).metrics?.notes.map(\.plugin)
        #expect(notes == ["CircuitBreakerPlugin", "CircuitBreakerPlugin"])
        #expect(await Self.text(provider, target) == "200")
    }

    @Test func metricsNameTheReasonOfTheOpenCircuit() async throws {
        let provider = Provider<Zen>(answering: { .networkResponse(500, Data()) }, plugins: [Self.plugin()])
        for _ in 0..<3 { #expect(try await provider.request(.zen).metrics?.notes == []) }
        let notes = try #require(try await provider.request(.zen).metrics?.notes)
        #expect(notes.map(\.plugin) == ["CircuitBreakerPlugin"])
        #expect(notes.first?.text.contains("4 of 4") == true)
    }

    @Test(arguments: [
        (200, false), (304, false), (401, false), (404, false), (429, false), (500, true), (503, true), (599, true),
    ])
    func statusesFrom500OnAreFailures(status: Int, isFailure: Bool) async {
        let provider = Provider<Zen>(answering: { .networkResponse(status, Data()) }, plugins: [Self.plugin()])
        for _ in 0..<4 { #expect(await Self.text(provider) == "\(status)") }
        #expect(await Self.text(provider) == (isFailure ? "circuitOpen" : "\(status)"))
    }

    /// Nil says nothing.
    static let errors: [(error: any Error, hasFailed: Bool?)] = [
        (TransportError(.timedOut), true), (TransportError(.cannotConnect), true),
        (TransportError(.connectionLost), true), (TransportError(.secureConnectionFailed), true),
        (TransportError(.invalidResponse), true), (TransportError(.other), true),
        (TransportError(.responseTooLarge), false), (TransportError(.tooManyRedirects), false),
        (TransportError(.insecureRedirect), false), (TransportError(.cancelled), nil),
        (TransportError(.deadlineExceeded), nil), (TransportError(.notConnected), nil),
        (TransportError(.unsupportedURL), nil), (URLError(.timedOut), true), (URLError(.cannotFindHost), true),
        (URLError(.cancelled), nil), (URLError(.notConnectedToInternet), nil), (CancellationError(), nil),
        (RejectionError(.rateLimited), nil), (RejectionError(.tooManyWaiting), nil), (CocoaError(.fileNoSuchFile), nil),
        (TalynError(.invalidRequest), nil), (TalynError(RequestError.invalidURL("a b")), nil),
        (TalynError(.unacceptableStatus, response: Response(statusCode: 503, data: Data(), headerFields: [:])), true),
        (TalynError(.unacceptableStatus, response: Response(statusCode: 404, data: Data(), headerFields: [:])), false),
    ]

    @Test(arguments: errors.indices)
    func errorsCountByTheStateOfTheServerTheyShow(index: Int) {
        let (error, hasFailed) = Self.errors[index]
        let result = Result<Response, TalynError>.failure(TalynError(error))
        #expect(CircuitBreakerPlugin.showsServerState(result) == (hasFailed != nil), "\(error)")
        if let hasFailed { #expect(CircuitBreakerPlugin.countsAsFailure(result) == hasFailed, "\(error)") }
    }

    @Test func rejectionByAnotherPluginIsNotCounted() async {
        struct Rejecting: CallInterceptor {
            func intercept(_ endpoint: Endpoint, context: CallContext, next: @escaping Next) async throws -> Response {
                throw RejectionError(.rateLimited)
            }
        }
        let provider = Provider<Zen>(transport: SampleTransport(), plugins: [Self.plugin(), Rejecting()])
        for _ in 0..<20 { #expect(await Self.text(provider) == "rateLimited") }
    }

    @Test func ownFailureTestDecides() async {
        let plugin = CircuitBreakerPlugin(threshold: Self.threshold, clock: ManualClock()) { result in
            (try? result.get())?.statusCode == 429 || CircuitBreakerPlugin.countsAsFailure(result)
        }
        let provider = Provider<Zen>(answering: { .networkResponse(429, Data()) }, plugins: [plugin])
        for _ in 0..<4 { #expect(await Self.text(provider) == "429") }
        #expect(await Self.text(provider) == "circuitOpen")
    }

    @Test(arguments: [
        (Duration.milliseconds(20), "20 ms"), (.milliseconds(1_201), "1.3 s"), (.seconds(30), "30.0 s"),
        (.zero, "0 ms"), (.seconds(Int64.min), "0 ms"),
    ])
    func rejectionSaysWhenToTryAgain(retryAfter: Duration, text: String) {
        let error = RejectionError(.circuitOpen, key: "a", retryAfter: retryAfter)
        #expect(error.recoverySuggestion == "Try again in \(text).")
        #expect(RejectionError(.circuitOpen, retryAfter: .seconds(Int64.max)).recoverySuggestion != nil)
    }

    @Test func cancelledProbeFreesItsPlace() async throws {
        let clock = ManualClock()
        let transport = QueueingTransport()
        let plugin = Self.plugin(clock)
        let failing = Provider<Zen>(answering: { .networkResponse(503, Data()) }, plugins: [plugin])
        let provider = Provider<Zen>(transport: transport, plugins: [plugin])
        for _ in 0..<4 { #expect(await Self.text(failing) == "503") }
        clock.advance(by: .seconds(5))
        let probe = StartedCall(Zen.zen, provider)
        await transport.begun(atLeast: 1)
        #expect(await Self.text(provider) == "circuitOpen")
        try await probe.cancelAndExpectCompletion()
        transport.release()
        #expect(await Self.text(provider) == "200")
    }

    @Test func keysAreCountedApartAndNilIsNotCounted() async {
        let key = CallKey.by { endpoint, _ in endpoint.url.hasSuffix("zen") ? nil : endpoint.url }
        let plugin = Self.plugin(key: key)
        let provider = Provider<Zen>(answering: { .networkResponse(500, Data()) }, plugins: [plugin])
        for _ in 0..<4 { #expect(await Self.text(provider, .user("ada")) == "500") }
        for _ in 0..<9 { #expect(await Self.text(provider, .zen) == "500") }
        #expect(await Self.text(provider, .user("bob")) == "500")
        #expect(await Self.text(provider, .user("ada")) == "circuitOpen")
        #expect(plugin.keyCount == 2)
    }

    @Test func idleServersAreEvicted() async {
        let clock = ManualClock()
        let plugin = Self.plugin(clock, key: .by { endpoint, _ in endpoint.url })
        let provider = Provider<Zen>(transport: SampleTransport(), plugins: [plugin])
        for index in 0..<500 {
            clock.advance(by: .seconds(1))
            #expect(await Self.text(provider, .user("\(index)")) == "200")
        }
        #expect(plugin.keyCount <= 66)
    }
}

extension CircuitBreakerPluginTests {
    /// Over real connections.
    @Suite(.sockets) struct OverURLSession {
        @Test func circuitOpensForAnUnreachableServer() async throws {
            let url = try #require(URL(string: "http://127.0.0.1:\(try closedPort())/"))
            let plugin = CircuitBreakerPluginTests.plugin()
            let provider = Provider<Probe>(transport: URLSessionTransport.shared, plugins: [plugin])
            for _ in 0..<4 {
                let error = await #expect(throws: TalynError.self) { try await provider.request(Probe(url)) }
                #expect(error?.transportError?.kind == .cannotConnect)
            }
            let error = await #expect(throws: TalynError.self) { try await provider.request(Probe(url)) }
            #expect(error?.rejectionError?.reason == .circuitOpen)
        }

        @Test func circuitOpensForBrokenConnectionsUntilTheServerRecovers() async throws {
            let script: FaultServer.Script = { request in request.target == "/good" ? [.answer()] : [.close] }
            try await FaultServer.withServer(script: script) { server in
                let clock = ManualClock()
                let plugin = CircuitBreakerPluginTests.plugin(clock)
                let provider = Provider<Probe>(transport: URLSessionTransport.shared, plugins: [plugin])
                for _ in 0..<9 {
                    let body = Probe(server.baseURL, "/bad", .post, body: Data("a".utf8))
                    await #expect(throws: TalynError.self) { try await provider.request(body) }
                }
                #expect(server.requests.count == 4)
                clock.advance(by: .seconds(5))
                for _ in 0..<2 { _ = try await provider.request(Probe(server.baseURL, "/good")) }
                #expect(server.requests.count == 6)
            }
        }
    }
}
