#if Macros
import Foundation
import TalynMacros
import TalynTesting
import Testing

@Suite(.stubs) struct ClientResultTests {
    private let client = ResultsClient()
    private let one = #"{"fullName":"a/b"}"#
    private let repository = Repository(fullName: "a/b")

    private func stub(_ path: String, _ answer: StubAnswer) {
        StubSet.current.on(.path(path), answer)
    }

    @Test func decodedValues() async throws {
        stub("/one", .json(text: one))
        stub("/typed", .json(text: one))
        stub("/many", .json(text: "[\(one)]"))
        stub("/named", .json(text: #"{"x":\#(one)}"#))
        stub("/page", .json(text: #"{"items":[\#(one)]}"#))
        stub("/snake", .json(text: #"{"full_name":"a/b"}"#))
        #expect(try await client.one() == repository)
        #expect(try await client.typed() == repository)
        #expect(try await client.many() == [repository])
        #expect(try await client.named() == ["x": repository])
        #expect(try await client.page().items == [repository])
        #expect(try await client.snake(perPage: 2) == repository)
        #expect(StubSet.current.requests.last?.url.query == "per_page=2")
    }

    @Test(arguments: ["null", ""])
    func nothingWhereSomethingIsOptional(_ text: String) async throws {
        stub("/perhaps", .json(text: text))
        #expect(try await client.perhaps() == nil)
    }

    @Test func resultsWithoutDecoding() async throws {
        stub("/response", .status(218))
        stub("/text", .text("grüße"))
        stub("/bytes", .data(Data([1, 2])))
        stub("/nothing", .status(204))
        stub("/void", .json(text: one))
        #expect(try await client.response().statusCode == 218)
        #expect(try await client.text() == "grüße")
        #expect(try await client.bytes() == Data([1, 2]))
        try await client.nothing()
        try await client.void()
    }

    @Test func outcomes() async throws {
        StubSet.current.on(.path("/one"), .json(text: one), .status(503))
        stub("/nothing", .status(500))
        stub("/text", .text("t"))
        #expect(try await client.outcome().get() == repository)
        let failed = await client.outcome()
        #expect(throws: TalynError.self) { try failed.get() }
        let nothing = await client.outcomeOfNothing()
        #expect(throws: TalynError.self) { try nothing.get() }
        #expect(try await client.outcomeOfText().get() == "t")
    }

    @Test func otherStatusFails() async throws {
        for path in ["/one", "/text", "/bytes", "/nothing", "/response", "/transfer"] { stub(path, .status(500)) }
        stub("/strict", .text("gone", statusCode: 404))
        await #expect { try await client.one() } throws: { ($0 as? TalynError)?.statusCode == 500 }
        await #expect { try await client.text() } throws: { ($0 as? TalynError)?.statusCode == 500 }
        await #expect { try await client.bytes() } throws: { ($0 as? TalynError)?.statusCode == 500 }
        await #expect { try await client.nothing() } throws: { ($0 as? TalynError)?.statusCode == 500 }
        await #expect { try await client.response() } throws: { ($0 as? TalynError)?.statusCode == 500 }
        await #expect {
            try await client.transfer(content: Data()).response()
        } throws: {
            ($0 as? TalynError)?.statusCode == 500
        }
        #expect(try await client.strict() == "gone")
    }

    @Test func failureThatTheServerExplains() async throws {
        stub("/failing", .json(["detail": "why"], statusCode: 409))
        await #expect {
            try await client.failing()
        } throws: { error in
            (error as? TalynError)?.failureBody as? Complaint == Complaint(detail: "why")
        }
    }

    @Test func sequences() async throws {
        let events = "id: 1\ndata: \(one)\n\n"
        stub("/events", .data(Data(events.utf8), contentType: "text/event-stream"))
        stub("/raw-events", .data(Data(events.utf8), contentType: "text/event-stream"))
        stub("/stream", .text("a\nb"))
        stub("/transfer", .status(201))
        for try await event in client.events() {
            #expect(event == repository)
            break
        }
        for try await event in client.rawEvents() {
            #expect(event.data == one)
            break
        }
        var text = Data()
        for try await chunk in client.stream() { text += chunk }
        #expect(text == Data("a\nb".utf8))
        #expect(try await client.transfer(content: Data("content".utf8)).response().statusCode == 201)
        #expect(StubSet.current.requests(.put("/transfer")).first?.text == "content")
    }
}
#endif
