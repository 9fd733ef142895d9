import Foundation
import HTTPTypes
import TestSupport
import Testing

@testable import TalynCore
@testable import TalynStreams

/// The requests that a stream of events repeats, and the event that ends it.
struct RepeatedEventsTests: PromptTests {
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
}
