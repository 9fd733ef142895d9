import Foundation
import TalynTransfers
import TestSupport
import Testing
import _TalynSupport

@testable import TalynCore
@testable import TalynPlugins
@testable import TalynStreams

/// What the pipeline itself makes of the options of a call.
struct CallOptionsTests {
    private let clock = ManualClock()
    private let requests = Watched<[OutgoingRequest]>([])

    /// Answers at once, and keeps the requests.
    private var keeping: ClosureTransport {
        ClosureTransport { [requests] request in
            requests.update { $0.append(request) }
            return TransportResponse(statusCode: 200, body: HTTPBody(Data(repeating: 7, count: 100)))
        }
    }

    /// Never answers.
    private var silent: ClosureTransport {
        ClosureTransport { [requests] request in
            requests.update { $0.append(request) }
            // Until the task is cancelled.
            _ = await Promise<Void>().value()
            throw CancellationError()
        }
    }

    // MARK: Order of options

    @Test func callOverridesTargetAndTargetOverridesProvider() async throws {
        let provider = Provider<Optioned>(
            transport: keeping,
            requestOptions: RequestOptions {
                $0.idleTimeout = .seconds(1)
                $0.cache = .reload
                $0.priority = .high
            }
        )
        let target = Optioned(
            requestOptions: RequestOptions {
                $0.idleTimeout = .seconds(2)
                $0.cache = .forceCache
            }
        )
        _ = try await provider.request(target, options: RequestOptions { $0.idleTimeout = .seconds(3) })
        let request = try #require(requests.value.first)
        #expect(request.options.idleTimeout == .seconds(3))
        #expect(request.options.cache == .forceCache)
        #expect(request.headerFields["Priority"] == "u=1")
    }

    @Test func multiProviderUsesTheOptionsOfTheTarget() async throws {
        let target = Optioned(requestOptions: RequestOptions { $0.idleTimeout = .seconds(2) })
        _ = try await MultiProvider(transport: keeping).request(target)
        #expect(requests.value.first?.options.idleTimeout == .seconds(2))
    }

    @Test func everyKindOfCallTakesOptions() async throws {
        let provider = Provider<Optioned>(transport: keeping)
        let options = RequestOptions { $0.idleTimeout = .seconds(4) }
        _ = try await provider.request(Optioned(), options: options)
        _ = try await provider.stream(Optioned(), options: options).open()
        _ = try await provider.transfer(Optioned(), options: options).response()
        for try await _ in provider.pages(of: Optioned(), options: options) {}
        let directory = try TemporaryDirectory()
        let file = directory.url.appendingPathComponent("a")
        _ = try await provider.download(Optioned(), to: file, options: options).response()
        #expect(requests.value.map(\.options.idleTimeout) == Array(repeating: .seconds(4), count: 5))
    }

    @Test func pluginSeesTheOptionsAndMayReplaceThem() async throws {
        let provider = Provider<Zen>(
            transport: keeping,
            plugins: [Hurrying()],
            requestOptions: RequestOptions { $0.idleTimeout = .seconds(8) }
        )
        _ = try await provider.request(.zen)
        #expect(requests.value.first?.options.idleTimeout == .seconds(4))
    }

    @Test func fieldOfTheTargetIsKept() async throws {
        let target = Optioned(
            headerFields: HTTPFields(["priority": "u=6", "idempotency-key": "mine"]),
            requestOptions: RequestOptions {
                $0.priority = .high
                $0.idempotency = .key
            }
        )
        _ = try await Provider<Optioned>(transport: keeping).request(target)
        let fields = try #require(requests.value.first?.headerFields.combined)
        #expect(fields.first { $0.key.lowercased() == "priority" }?.value == "u=6")
        #expect(fields.first { $0.key.lowercased() == "idempotency-key" }?.value == "mine")
        #expect(fields.count == 2)
    }

    @Test func idempotencyKeyIsTheSameInAllAttemptsAndAnotherInTheNextCall() async throws {
        let keys = Locked(0)
        let options = RequestOptions {
            $0.idempotency = .key {
                keys.withLock { count in
                    count += 1
                    return "key \(count)"
                }
            }
        }
        let provider = Provider<Zen>(transport: keeping, plugins: [Twice()], requestOptions: options)
        _ = try await provider.request(.create("Ada"))
        _ = try await provider.request(.create("Ada"))
        let sent = requests.value.map { $0.headerFields["Idempotency-Key"] }
        #expect(sent == ["key 1", "key 1", "key 2", "key 2"])
    }

    /// Each call has its own limit, also while it shares.
    @Test func callsWithDifferentLimitsShareARequest() async throws {
        let gate = Watched(false)
        let transport = ClosureTransport { [requests] request in
            requests.update { $0.append(request) }
            await gate.wait { $0 }
            return TransportResponse(statusCode: 200, body: HTTPBody(Data()))
        }
        let coalescing = CoalescingPlugin()
        let provider = Provider<Optioned>(transport: transport, plugins: [coalescing], clock: clock)
        let slow = Optioned(requestOptions: RequestOptions { $0.timeout = .seconds(60) })
        let own = RequestOptions { $0.timeout = .seconds(30) }
        let calls = [
            StartedCall(Optioned(), provider), StartedCall(Optioned(), provider), StartedCall(slow, provider),
            StartedCall(Optioned(), provider, options: own),
        ]
        while coalescing.waiterCount < calls.count { await Task.yield() }
        await clock.sleepers(atLeast: 2)
        clock.advance(by: .seconds(30))
        #expect(try await calls[3].result().text == "failed")
        gate.update { $0 = true }
        for call in calls.prefix(3) { #expect(try await call.result().text == "200") }
        #expect(requests.value.count == 1)
    }

    /// A response can set the cookies of one user.
    @Test func targetsWithDifferentOptionsShareNoRequest() async throws {
        let gate = Watched(false)
        let transport = ClosureTransport { [requests] request in
            requests.update { $0.append(request) }
            await gate.wait { $0 }
            return TransportResponse(statusCode: 200, body: HTTPBody(Data()))
        }
        let coalescing = CoalescingPlugin()
        let provider = Provider<Optioned>(transport: transport, plugins: [coalescing])
        let policies: [CookiePolicy] = (0..<2).map { _ in .store(MemoryCookieStore()) }
        var all = (policies + [.ignore]).map { policy in RequestOptions { $0.cookies = policy } }
        all.append(RequestOptions { $0.priority = .high })
        all.append(RequestOptions { $0.idleTimeout = .seconds(3_600) })
        all.append(RequestOptions { $0.maximumResponseSize = 1_000 })
        all.append(RequestOptions { $0.secretHeaderFields = ["X-Customer"] })
        let calls = (all + all).map { StartedCall(Optioned(requestOptions: $0), provider) }
        while coalescing.waiterCount < calls.count { await Task.yield() }
        gate.update { $0 = true }
        for call in calls { _ = try await call.result() }
        #expect(requests.value.count == all.count)
    }

    // MARK: Times

    @Test(arguments: [Duration.zero, .seconds(-1), .seconds(Int64.min)])
    func nothingIsSentWhenThereIsNoTime(_ time: Duration) async throws {
        let options = [RequestOptions { $0.deadline = time }, RequestOptions { $0.timeout = time }]
        for (options, kind) in zip(options, [TransportError.Kind.deadlineExceeded, .timedOut]) {
            let provider = Provider<Zen>(transport: keeping, requestOptions: options)
            let result = await Result { () async throws(TalynError) in try await provider.request(.zen) }
            guard case .failure(let error) = result else { throw TestFailure() }
            #expect(error.transportError?.kind == kind)
        }
        #expect(requests.value.isEmpty)
    }

    @Test func timesDoNotHideACancellation() async throws {
        let options = [RequestOptions { $0.deadline = .seconds(5) }, RequestOptions { $0.timeout = .seconds(5) }]
        for options in options {
            let task = Task { [keeping, clock] in
                withUnsafeCurrentTask { $0?.cancel() }
                let provider = Provider<Zen>(transport: keeping, requestOptions: options, clock: clock)
                return await Result { () async throws(TalynError) in try await provider.request(.zen) }
            }
            #expect(await task.value.text == "cancelled")
        }
        #expect(requests.value.isEmpty)
    }

    @Test func attemptEndsWhenItsTimeIsUp() async throws {
        let provider = Provider<Zen>(
            transport: silent,
            plugins: [Twice()],
            requestOptions: RequestOptions { $0.timeout = .seconds(5) },
            clock: clock
        )
        let task = Task { await Result { () async throws(TalynError) in try await provider.request(.zen) } }
        for _ in 0..<2 {
            await clock.sleepers(atLeast: 1)
            clock.advance(by: .seconds(5))
        }
        guard case .failure(let error) = await task.value else { throw TestFailure() }
        #expect(error.transportError?.kind == .timedOut)
        #expect(error.transportError?.origin?.description == "https://api.example.com:443")
        #expect(error.isTimedOut)
        #expect(error.metrics?.attempts.map(\.duration) == [.seconds(5), .seconds(5)])
        #expect(requests.value.count == 2)
    }

    @Test func callEndsAtItsDeadlineDuringAnyWait() async throws {
        let provider = Provider<Zen>(
            transport: keeping,
            plugins: [Napping(clock: clock)],
            requestOptions: RequestOptions { $0.deadline = .seconds(5) },
            clock: clock
        )
        let task = Task { await Result { () async throws(TalynError) in try await provider.request(.zen) } }
        await clock.sleepers(atLeast: 2)
        clock.advance(by: .seconds(5))
        guard case .failure(let error) = await task.value else { throw TestFailure() }
        #expect(error.transportError?.kind == .deadlineExceeded)
        #expect(error.isTimedOut)
        #expect(!error.isCancelled)
        #expect(error.metrics?.duration == .seconds(5))
        #expect(requests.value.isEmpty)
    }

    @Test func deadlineOfOneCallDoesNotEndTheRequestThatItShares() async throws {
        let gate = Watched(false)
        let transport = ClosureTransport { [requests] request in
            requests.update { $0.append(request) }
            await gate.wait { $0 }
            return TransportResponse(statusCode: 200, body: HTTPBody(Data()))
        }
        let coalescing = CoalescingPlugin()
        let provider = Provider<Optioned>(transport: transport, plugins: [coalescing], clock: clock)
        let hurried = Optioned(requestOptions: RequestOptions { $0.deadline = .seconds(5) })
        let patient = Optioned(requestOptions: RequestOptions { $0.deadline = .seconds(50) })
        let calls = [StartedCall(hurried, provider), StartedCall(patient, provider)]
        while coalescing.waiterCount < 2 { await Task.yield() }
        await clock.sleepers(atLeast: 2)
        clock.advance(by: .seconds(5))
        #expect(try await calls[0].result().text == "failed")
        #expect(calls[1].completions.isEmpty)
        gate.update { $0 = true }
        #expect(try await calls[1].result().text == "200")
        #expect(requests.value.count == 1)
    }

    @Test func cancellingACallWithADeadlineIsACancellation() async throws {
        let provider = Provider<Zen>(
            transport: silent,
            requestOptions: RequestOptions {
                $0.deadline = .seconds(5)
                $0.timeout = .seconds(4)
            },
            clock: clock
        )
        let task = Task { await Result { () async throws(TalynError) in try await provider.request(.zen) } }
        await clock.sleepers(atLeast: 2)
        task.cancel()
        #expect(await task.value.text == "cancelled")
    }

    @Test func stubAnswersWithinItsTimes() async throws {
        let options = RequestOptions {
            $0.deadline = .seconds(5)
            $0.timeout = .seconds(4)
        }
        let provider = Provider<Zen>(transport: SampleTransport(), requestOptions: options, clock: clock)
        #expect(try await provider.request(.zen).statusCode == 200)
    }
}

private struct TestFailure: Error {}

private struct Optioned: TargetType {
    var method = HTTPRequest.Method.get
    var headerFields: HTTPFields = [:]
    var requestOptions = RequestOptions()

    var baseURL: URL { URL(string: "https://api.example.com")! }
    var path: RequestPath { "/optioned" }
}

/// Halves the time that a server may be silent.
private struct Hurrying: CallInterceptor {
    func intercept(_ endpoint: Endpoint, context: CallContext, next: @escaping Next) async throws -> Response {
        var endpoint = endpoint
        endpoint.options.idleTimeout = endpoint.options.idleTimeout.map { $0 / 2 }
        return try await next(endpoint)
    }
}

/// Makes every call twice.
private struct Twice: CallInterceptor {
    func intercept(_ endpoint: Endpoint, context: CallContext, next: @escaping Next) async throws -> Response {
        _ = try? await next(endpoint)
        return try await next(endpoint)
    }
}

/// Sleeps for an hour before it lets a call go on.
private struct Napping: CallInterceptor {
    let clock: ManualClock

    func intercept(_ endpoint: Endpoint, context: CallContext, next: @escaping Next) async throws -> Response {
        try await clock.sleep(for: .seconds(3_600))
        return try await next(endpoint)
    }
}
