import Foundation
import TestSupport
import Testing
import _TalynSupport

@testable import TalynCore
@testable import TalynStreams

struct EventStreamTests {
    private static let type = HTTPFields([HTTPField(name: .contentType, value: "text/event-stream")])

    /// A provider whose server gives these bodies, one a connection, and then says that there is no more.
    private func provider(
        _ bodies: [String],
        fields: HTTPFields = type,
        sent: Recorder<OutgoingRequest> = Recorder(),
        plugins: [any Plugin] = [],
        clock: any Clock<Duration> = JumpingClock()
    ) -> Provider<Zen> {
        let rest = Locked(bodies[...])
        let transport = ClosureTransport { request in
            sent.record(request)
            guard let body = rest.withLock({ $0.popFirst() }) else {
                return TransportResponse(statusCode: 204, body: HTTPBody(Data()))
            }
            return TransportResponse(statusCode: 200, headerFields: fields, body: HTTPBody(Data(body.utf8)))
        }
        return Provider(transport: transport, plugins: plugins, clock: clock)
    }

    private func data(_ stream: EventStream<ServerSentEvent>) async throws -> [String] {
        var data: [String] = []
        for try await event in stream { data.append(event.data) }
        return data
    }

    // MARK: Connections

    @Test func eventsOfAllConnectionsAreOneStream() async throws {
        let sent = Recorder<OutgoingRequest>()
        let clock = JumpingClock()
        let provider = provider(
            ["id: 1\ndata: one\n\nid: 2\n\ndata: cut of", "retry: 70\ndata: two\n\n", ": nothing\n\n"],
            sent: sent,
            clock: clock
        )
        #expect(try await data(provider.events(.zen)) == ["one", "two"])
        let requests = sent.events
        #expect(requests.map { $0.headerFields["Last-Event-ID"] } == [nil, "2", "2", "2"])
        #expect(requests.allSatisfy { $0.headerFields[.accept] == "text/event-stream" })
        #expect(requests.allSatisfy { $0.headerFields[.cacheControl] == "no-store" })
        let sleeps = clock.sleeps
        #expect(sleeps.count == 3)
        #expect((.seconds(3) ... .seconds(4.5)).contains(sleeps[0]))
        #expect((.milliseconds(70) ... .milliseconds(105)).contains(sleeps[1]))
        // The third connection had no event.
        #expect((.milliseconds(70) ... .milliseconds(1_070)).contains(sleeps[2]))
    }

    @MainActor
    @Test func connectionsOfTheMainActorAreMadeOffIt() async throws {
        struct MainTarget: TargetType {
            let isMain: Recorder<Bool>
            var baseURL: URL { URL(string: "https://api.example.com")! }
            var path: RequestPath {
                isMain.record(Thread.isMainThread)
                return "/events"
            }
        }
        let isMain = Recorder<Bool>()
        let statuses = InTurn([200, 204])
        let transport = ClosureTransport { _ in
            let body = HTTPBody(Data("data: one\n\n".utf8))
            return TransportResponse(statusCode: statuses.next(), headerFields: Self.type, body: body)
        }
        let provider = Provider<MainTarget>(transport: transport, clock: JumpingClock())
        for try await _ in provider.events(MainTarget(isMain: isMain)) {}
        #expect(isMain.events == [false, false])
        MainActor.assertIsolated()
    }

    @Test func streamContinuesAfterTheLastEventOfTheCaller() async throws {
        let sent = Recorder<OutgoingRequest>()
        let events = provider(["data: next\n\n"], sent: sent).events(.zen, after: "41")
        var iterator = events.makeAsyncIterator()
        #expect(try await iterator.next() == ServerSentEvent(data: "next", id: "41"))
        #expect(try await iterator.next() == nil)
        #expect(sent.events.map { $0.headerFields["Last-Event-ID"] } == ["41", "41"])
    }

    @Test func nothingIsSentBeforeAnEventIsAskedFor() async throws {
        let sent = Recorder<OutgoingRequest>()
        let events = provider(["data: a\n\n", "data: b\n\n"], sent: sent).events(.zen)
        #expect(sent.events.isEmpty)
        for try await event in events {
            #expect(event.data == "a")
            break
        }
        #expect(sent.events.count == 1)
    }

    @Test func pluginsAreAskedForEachConnection() async throws {
        let recorder = Recorder<String>()
        let provider = provider(
            ["data: a\n\n", "data: b\n\n"],
            plugins: [RecordingPlugin(name: "a", recorder: recorder)]
        )
        #expect(try await data(provider.events(.zen)) == ["a", "b"])
        #expect(recorder.events.filter { $0 == "a prepare" }.count == 3)
        let results = recorder.events.filter { $0.hasPrefix("a didEnd") }
        #expect(results == ["a didEnd 200", "a didEnd 200", "a didEnd 204"])
    }

    @Test func acceptFieldOfTheTargetIsKept() async throws {
        struct Changes: TargetType {
            var baseURL: URL { URL(string: "https://api.example.com")! }
            var path: RequestPath { "/changes" }
            var headerFields: HTTPFields { [.accept: "text/event-stream, application/json;q=0.1"] }
        }
        let sent = Recorder<OutgoingRequest>()
        let transport = ClosureTransport { request in
            sent.record(request)
            return TransportResponse(statusCode: 204, body: HTTPBody(Data()))
        }
        for try await _ in Provider<Changes>(transport: transport).events(Changes()) {}
        let accepted = sent.events.map { $0.headerFields[.accept] }
        #expect(accepted == ["text/event-stream, application/json;q=0.1"])
    }

    // MARK: What ends a stream

    @Test(arguments: ["text/html", "application/json; charset=utf-8", "nonsense"])
    func anythingElseThanAnEventStreamIsRefused(type: String) async throws {
        let provider = provider(["data: a\n\n"], fields: HTTPFields([HTTPField(name: .contentType, value: type)]))
        let error = await #expect(throws: TalynError.self) { try await data(provider.events(.zen)) }
        guard case .notAnEventStream(type)? = error?.underlyingError as? StreamError else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test(arguments: ["TEXT/Event-Stream", "text/event-stream;charset=utf-8", ""])
    func eventStreamsAreKnownByTheirType(type: String) async throws {
        let fields = type.isEmpty ? HTTPFields() : HTTPFields([HTTPField(name: .contentType, value: type)])
        #expect(try await data(provider(["data: a\n\n"], fields: fields).events(.zen)) == ["a"])
    }

    @Test func eventOverTheLimitEndsTheStreamAfterEarlierEvents() async throws {
        var events = provider(["data: a\n\ndata: \(String(repeating: "b", count: 100))\n\n", "data: c\n\n"])
            .events(.zen, limit: 50).makeAsyncIterator()
        #expect(try await events.next()?.data == "a")
        let error = await #expect(throws: TalynError.self) { try await events.next() }
        guard case .tooLong(.event, number: 2, limit: 50)? = error?.underlyingError as? StreamError else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(try await events.next() == nil)
    }

    @Test func firstConnectionThatDoesNotComeAboutFailsTheStream() async throws {
        let transport = ClosureTransport { _ in throw TransportError(.cannotConnect) }
        let provider = Provider<Zen>(transport: transport, clock: JumpingClock())
        let error = await #expect(throws: TalynError.self) { try await data(provider.events(.zen)) }
        #expect(error?.transportError?.kind == .cannotConnect)
    }

    @Test func laterConnectionIsTriedUntilItComesAbout() async throws {
        let answers = InTurn(["data: a\n\n", "lost", "503", "data: b\n\n", "204"])
        let transport = ClosureTransport { _ in
            switch answers.next() {
            case "lost": throw TransportError(.connectionLost)
            case "503": return TransportResponse(statusCode: 503, body: HTTPBody(Data()))
            case "204": return TransportResponse(statusCode: 204, body: HTTPBody(Data()))
            case let body: return TransportResponse(statusCode: 200, body: HTTPBody(Data(body.utf8)))
            }
        }
        let provider = Provider<Zen>(transport: transport, clock: JumpingClock())
        #expect(try await data(provider.events(.zen)) == ["a", "b"])
    }

    @Test func statusThatTheTargetDoesNotValidateIsNoEventStream() async throws {
        let transport = ClosureTransport { _ in
            TransportResponse(statusCode: 404, headerFields: Self.type, body: HTTPBody(Data("data: a\n\n".utf8)))
        }
        let provider = Provider<Zen>(transport: transport)
        let error = await #expect(throws: TalynError.self) { try await data(provider.events(.zen)) }
        #expect(error?.statusCode == 404)
        #expect(error?.response?.data == Data("data: a\n\n".utf8))
    }

    @Test func thereAreNoMoreEventsAlsoForATargetThatValidates() async throws {
        struct Changes: TargetType {
            var baseURL: URL { URL(string: "https://api.example.com")! }
            var path: RequestPath { "/changes" }
            var validation: StatusValidation { .codes([200]) }
        }
        let transport = ClosureTransport { _ in TransportResponse(statusCode: 204, body: HTTPBody(Data())) }
        for try await _ in Provider<Changes>(transport: transport).events(Changes()) {}
    }

    @Test func idIsSentAsFarAsAFieldCanSayIt() async throws {
        let sent = Recorder<OutgoingRequest>()
        let bodies = ["id:  5 \ndata: a\n\n", "id: b\u{1}\ndata: b\n\n"]
        #expect(try await data(provider(bodies, sent: sent).events(.zen)) == ["a", "b"])
        #expect(sent.events.map { $0.headerFields["Last-Event-ID"] } == [nil, "5", nil])
    }

    @Test func serverThatAsksForItIsLeftAlone() async throws {
        let clock = JumpingClock()
        let answers = InTurn([200, 503, 204])
        let transport = ClosureTransport { _ in
            let status = answers.next()
            let fields: HTTPFields = status == 503 ? [.retryAfter: "600"] : [:]
            let body = HTTPBody(Data(status == 200 ? "data: a\n\n".utf8 : "".utf8))
            return TransportResponse(statusCode: status, headerFields: fields, body: body)
        }
        #expect(try await data(Provider<Zen>(transport: transport, clock: clock).events(.zen)) == ["a"])
        #expect(clock.sleeps.count == 2)
        #expect(clock.sleeps.last.map { $0 >= .seconds(600) } == true)
    }

    @Test func deadlineCountsForAllConnections() async throws {
        let clock = JumpingClock()
        // The time of the calls stands still, since each of them has its own timer.
        let provider = provider(Array(repeating: "data: a\n\n", count: 9), clock: ManualClock())
        let timesLeft = Recorder<Duration?>()
        var reader = EventReader(
            { (continuation) async throws(TalynError) in
                timesLeft.record(continuation.timeLeft)
                let options = RequestOptions { $0.deadline = continuation.timeLeft ?? .seconds(10) }
                return try await provider.stream(.zen, options: options).open()
            },
            options: { RequestOptions() },
            lastEventID: "",
            limit: 100,
            time: TimeSource(clock),
            random: ConstantGenerator.least
        )
        var kind: TransportError.Kind?
        do throws(TalynError) {
            while try await reader.next() != nil {}
        } catch {
            kind = error.transportError?.kind
        }
        #expect(kind == .deadlineExceeded)
        #expect(timesLeft.events == [nil, .seconds(7), .seconds(4), .seconds(1), .zero])
        #expect(clock.sleeps == [3, 3, 3, 1].map { .seconds($0) })
    }

    @Test func streamWithADeadlineEnds() async throws {
        let options = RequestOptions { $0.deadline = .zero }
        let error = await #expect(throws: TalynError.self) {
            for try await _ in provider([]).events(.zen, options: options) {}
        }
        #expect(error?.transportError?.kind == .deadlineExceeded)
    }

    @Test func cancellingEndsTheWaitForTheNextConnection() async throws {
        let clock = ManualClock()
        let provider = provider(["data: a\n\n"], clock: clock)
        let task = Task {
            await Result { () async throws(TalynError) in
                for try await _ in provider.events(.zen) {}
            }
        }
        await clock.sleepers(atLeast: 1)
        task.cancel()
        #expect(await task.value.isCancelled)
    }

    // MARK: Values

    @Test func dataIsDecoded() async throws {
        let bodies = [#"data: {"name":"ada"}"# + "\n\n", #"data: {"name":\#ndata: "bob"}"# + "\n\n"]
        var users: [User] = []
        for try await user in provider(bodies).events(.zen, as: User.self) { users.append(user) }
        #expect(users == [User(name: "ada"), User(name: "bob")])
    }

    @Test func dataThatCannotBeDecodedEndsTheStreamAndSaysWhere() async throws {
        var users = provider([#"data: {"name":"ada"}"# + "\n\ndata: ping\n\n"]).events(.zen, as: User.self)
            .makeAsyncIterator()
        #expect(try await users.next() == User(name: "ada"))
        let error = await #expect(throws: TalynError.self) { try await users.next() }
        guard case .undecodable(.event, number: 2, _)? = error?.underlyingError as? StreamError else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(try await users.next() == nil)
    }

    @Test func stubsGiveEventsToo() async throws {
        /// Gives a text to the first connection, and then says that there is no more.
        func stub(_ text: String) -> AnsweringTransport {
            let samples = InTurn([Sample.networkResponse(200, Data(text.utf8)), .networkResponse(204, Data())])
            return AnsweringTransport { samples.next() }
        }
        let provider = Provider<Zen>(transport: stub("data: sample\n\n"), clock: JumpingClock())
        #expect(try await data(provider.events(.zen)) == ["sample"])
        func multi() -> Provider<Zen> {
            MultiProvider(transport: stub("data: {\"name\":\"a\"}\n\n"), clock: JumpingClock()).provider(for: Zen.self)
        }
        var users: [User] = []
        for try await user in multi().events(.zen, as: User.self) { users.append(user) }
        #expect(users == [User(name: "a")])
        #expect(try await data(multi().events(.zen)) == [#"{"name":"a"}"#])
    }
}
