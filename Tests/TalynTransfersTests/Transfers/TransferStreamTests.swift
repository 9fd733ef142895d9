import Foundation
import TestSupport
import Testing

@testable import TalynCore
@testable import TalynTransfers

struct TransferStreamTests {
    private let clock = ManualClock()

    private func provider(_ transport: TransferTransport, plugins: [any Plugin] = []) -> Provider<Probe> {
        Provider(transport: transport, plugins: plugins, clock: clock)
    }

    private func probe(sending count: Int = 0) -> Probe {
        Probe(URL(string: "https://example.com/up")!, "", .post, body: count == 0 ? nil : Data(count: count))
    }

    private func text(_ event: TransferEvent?) -> String {
        switch event {
        case .sent(let progress): "sent \(progress.completed) of \(progress.total ?? -1)"
        case .received(let progress): "received \(progress.completed) of \(progress.total ?? -1)"
        case .finished(let response): "finished \(response.data.count)"
        default: "nothing"
        }
    }

    // MARK: Events

    @Test func progressOfBothBodiesComesBeforeTheResponse() async throws {
        let transport = TransferTransport(received: 3, announced: 30)
        var events = provider(transport).transfer(probe(sending: 25)).makeAsyncIterator()
        var texts: [String] = []
        for _ in 1...6 {
            transport.release(1)
            clock.advance(by: .seconds(1))
            texts.append(text(try await events.next()))
        }
        texts.append(text(try await events.next()))
        texts.append(text(try await events.next()))
        #expect(
            texts == [
                "sent 10 of 25", "sent 20 of 25", "sent 25 of 25", "received 10 of 30", "received 20 of 30",
                "received 30 of 30", "finished 30", "nothing",
            ]
        )
    }

    @Test func cancellingEndsACallWhoseReaderNeverHasToWait() async throws {
        let transport = TransferTransport(received: 3)
        let transfer = provider(transport).transfer(probe())
        let task = Task {
            await Result { () async throws(TalynError) in
                var count = 0
                for try await _ in transfer {
                    count += 1
                    // The next event is there before it is asked for.
                    transport.release(1)
                    await transport.moved(atLeast: count + 1)
                    clock.advance(by: .seconds(1))
                    withUnsafeCurrentTask { $0?.cancel() }
                }
            }
        }
        transport.release(1)
        #expect(await task.value.isCancelled)
        await transport.isOver()
    }

    @Test func nothingIsSentBeforeItIsReadAndEachReadingMakesACall() async throws {
        let transport = TransferTransport(received: 1)
        transport.release(2)
        let transfer = provider(transport).transfer(probe())
        #expect(transport.requestCount == 0)
        for count in 1...2 {
            var texts: [String] = []
            for try await event in transfer { texts.append(text(event)) }
            #expect(texts == ["received 10 of -1", "finished 10"])
            #expect(transport.requestCount == count)
        }
    }

    @Test func slowReaderGetsTheLatest() async throws {
        let transport = TransferTransport(received: 1000)
        var events = provider(transport).transfer(probe()).makeAsyncIterator()
        transport.release(1)
        #expect(text(try await events.next()) == "received 10 of -1")
        for count in 2...900 {
            clock.advance(by: .seconds(1))
            transport.release(1)
            await transport.moved(atLeast: count - 1)
        }
        clock.advance(by: .seconds(1))
        transport.release(100)
        await transport.moved(atLeast: 1000)
        var rest: [String] = []
        while let event = try await events.next() { rest.append(text(event)) }
        #expect(rest.count <= 3)
        #expect(rest.suffix(2) == ["received 10000 of -1", "finished 10000"])
    }

    @Test func lastProgressBeforeAPauseArrivesAfterTheInterval() async throws {
        let transport = TransferTransport(received: 3)
        var events = provider(transport).transfer(probe()).makeAsyncIterator()
        transport.release(1)
        #expect(text(try await events.next()) == "received 10 of -1")
        transport.release(1)
        await clock.sleepers(atLeast: 1)
        clock.advance(by: TransferMeter.interval)
        #expect(text(try await events.next()) == "received 20 of -1")
    }

    @Test func lastCountOfEachBodyIsReportedImmediately() async throws {
        let transport = TransferTransport(received: 5, announced: 50)
        transport.release(10)
        var texts: [String] = []
        for try await event in provider(transport).transfer(probe(sending: 50)) { texts.append(text(event)) }
        #expect(texts.suffix(3) == ["sent 50 of 50", "received 50 of 50", "finished 50"])
    }

    @Test func stubReportsTheProgressOfItsBody() async throws {
        let provider = Provider<Zen>(transport: SampleTransport())
        var texts: [String] = []
        for try await event in provider.transfer(.create("abc")) { texts.append(text(event)) }
        #expect(texts == ["sent 3 of 3", "received 15 of 15", "finished 15"])
    }

    @Test func throughputIsThatOfTheCall() async throws {
        let transport = TransferTransport(received: 3, announced: 30)
        var events = provider(transport).transfer(probe()).makeAsyncIterator()
        transport.release(1)
        _ = try await events.next()
        clock.advance(by: .seconds(2))
        transport.release(1)
        guard case .received(let progress) = try await events.next() else {
            Issue.record("no progress")
            return
        }
        #expect(progress == TransferProgress(completed: 20, total: 30, throughput: 5))
        #expect(progress.estimatedTimeRemaining == .seconds(2))
    }

    @Test func repeatedCallHoldsUntilTheNewAttemptHasPassedIt() async throws {
        struct Twice: CallInterceptor {
            func intercept(_ endpoint: Endpoint, context: CallContext, next: @escaping Next) async throws -> Response {
                _ = try await next(endpoint)
                return try await next(endpoint)
            }
        }
        let transport = TransferTransport(received: 2, announced: 20)
        var events = provider(transport, plugins: [Twice()]).transfer(probe()).makeAsyncIterator()
        transport.release(1)
        #expect(text(try await events.next()) == "received 10 of 20")
        clock.advance(by: .seconds(1))
        transport.release(1)
        #expect(text(try await events.next()) == "received 20 of 20")
        clock.advance(by: .seconds(1))
        transport.release(2)
        #expect(text(try await events.next()) == "finished 20")
        #expect(transport.requestCount == 2)
    }

    @Test func failureFollowsTheLastProgress() async {
        let transport = TransferTransport(received: 2, failure: TransportError(.connectionLost))
        transport.release(2)
        var texts: [String] = []
        let error = await #expect(throws: TalynError.self) {
            for try await event in provider(transport).transfer(probe()) { texts.append(text(event)) }
        }
        #expect(error?.transportError?.kind == .connectionLost)
        #expect(texts.last == "received 20 of -1")
    }

    // MARK: Ends

    @Test func leavingTheLoopEndsTheCall() async throws {
        let transport = TransferTransport(received: 2)
        transport.release(1)
        for try await _ in provider(transport).transfer(probe()) { break }
        await transport.isOver()
    }

    @Test func cancellingTheTaskEndsTheCall() async {
        let transport = TransferTransport(received: 2)
        transport.release(1)
        let provider = provider(transport)
        let task = Task { () async throws in
            for try await _ in provider.transfer(probe()) {}
        }
        await transport.moved(atLeast: 1)
        task.cancel()
        let error = await #expect(throws: TalynError.self) { try await task.value }
        #expect(error?.isCancelled == true)
        await transport.isOver()
    }

    @Test func cancelledTaskSendsNothing() async {
        let transport = TransferTransport(received: 2)
        let provider = provider(transport)
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            for try await _ in provider.transfer(probe()) {}
        }
        let error = await #expect(throws: TalynError.self) { try await task.value }
        #expect(error?.isCancelled == true)
        #expect(transport.requestCount == 0)
    }

    // MARK: Targets of any type

    @Test func multiProviderTakesAnyTarget() async throws {
        let provider = MultiProvider(transport: SampleTransport())
        let response = try await provider.provider(for: Zen.self).transfer(.zen).response()
        #expect(try response.decode(String.self) == "Keep it simple.")
    }
}
