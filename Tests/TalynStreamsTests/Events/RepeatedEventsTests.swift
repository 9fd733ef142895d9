import Foundation
import HTTPTypes
import TestSupport
import Testing

@testable import TalynCore
@testable import TalynStreams

/// The requests that a stream of events repeats, and the event that ends it.
struct RepeatedEventsTests {
    /// A prompt for a language model, by any method.
    private struct Prompt: TargetType {
        var method = HTTPRequest.Method.post
        var requestOptions = RequestOptions()
        var baseURL: URL { URL(string: "https://api.example.com")! }
        var path: RequestPath { "/chat" }
    }

    private static let fields: HTTPFields = [.contentType: "text/event-stream"]

    /// A provider whose server gives these bodies, one a connection, and then 204.
    private func provider(_ bodies: [String], _ sent: Recorder<OutgoingRequest> = Recorder()) -> Provider<Prompt> {
        let answers = InTurn(bodies.map { HTTPBody(Data($0.utf8)) } + [nil])
        let transport = ClosureTransport { request in
            sent.record(request)
            guard let body = answers.next() else { return TransportResponse(statusCode: 204, body: HTTPBody(Data())) }
            return TransportResponse(statusCode: 200, headerFields: Self.fields, body: body)
        }
        return Provider(transport: transport, clock: JumpingClock())
    }

    private func data(_ stream: EventStream<ServerSentEvent>) async throws -> [String] {
        var data: [String] = []
        for try await event in stream { data.append(event.data) }
        return data
    }

    // MARK: Repetition

    @Test(arguments: [HTTPRequest.Method.post, .put, .patch, .delete])
    func streamOfAnUnsafeMethodEndsWithItsBody(method: HTTPRequest.Method) async throws {
        let sent = Recorder<OutgoingRequest>()
        let events = provider(["id: 1\nretry: 1\ndata: a\n\n", "data: b\n\n"], sent).events(Prompt(method: method))
        #expect(try await data(events) == ["a"])
        #expect(sent.events.count == 1)
    }

    @Test(arguments: [HTTPRequest.Method.get, .query])
    func streamOfASafeMethodConnectsAgain(method: HTTPRequest.Method) async throws {
        let sent = Recorder<OutgoingRequest>()
        let events = provider(["data: a\n\n", "data: b\n\n"], sent).events(Prompt(method: method))
        #expect(try await data(events) == ["a", "b"])
        #expect(sent.events.count == 3)
    }

    @Test(arguments: [
        RequestOptions { $0.reconnection = .never }, RequestOptions { $0.idempotency = .never },
    ])
    func callerCanForbidASecondConnection(options: RequestOptions) async throws {
        let sent = Recorder<OutgoingRequest>()
        let events = provider(["data: a\n\n", "data: b\n\n"], sent).events(Prompt(method: .get), options: options)
        #expect(try await data(events) == ["a"])
        #expect(sent.events.count == 1)
    }

    /// A retry before the head is another thing than a new answer after the first events.
    @Test func idempotentPostIsNotRepeatedAfterItsEvents() async throws {
        let sent = Recorder<OutgoingRequest>()
        let options = RequestOptions { $0.idempotency = .always }
        let events = provider(["data: a\n\n", "data: b\n\n"], sent).events(Prompt(), options: options)
        #expect(try await data(events) == ["a"])
        #expect(sent.events.count == 1)
    }

    @Test func repeatedPostHasTheKeyOfTheFirst() async throws {
        let sent = Recorder<OutgoingRequest>()
        let options = RequestOptions {
            $0.idempotency = .key
            $0.reconnection = .init()
        }
        let events = provider(["id: 1\ndata: a\n\n", "data: b\n\n"], sent).events(Prompt(), options: options)
        #expect(try await data(events) == ["a", "b"])
        let keys = sent.events.map { $0.headerFields["Idempotency-Key"] }
        #expect(keys.count == 3 && Set(keys).count == 1 && keys[0] != nil)
        #expect(sent.events.map { $0.headerFields["Last-Event-ID"] } == [nil, "1", "1"])
    }

    @Test func lostConnectionOfAPostFailsTheStreamAfterItsEvents() async throws {
        let sent = Recorder<OutgoingRequest>()
        let transport = ClosureTransport { request in
            sent.record(request)
            let chunks = InTurn(["data: a\n\n", nil])
            let body = HTTPBody {
                guard let chunk = chunks.next() else { throw TransportError(.connectionLost) }
                return Data(chunk.utf8)
            }
            return TransportResponse(statusCode: 200, headerFields: Self.fields, body: body)
        }
        let events = Provider<Prompt>(transport: transport, clock: JumpingClock()).events(Prompt())
        var iterator = events.makeAsyncIterator()
        #expect(try await iterator.next()?.data == "a")
        let error = await #expect(throws: TalynError.self) { try await iterator.next() }
        #expect(error?.transportError?.kind == .connectionLost)
        #expect(sent.events.count == 1)
    }

    // MARK: The end

    @Test func markEndsTheStreamBeforeIt() async throws {
        let prompt = Prompt(requestOptions: RequestOptions { $0.endOfEvents = .data("[DONE]") })
        let body = #"data: {"name":"ada"}"# + "\n\ndata: [DONE]\n\ndata: late\n\n"
        var users: [User] = []
        for try await user in provider([body]).events(prompt, as: User.self) { users.append(user) }
        #expect(users == [User(name: "ada")])
    }

    @Test func typeOfAnEventEndsTheStreamAfterIt() async throws {
        let options = RequestOptions { $0.endOfEvents = .event("failed", "completed") }
        let body = "event: delta\ndata: a\n\nevent: completed\ndata: b\n\ndata: late\n\n"
        #expect(try await data(provider([body]).events(Prompt(), options: options)) == ["a", "b"])
    }

    @Test func closuresTellTheEnd() async throws {
        let before = RequestOptions { $0.endOfEvents = .before { $0.data == "b" } }
        let after = RequestOptions { $0.endOfEvents = .after { $0.data == "b" } }
        let body = "data: a\n\ndata: b\n\ndata: c\n\n"
        #expect(try await data(provider([body]).events(Prompt(), options: before)) == ["a"])
        #expect(try await data(provider([body]).events(Prompt(), options: after)) == ["a", "b"])
    }

    @Test func answerThatEndsBeforeItsMarkIsCutOff() async throws {
        let options = RequestOptions { $0.endOfEvents = .data("[DONE]") }
        var iterator = provider(["data: a\n\n"]).events(Prompt(), options: options).makeAsyncIterator()
        #expect(try await iterator.next()?.data == "a")
        let error = await #expect(throws: TalynError.self) { try await iterator.next() }
        #expect(error?.reason == .body)
        #expect(error?.statusCode == 200)
        guard case .endedEarly? = error?.underlyingError as? StreamError else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    /// Many servers leave out the blank line after the last event, or the end of its line.
    @Test(arguments: ["", "\n", "\r\n", "\r"])
    func endCountsWithoutTheBlankLineAfterIt(lineEnd: String) async throws {
        let mark = RequestOptions { $0.endOfEvents = .data("[DONE]") }
        let marked = provider(["data: a\n\ndata: [DONE]" + lineEnd]).events(Prompt(), options: mark)
        #expect(try await data(marked) == ["a"])
        let type = RequestOptions { $0.endOfEvents = .event("stop") }
        let typed = provider(["data: a\n\nevent: stop\ndata: b" + lineEnd]).events(Prompt(), options: type)
        #expect(try await data(typed) == ["a", "b"])
        let other = provider(["data: a\n\ndata: b" + lineEnd]).events(Prompt(), options: mark)
        let error = await #expect(throws: TalynError.self) { try await data(other) }
        #expect(error?.reason == .body)
    }

    @Test func streamOfAGetConnectsAgainUntilTheEnd() async throws {
        let sent = Recorder<OutgoingRequest>()
        let options = RequestOptions { $0.endOfEvents = .data("[DONE]") }
        let events = provider(["data: a\n\n", "data: b\n\ndata: [DONE]\n\n", "data: c\n\n"], sent)
            .events(Prompt(method: .get), options: options)
        #expect(try await data(events) == ["a", "b"])
        #expect(sent.events.count == 2)
    }

    @Test func markThatIsNotDeclaredIsNamed() async throws {
        let body = #"data: {"name":"ada"}"# + "\n\ndata: [DONE]\n\n"
        var users = provider([body]).events(Prompt(), as: User.self).makeAsyncIterator()
        #expect(try await users.next() == User(name: "ada"))
        let error = await #expect(throws: TalynError.self) { try await users.next() }
        guard case .undeclaredEnd(number: 2)? = error?.underlyingError as? StreamError else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect("\(error!)".contains(#"endOfEvents = .data("[DONE]")"#))
        #expect("\(error!)".hasPrefix("Prompt POST "))
    }

    @Test func endReleasesTheConnection() async throws {
        let released = Recorder<String>()
        let transport = ClosureTransport { _ in
            let token = ReleaseToken(released)
            let chunks = InTurn(["data: a\n\ndata: [DONE]\n\n"])
            let body = HTTPBody {
                defer { withExtendedLifetime(token) {} }
                return Data(chunks.next().utf8)
            }
            return TransportResponse(statusCode: 200, headerFields: Self.fields, body: body)
        }
        let options = RequestOptions { $0.endOfEvents = .data("[DONE]") }
        let events = Provider<Prompt>(transport: transport).events(Prompt(), options: options)
        #expect(try await data(events) == ["a"])
        #expect(released.events == ["released"])
    }

    private final class ReleaseToken: Sendable {
        private let released: Recorder<String>

        init(_ released: Recorder<String>) {
            self.released = released
        }

        deinit {
            released.record("released")
        }
    }

    // MARK: Types of events

    private enum MessageEvent: EventDecodable, Equatable {
        case delta(User)
        case stop
        case other(ServerSentEvent)

        init(event: ServerSentEvent, decoder: JSONDecoder) throws {
            switch event.event {
            case "delta": self = .delta(try event.decode(using: decoder))
            case "stop": self = .stop
            default: self = .other(event)
            }
        }
    }

    @Test func typesOfEventsAreCasesAndUnknownOnesAreKept() async throws {
        let body = "event: delta\ndata: {\"name\":\"ada\"}\n\nevent: ping\ndata: {}\n\nevent: stop\ndata: {}\n\n"
        var events: [MessageEvent] = []
        for try await event in provider([body]).events(Prompt(), as: MessageEvent.self) { events.append(event) }
        let ping = ServerSentEvent(event: "ping", data: "{}")
        #expect(events == [.delta(User(name: "ada")), .other(ping), .stop])
    }

    /// A type that is also Decodable is made in its own way.
    private struct Both: EventDecodable, Decodable {
        let text: String

        init(event: ServerSentEvent, decoder: JSONDecoder) {
            text = event.event
        }
    }

    @Test func ownWayOfATypeCountsMoreThanItsJSON() async throws {
        for try await event in provider(["event: e\ndata: {\"text\":\"json\"}\n\n"]).events(Prompt(), as: Both.self) {
            #expect(event.text == "e")
        }
        for try await event in provider(["data: a\n\n"]).events(Prompt(), as: ServerSentEvent.self) {
            #expect(event.data == "a")
        }
    }

    private struct Overloaded: Error {}

    private enum Careful: EventDecodable {
        case event

        init(event: ServerSentEvent, decoder: JSONDecoder) throws {
            if event.event == "error" { throw Overloaded() }
            if event.event == "broken" { _ = try event.decode(User.self, using: decoder) }
            self = .event
        }
    }

    /// A server that fails after the head can say so only in an event.
    @Test func failureInAnEventReachesTheCaller() async throws {
        var events = provider(["event: a\ndata: a\n\nevent: error\ndata: {}\n\n"]).events(Prompt(), as: Careful.self)
            .makeAsyncIterator()
        #expect(try await events.next() == .event)
        let error = await #expect(throws: TalynError.self) { try await events.next() }
        #expect(error?.underlyingError is Overloaded)
        var broken = provider(["event: broken\ndata: {}\n\n"]).events(Prompt(), as: Careful.self).makeAsyncIterator()
        let mistake = await #expect(throws: TalynError.self) { try await broken.next() }
        #expect(mistake?.reason == .body)
    }

    // MARK: Tokens

    private static let usages = [
        #"data: {"choices":[],"usage":null}"# + "\n\n"
            + #"data: {"choices":[],"usage":{"prompt_tokens":9,"completion_tokens":4}}"# + "\n\n",
        #"data: {"type":"response.completed","response":{"usage":{"input_tokens":9,"output_tokens":4}}}"# + "\n\n",
        #"data: {"type":"message_start","message":{"usage":{"input_tokens":9,"output_tokens":1}}}"# + "\n\n"
            + #"data: {"type":"message_delta","usage":{"output_tokens":4}}"# + "\n\n",
    ]

    @Test(arguments: usages)
    func tokensThatTheServerTellsAreInTheMetrics(body: String) async throws {
        let contexts = Recorder<CallContext>()
        let transport = ClosureTransport { request in
            if let context = request.context { contexts.record(context) }
            return TransportResponse(statusCode: 200, headerFields: Self.fields, body: HTTPBody(Data(body.utf8)))
        }
        let provider = Provider<Prompt>(transport: transport)
        _ = try await data(provider.events(Prompt()))
        _ = try await data(provider.events(Prompt(), options: RequestOptions { $0.countsTokens = true }))
        let metrics = contexts.events.map(\.metrics)
        #expect(metrics[0].counts == [:])
        #expect(metrics[1].counts == ["gen_ai.usage.input_tokens": 9, "gen_ai.usage.output_tokens": 4])
        #expect(metrics[1].description.contains("gen_ai.usage.output_tokens: 4"))
    }

    // MARK: Time

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
