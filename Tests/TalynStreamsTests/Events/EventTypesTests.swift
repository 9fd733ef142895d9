import Foundation
import HTTPTypes
import TestSupport
import Testing

@testable import TalynCore
@testable import TalynStreams

/// The types of events, and the tokens that they tell.
struct EventTypesTests: PromptTests {
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
}
