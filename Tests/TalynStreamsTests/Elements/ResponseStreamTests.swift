import Foundation
import TalynStreams
import TestSupport
import Testing
import _TalynSupport

@testable import TalynCore
@testable import TalynPlugins

struct ResponseStreamTests {
    private func provider(
        _ status: Int = 200,
        _ body: Data = Data("Keep it simple.".utf8),
        plugins: [any Plugin] = [],
        clock: any Clock<Duration> = ContinuousClock()
    ) -> Provider<Zen> {
        Provider(answering: { .networkResponse(status, body) }, plugins: plugins, clock: clock)
    }

    private func text<Stream: AsyncSequence>(_ stream: Stream) async throws -> String where Stream.Element == Data {
        var data = Data()
        for try await chunk in stream { data += chunk }
        return String(decoding: data, as: UTF8.self)
    }

    // MARK: Making the call

    @Test func nothingIsSentBeforeItIsReadAndEachReadingIsACall() async throws {
        let sent = Recorder<String>()
        let provider = provider(plugins: [RecordingPlugin(name: "a", recorder: sent)])
        let stream = provider.stream(.zen)
        #expect(sent.events.isEmpty)
        #expect(try await text(stream) == "Keep it simple.")
        #expect(try await text(stream) == "Keep it simple.")
        #expect(sent.events.filter { $0 == "a willSend" }.count == 2)
    }

    @Test func pluginsAreAskedAsInAnyCall() async throws {
        let (streamed, requested) = (Recorder<String>(), Recorder<String>())
        _ = try await text(provider(plugins: [RecordingPlugin(name: "a", recorder: streamed)]).stream(.zen))
        _ = try await provider(plugins: [RecordingPlugin(name: "a", recorder: requested)]).request(.zen)
        #expect(streamed.events == requested.events)
        #expect(streamed.events.count == 6)
    }

    @Test func openedResponseCanBeReadOnce() async throws {
        let opened = try await provider().stream(.zen).open()
        #expect(try await text(opened.body) == "Keep it simple.")
        let error = await #expect(throws: TalynError.self) { try await text(opened.body) }
        #expect(error?.underlyingError as? BodyError == .streamAlreadyUsed)
    }

    @Test func targetThatMustNotBeSentIsNot() async throws {
        struct Refused: TargetType {
            struct Reason: Error {}
            var baseURL: URL { URL(string: "https://api.example.com")! }
            var path: RequestPath { "" }
            func checkBeforeSending() throws { throw Reason() }
        }
        let error = await #expect(throws: TalynError.self) {
            try await text(Provider<Refused>(transport: SampleTransport()).stream(Refused()))
        }
        #expect(error?.underlyingError is Refused.Reason)
    }

    @Test func requestIsSharedWithNobody() async throws {
        let count = Locked(0)
        let transport = ClosureTransport { _ in
            count.withLock { $0 += 1 }
            return TransportResponse(statusCode: 200, body: HTTPBody(Data("own".utf8)))
        }
        let provider = Provider<Zen>(transport: transport, plugins: [CoalescingPlugin()])
        let first = try await provider.stream(.zen).open()
        let second = try await provider.stream(.zen).open()
        #expect(try await text(first.body) == "own")
        #expect(try await text(second.body) == "own")
        #expect(count.withLock { $0 } == 2)
    }

    @Test func multiProviderStreamsTargetsOfAnyType() async throws {
        let multi = MultiProvider(transport: SampleTransport())
        #expect(try await text(multi.provider(for: Zen.self).stream(.zen)) == "Keep it simple.")
    }

    // MARK: Statuses

    @Test func statusThatTheTargetRefusesFailsWithTheWholeBody() async throws {
        let error = await #expect(throws: TalynError.self) {
            try await provider(404, Data("no such thing".utf8)).stream(.strict).open()
        }
        #expect(error?.response?.statusCode == 404)
        #expect(error?.response?.data == Data("no such thing".utf8))
    }

    @Test func statusOfAFailureFailsTheReading() async throws {
        let provider = provider(404, Data(#"{"name":"nobody"}"#.utf8))
        let error = await #expect(throws: TalynError.self) { try await text(provider.stream(.strict)) }
        #expect(error?.reason == .unacceptableStatus)
        #expect(error?.statusCode == 404)
        #expect(error?.decode(User.self) == User(name: "nobody"))
    }

    @Test func bodyOfAFailureIsReadIfTheTargetAcceptsIt() async throws {
        #expect(try await text(provider(404, Data("no such thing".utf8)).stream(.zen)) == "no such thing")
    }

    @Test func openedStreamShowsTheStatusAndTheBodyOfAFailure() async throws {
        let opened = try await provider(404, Data("no such thing".utf8)).stream(.zen).open()
        #expect(opened.response.statusCode == 404)
        #expect(try await text(opened.body) == "no such thing")
    }

    @Test func noMoreIsKeptOfAFailureThanExplainsIt() async throws {
        let pulled = Locked(0)
        let transport = ClosureTransport { _ in
            let body = HTTPBody(isReplayable: false) {
                {
                    pulled.withLock { $0 += 1 }
                    return Data(count: 1 << 16)
                }
            }
            return TransportResponse(statusCode: 500, body: body)
        }
        let error = await #expect(throws: TalynError.self) {
            try await text(Provider<Zen>(transport: transport).stream(.strict))
        }
        #expect(error?.response?.data.count == 1 << 20)
        #expect(pulled.withLock { $0 } == 16)
    }

    // MARK: What plugins do with it

    @Test func headThatAsksForItIsTriedAgain() async throws {
        let statuses = Locked([503, 200])
        let transport = ClosureTransport { _ in
            let status = statuses.withLock { $0.removeFirst() }
            return TransportResponse(statusCode: status, body: HTTPBody(Data("body of \(status)".utf8)))
        }
        let provider = Provider<Zen>(transport: transport, plugins: [RetryPlugin.jumping()])
        let opened = try await provider.stream(.zen).open()
        #expect(try await text(opened.body) == "body of 200")
        #expect(opened.response.metrics?.attempts.map(\.statusCode) == [503, 200])
    }

    @Test func responseThatAPluginGivesIsReadToo() async throws {
        struct Answering: CallInterceptor {
            func intercept(
                _ endpoint: Endpoint,
                context: CallContext,
                next: @escaping Next
            ) async throws -> Response {
                Response(statusCode: 203, data: Data("from memory".utf8), headerFields: [:])
            }
        }
        let opened = try await provider(plugins: [Answering()]).stream(.zen).open()
        #expect(opened.response.statusCode == 203)
        #expect(try await text(opened.body) == "from memory")
    }

    @Test func responseThatAPluginHasGivenBeforeSaysThatItHasBeenRead() async throws {
        let provider = provider(plugins: [RememberingPlugin()])
        #expect(try await text(provider.stream(.zen)) == "Keep it simple.")
        let error = await #expect(throws: TalynError.self) { try await text(provider.stream(.zen)) }
        #expect(error?.underlyingError as? BodyError == .streamAlreadyUsed)
    }

    @Test func judgeOfBodiesIsNotAskedAboutOneThatIsNotThereYet() async throws {
        let judged = Recorder<Int>()
        let plugin = RetryPlugin.jumping {
            $0.shouldRetry = { response, _ in
                judged.record(response.statusCode)
                return true
            }
        }
        let sent = Recorder<String>()
        let provider = provider(plugins: [plugin, RecordingPlugin(name: "a", recorder: sent)])
        #expect(try await text(provider.stream(.zen)) == "Keep it simple.")
        #expect(judged.events.isEmpty)
        #expect(sent.events.filter { $0 == "a willSend" }.count == 1)
    }

    @Test func resultThatAPluginChangesIsReadToo() async throws {
        struct Changing: CallInterceptor {
            func intercept(
                _ endpoint: Endpoint,
                context: CallContext,
                next: @escaping Next
            ) async throws -> Response {
                _ = try? await next(endpoint)
                return Response(statusCode: 200, data: Data("changed".utf8), headerFields: [:])
            }
        }
        #expect(try await text(provider(404, plugins: [Changing()]).stream(.strict)) == "changed")
    }

    // MARK: Time and cancellation

    @Test func deadlineOfABodyNeedsOneTimer() async throws {
        let clock = SleepCountingClock()
        let transport = ClosureTransport { _ in
            let rest = Locked(100)
            let body = HTTPBody(isReplayable: false) {
                {
                    await Task.yield()
                    return rest.withLock { rest in
                        rest -= 1
                        return rest < 0 ? nil : Data("a".utf8)
                    }
                }
            }
            return TransportResponse(statusCode: 200, body: body)
        }
        let provider = Provider<Zen>(transport: transport, clock: clock)
        let options = RequestOptions { $0.deadline = .seconds(10) }
        #expect(try await text(provider.stream(.zen, options: options)).count == 100)
        // One for the head, and one for the body, if either was waited for at all.
        #expect(clock.count <= 2)
    }

    @Test func deadlineEndsABodyThatTakesTooLong() async throws {
        let clock = ManualClock()
        let silent = Promise<Data>()
        let transport = ClosureTransport { _ in
            let first = Locked<Data?>(Data("first".utf8))
            let body = HTTPBody(isReplayable: false) {
                {
                    if let chunk = first.withLock({ $0.take() }) { return chunk }
                    guard let chunk = await silent.value() else { throw CancellationError() }
                    return chunk
                }
            }
            return TransportResponse(statusCode: 200, body: body)
        }
        let provider = Provider<Zen>(transport: transport, clock: clock)
        let options = RequestOptions { $0.deadline = .seconds(10) }
        var chunks = provider.stream(.zen, options: options).makeAsyncIterator()
        #expect(try await chunks.next() == Data("first".utf8))
        async let late: Void = {
            await clock.sleepers(atLeast: 1)
            clock.advance(by: .seconds(10))
        }()
        let error = await #expect(throws: TalynError.self) { try await chunks.next() }
        await late
        #expect(error?.transportError?.kind == .deadlineExceeded)
        #expect(error?.metrics?.attempts.last?.failure?.contains("deadline") == true)
    }

    @Test func timeoutOfAnAttemptCountsUntilTheHead() async throws {
        let clock = ManualClock()
        let transport = ClosureTransport { _ in
            let body = HTTPBody(isReplayable: false) {
                var rest = [Data("late".utf8)]
                return {
                    clock.advance(by: .seconds(60))
                    return rest.popLast()
                }
            }
            return TransportResponse(statusCode: 200, body: body)
        }
        let provider = Provider<Zen>(transport: transport, clock: clock)
        let stream = provider.stream(.zen, options: RequestOptions { $0.timeout = .seconds(10) })
        #expect(try await text(stream) == "late")
    }

    @Test func cancelledTaskReadsNoMore() async throws {
        let provider = provider()
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return await Result { () async throws(TalynError) in try await provider.stream(.zen).open() }
        }
        #expect(await task.value.isCancelled)
        let opened = try await provider.stream(.zen).open()
        let reading = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            var chunks = opened.body.makeAsyncIterator()
            return await Result { () async throws(TalynError) in try await chunks.next() }
        }
        #expect(await reading.value.isCancelled)
    }

    @Test func endOfABodyInACancelledTaskIsNotItsEnd() async throws {
        let (chunks, continuation) = AsyncStream.makeStream(of: Data.self)
        continuation.yield(Data("first".utf8))
        let transport = ClosureTransport { _ in TransportResponse(statusCode: 200, body: HTTPBody(chunks)) }
        let first = Promise<Data>()
        let task = Task {
            await Result { () async throws(TalynError) in
                for try await chunk in Provider<Zen>(transport: transport).stream(.zen) { first.resolve(chunk) }
            }
        }
        _ = await first.value()
        task.cancel()
        #expect(await task.value.isCancelled)
        continuation.finish()
    }

    // MARK: The account

    @Test func metricsCountTheBytesSoFar() async throws {
        let clock = ManualClock()
        let transport = ClosureTransport { _ in
            let body = HTTPBody(isReplayable: false) {
                var rest = [Data(count: 5), Data(count: 3)]
                return {
                    clock.advance(by: .seconds(2))
                    return rest.popLast()
                }
            }
            return TransportResponse(statusCode: 200, body: body)
        }
        let provider = Provider<Zen>(transport: transport, clock: clock)
        let opened = try await provider.stream(.zen).open()
        #expect(opened.response.metrics?.attempts.last?.receivedBytes == 0)
        #expect(opened.response.metrics?.duration == .zero)
        var chunks = opened.body.makeAsyncIterator()
        _ = try await chunks.next()
        #expect(opened.response.metrics?.attempts.last?.receivedBytes == 3)
        while try await chunks.next() != nil {}
        let account = try #require(opened.response.metrics)
        #expect(account.attempts.last?.receivedBytes == 8)
        #expect(account.duration == .seconds(6))
        #expect(account.attempts.last?.receiving == .seconds(6))
    }
}

/// Gives the first response again and again.
private struct RememberingPlugin: CallInterceptor {
    private let first = Locked<Response?>(nil)

    func intercept(_ endpoint: Endpoint, context: CallContext, next: @escaping Next) async throws -> Response {
        if let response = first.withLock({ $0 }) { return response }
        let response = try await next(endpoint)
        first.withLock { $0 = response }
        return response
    }
}

/// A clock whose time stands still, and that counts how often it is waited for.
private final class SleepCountingClock: Clock {
    private let clock = ManualClock()
    private let sleeps = Locked(0)

    var count: Int { sleeps.withLock { $0 } }
    var now: ManualClock.Instant { clock.now }
    var minimumResolution: Duration { .zero }

    func sleep(until deadline: ManualClock.Instant, tolerance: Duration?) async throws {
        sleeps.withLock { $0 += 1 }
        try await clock.sleep(until: deadline)
    }
}
