import Foundation
import HTTPTypes
import TestSupport
import Testing

@testable import TalynCore
@testable import TalynStreams

/// The limits of the time before and between events.
struct EventTimeoutsTests: PromptTests {
    /// A provider whose server gives these texts and then nothing more.
    private func silentProvider(
        after texts: [String],
        _ clock: ManualClock,
        _ sent: Recorder<OutgoingRequest> = Recorder()
    ) -> Provider<Prompt> {
        let transport = ClosureTransport { request in
            sent.record(request)
            let texts = InTurn(texts + [nil])
            let silence = AsyncStream<Data>.makeStream()
            let body = HTTPBody {
                if let text = texts.next() { return Data(text.utf8) }
                defer { withExtendedLifetime(silence.continuation) {} }
                for await chunk in silence.stream { return chunk }
                throw CancellationError()
            }
            return TransportResponse(statusCode: 200, headerFields: Self.fields, body: body)
        }
        return Provider(transport: transport, clock: clock)
    }

    @Test func firstEventHasALimit() async throws {
        let clock = ManualClock()
        let options = RequestOptions { $0.firstEventTimeout = .seconds(30) }
        let events = silentProvider(after: [": processing\n\n"], clock).events(Prompt(), options: options)
        let task = Task { try await data(events) }
        await clock.sleepers(atLeast: 1)
        clock.advance(by: .seconds(30))
        let error = await #expect(throws: TalynError.self) { try await task.value }
        #expect(error?.transportError?.kind == .timedOut)
        #expect("\(error!)".contains("firstEventTimeout"))
        #expect("\(error!)".hasPrefix("Prompt POST ") && "\(error!)".contains("within 30.0 s."))
    }

    private struct Slow: CallInterceptor {
        let clock: ManualClock

        func intercept(_ endpoint: Endpoint, context: CallContext, next: @escaping Next) async throws -> Response {
            try await clock.sleep(for: .seconds(60))
            return try await next(endpoint)
        }
    }

    @Test func waitsOfPluginsDoNotCountToTheFirstEvent() async throws {
        let clock = ManualClock()
        let transport = ClosureTransport { _ in
            TransportResponse(statusCode: 200, headerFields: Self.fields, body: HTTPBody(Data("data: a\n\n".utf8)))
        }
        let provider = Provider<Prompt>(transport: transport, plugins: [Slow(clock: clock)], clock: clock)
        let events = provider.events(Prompt(), options: RequestOptions { $0.firstEventTimeout = .seconds(30) })
        let task = Task { try await data(events) }
        await clock.sleepers(atLeast: 1)
        clock.advance(by: .seconds(60))
        #expect(try await task.value == ["a"])
    }

    @Test func headThatDoesNotComeEndsTheWaitForTheFirstEvent() async throws {
        let clock = ManualClock()
        let transport = ClosureTransport { _ in
            try await clock.sleep(for: .seconds(3_600))
            throw TransportError(.connectionLost)
        }
        let provider = Provider<Prompt>(transport: transport, clock: clock)
        let events = provider.events(Prompt(), options: RequestOptions { $0.firstEventTimeout = .seconds(30) })
        let task = Task { try await data(events) }
        await clock.sleepers(atLeast: 2)
        clock.advance(by: .seconds(30))
        let error = await #expect(throws: TalynError.self) { try await task.value }
        #expect(error?.transportError?.kind == .timedOut)
        #expect("\(error!)".contains("firstEventTimeout"))
    }

    @Test func timeBetweenEventsHasALimit() async throws {
        let clock = ManualClock()
        let options = RequestOptions { $0.eventTimeout = .seconds(5) }
        let events = silentProvider(after: ["data: a\n\n", "data: b\n\n: c\n\n"], clock).events(
            Prompt(),
            options: options
        )
        let received = Recorder<String>()
        let task = Task {
            for try await event in events { received.record(event.data) }
        }
        await clock.sleepers(atLeast: 1)
        #expect(received.events.last == "b")
        clock.advance(by: .seconds(5))
        let error = await #expect(throws: TalynError.self) { try await task.value }
        #expect(error?.transportError?.kind == .timedOut)
        #expect(received.events == ["a", "b"])
    }

    /// Notes the failures that an exchange ends with, as a plugin sees them.
    private struct Watch: ExchangeInterceptor {
        let failures: Recorder<TransportError.Kind?>

        func intercept(
            _ request: OutgoingRequest,
            next: @escaping NextExchange
        ) async throws -> TransportResponse {
            var response: TransportResponse
            do {
                response = try await next(request)
            } catch {
                failures.record((error as? TransportError)?.kind)
                throw error
            }
            let body = response.body
            response.body = HTTPBody(isReplayable: false) {
                nonisolated(unsafe) var chunks = body.makeAsyncIterator()
                return {
                    do {
                        return try await chunks.next()
                    } catch {
                        failures.record((error as? TransportError)?.kind)
                        throw error
                    }
                }
            }
            return response
        }
    }

    @Test(arguments: [[], ["data: a\n\n"]])
    func pluginsSeeTheTimeoutInPlaceOfACancellation(texts: [String]) async throws {
        let clock = ManualClock()
        let failures = Recorder<TransportError.Kind?>()
        let options = RequestOptions {
            $0.firstEventTimeout = .seconds(5)
            $0.eventTimeout = .seconds(5)
        }
        let provider = silentProvider(after: texts, clock).adding(plugins: [Watch(failures: failures)])
        let task = Task { try await data(provider.events(Prompt(), options: options)) }
        await clock.sleepers(atLeast: 1)
        clock.advance(by: .seconds(5))
        let error = await #expect(throws: TalynError.self) { try await task.value }
        #expect(error?.transportError?.kind == .timedOut)
        #expect(failures.events == [.timedOut])
    }

    @Test func pluginsSeeTheTimeoutOfTheHead() async throws {
        let clock = ManualClock()
        let failures = Recorder<TransportError.Kind?>()
        let transport = ClosureTransport { _ in
            try await clock.sleep(for: .seconds(3_600))
            throw TransportError(.connectionLost)
        }
        let provider = Provider<Prompt>(transport: transport, plugins: [Watch(failures: failures)], clock: clock)
        let events = provider.events(Prompt(), options: RequestOptions { $0.firstEventTimeout = .seconds(30) })
        let task = Task { try await data(events) }
        await clock.sleepers(atLeast: 2)
        clock.advance(by: .seconds(30))
        await #expect(throws: TalynError.self) { try await task.value }
        #expect(failures.events == [.timedOut])
    }

    /// Events that carry nothing, such as the pings of a model that thinks, show that the server is there.
    @Test func pingsCountAsEvents() async throws {
        let clock = ManualClock()
        let options = RequestOptions {
            $0.firstEventTimeout = .seconds(5)
            $0.eventTimeout = .seconds(5)
        }
        let bodies = ["event: ping\ndata: {}\n\n", "event: ping\ndata: {}\n\n", "event: stop\ndata: {}\n\n"]
        let events = silentProvider(after: bodies, clock).events(Prompt(), as: MessageEvent.self, options: options)
        var iterator = events.makeAsyncIterator()
        for _ in 0..<2 {
            guard case .other? = try await iterator.next() else {
                Issue.record("no ping")
                return
            }
            clock.advance(by: .seconds(4))
        }
        #expect(try await iterator.next() == .stop)
    }

    @Test func cancellingInTheMiddleEndsTheConnection() async throws {
        let clock = ManualClock()
        let options = RequestOptions { $0.eventTimeout = .seconds(5) }
        let events = silentProvider(after: ["data: a\n\n"], clock).events(Prompt(), options: options)
        let task = Task { try await data(events) }
        await clock.sleepers(atLeast: 1)
        task.cancel()
        let error = await #expect(throws: TalynError.self) { try await task.value }
        #expect(error?.isCancelled == true)
    }
}
