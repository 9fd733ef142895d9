#if Tools
import Foundation
import HTTPTypes
import TalynStubs
import Testing
import _TalynSupport

@testable import TalynOpenAPI

/// Checks and answers know events as the generator does.
struct EventCheckTests {
    private static let tick = "{type: object, required: [x], properties: {x: {type: integer}}}"

    private static func document(_ content: String) throws -> CheckedDocument {
        try CheckedDocument(
            paths: "/a: {get: {responses: {'200': {description: a, content: {text/event-stream: {\(content)}}}}}}",
            version: "3.2.0"
        )
    }

    private static let contents = [
        "itemSchema: {oneOf: [{required: [event, data], properties: {event: {const: tick}, data: {type: string, contentSchema: \(tick)}}}, {required: [event, data], properties: {event: {const: note}, data: {type: string}}}]}",
        "itemSchema: {type: object, required: [event, data], properties: {event: {const: tick}, data: \(tick)}}",
        "schema: {type: object, required: [data], properties: {data: \(tick), eventType: {type: string}, eventId: {type: string}}}",
        "schema: \(tick)", "schema: {type: array, items: \(tick)}",
    ]

    @Test(arguments: contents)
    func dataIsChecked(_ content: String) throws {
        let document = try Self.document(content)
        func faults(_ body: String) -> [String] {
            let fields: HTTPFields = [.contentType: "text/event-stream"]
            let response = CheckedResponse(status: 200, headerFields: fields, body: Data(body.utf8))
            guard case .operation(_, _, let found) = document.check(CheckedRequest("GET", "/a"), response) else {
                return ["no operation"]
            }
            return found.map(\.description)
        }
        #expect(faults("event: tick\ndata: {\"x\": 1}\nid: 7\n\nevent: note\ndata: Tea\n\ndata: [DONE]\n\n") == [])
        // A body may begin with a byte order mark.
        for mark in ["", "\u{FEFF}"] {
            let wrong = faults(mark + "event: tick\ndata: {\"x\": \"1\"}\n\n")
            #expect(wrong.count == 1)
            #expect(wrong.first?.hasSuffix("/x must be an integer, and is a string") == true)
        }
    }

    @Test func eventWithAnEmptyTypeIsAMessage() {
        #expect(EventFields.all(in: Data("event:\ndata: a\n\n".utf8)).map(\.event) == [nil])
    }

    @Test(arguments: contents)
    func madeUpEventsFit(_ content: String) throws {
        let document = try Self.document(content)
        for seed in 0..<8 {
            let answer = document.answer(to: CheckedRequest("GET", "/a"), seed: UInt64(seed))
            let events = EventFields.all(in: answer.body)
            #expect(events.count == 2)
            for event in events where event.event != "note" {
                #expect(JSONNode(text: event.data)?["x"] != nil, "\(answer.text)")
            }
            if content.hasPrefix("itemSchema") { #expect(events.allSatisfy { $0.event != nil }) }
        }
        #expect(document.trial(seed: 0).failures == [])
    }

    @Test func textIsTheDataItself() throws {
        let document = try Self.document("itemSchema: {type: string, enum: [Tea]}")
        #expect(document.answer(to: CheckedRequest("GET", "/a"), seed: 0).text == "data: Tea\n\ndata: Tea\n\n")
    }

    @Test func exampleHasTheFieldsOfAnEvent() throws {
        let content = "\(Self.contents[0]), example: {event: tick, id: '7', data: '{\"x\": 5}'}"
        let answer = try Self.document(content).answer(to: CheckedRequest("GET", "/a"), seed: 0)
        #expect(answer.text == "event: tick\nid: 7\ndata: {\"x\": 5}\n\n")
    }
}
#endif
