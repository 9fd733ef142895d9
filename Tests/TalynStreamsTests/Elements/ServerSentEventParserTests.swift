import Foundation
import Testing
import _TalynSupport

@testable import TalynCore
@testable import TalynStreams

struct ServerSentEventParserTests {
    private func parsed(_ text: String, limit: Int = 1_000) -> Parsed<ServerSentEvent> {
        Parsed([Data(text.utf8)], by: ServerSentEventParser(limit: limit)) { $0 }
    }

    /// The standard's example, in which a colon stands for a comment.
    private static let comments = """
        : test stream

        data: first event
        id: 1

        data:second event
        id

        data:  third event
        """

    private static let stocks = "data: YHOO\ndata: +2\ndata: 10\n\n"

    /// The examples of section 9.2.6.
    @Test func examplesOfTheStandardAreUnderstood() {
        #expect(parsed(Self.stocks).elements == [ServerSentEvent(data: "YHOO\n+2\n10")])
        #expect(
            parsed(Self.comments).elements == [
                ServerSentEvent(data: "first event", id: "1"), ServerSentEvent(data: "second event"),
            ]
        )
        #expect(parsed(Self.comments + "\n\n").elements.last?.data == " third event")
        #expect(parsed("data\n\ndata\ndata\n\ndata:").elements.map(\.data) == ["", "\n"])
        #expect(parsed("data:test\n\ndata: test\n\n").elements.map(\.data) == ["test", "test"])
        #expect(
            parsed("event: add\ndata: 73857293\n\nevent: remove\ndata: 2153\n\ndata: 113411\n\n").elements == [
                ServerSentEvent(event: "add", data: "73857293"), ServerSentEvent(event: "remove", data: "2153"),
                ServerSentEvent(data: "113411"),
            ]
        )
    }

    @Test(
        arguments: [
            ("", []), ("\n\n\n", []), ("data:a\n", []), ("data:a\n\n", ["a"]), ("data:a\r\r", ["a"]),
            ("data:a\r\n\r\n", ["a"]), ("data:a\n\r", ["a"]), ("data:a\rdata:b\r\ndata:c\n\n", ["a\nb\nc"]),
            ("\u{FEFF}data:a\n\n", ["a"]), ("\u{FEFF}\u{FEFF}data:a\n\n", []), ("\n\u{FEFF}data:a\n\n", []),
            ("data:\u{FEFF}\n\n", ["\u{FEFF}"]), (":\n:data:a\n\n", []), (" data:a\nDATA:b\ndat:c\ndata2:d\n\n", []),
            ("data: :a: b\n\n", [":a: b"]), ("data:\ta\0\n\n", ["\ta\0"]), ("data :a\n\n", []), ("data: \n\n", [""]),
            ("event:x\n\ndata:a\n\n", ["a"]), ("data:a\r\n\r", ["a"]),
        ] as [(String, [String])]
    )
    func linesMakeEvents(text: String, expected: [String]) {
        #expect(parsed(text).elements == expected.map { ServerSentEvent(data: $0) })
        expectSameOfAllSplits(Data(text.utf8), by: ServerSentEventParser(limit: 1_000)) { $0 }
    }

    @Test(arguments: ["\n", "\r", "\r\n"]) func streamIsReadAlikeInAnyPieces(end: String) {
        let text = ("\u{FEFF}" + Self.comments + "\nretry: 10\nevent: über\n\n" + Self.stocks)
            .replacingOccurrences(of: "\n", with: end)
        #expect(parsed(text).elements.count == 4)
        expectSameOfAllSplits(Data(text.utf8), by: ServerSentEventParser(limit: 1_000)) { $0 }
    }

    @Test func idLastsUntilThereIsAnother() throws {
        var parser = ServerSentEventParser(limit: 100, lastEventID: "before")
        parser.push(Data("data:a\n\nid:1\n".utf8))
        #expect(try parser.next()?.id == "before")
        #expect(try parser.next() == nil)
        // What isn't complete may come again on another connection.
        #expect(parser.lastEventID == "before")
        parser.push(Data("\n".utf8))
        #expect(try parser.next() == nil)
        #expect(parser.lastEventID == "1")
        parser.push(Data("data:b\n\nid:2\nid:3\0\ndata:c\n\nid:\ndata:d\n\nid:9\n".utf8))
        #expect(try parser.next() == ServerSentEvent(data: "b", id: "1"))
        #expect(try parser.next() == ServerSentEvent(data: "c", id: "2"))
        #expect(parser.lastEventID == "2")
        #expect(try parser.next() == ServerSentEvent(data: "d"))
        #expect(try parser.next() == nil)
        #expect(parser.finish() == nil)
        #expect(parser.lastEventID == "")
    }

    @Test(
        arguments: [
            ("1500", .milliseconds(1_500)), (" 007", .milliseconds(7)), ("0", .zero), ("", nil), ("-1", nil),
            ("1.5", nil),
            ("1 ", nil), ("٣", nil), ("1e3", nil), ("9223372036854775808", .longest),
            (String(repeating: "9", count: 200), .longest),
        ] as [(String, Duration?)]
    )
    func reconnectionTimeIsDigits(value: String, expected: Duration?) throws {
        var parser = ServerSentEventParser(limit: 1_000)
        parser.push(Data("retry:\(value)\n".utf8))
        #expect(try parser.next() == nil)
        #expect(parser.reconnectionTime == expected)
        parser.push(Data("\ndata:a\n\n".utf8))
        #expect(try parser.next()?.retry == expected)
    }

    @Test func reconnectionTimeLastsUntilThereIsAnother() {
        let text = "retry:1\n\ndata:a\n\nretry:x\ndata:b\n\nretry:2\ndata:c\n\n"
        #expect(parsed(text).elements.map(\.retry) == [.milliseconds(1), .milliseconds(1), .milliseconds(2)])
    }

    @Test func invalidUTF8IsRepaired() {
        var data = Data("event:\u{E9}\ndata:a".utf8)
        data.append(contentsOf: [0xFF, 0x0A])
        data.append(contentsOf: Data("data:".utf8) + [0xE2, 0x82, 0x0A, 0x0A])
        #expect(
            Parsed([data], by: ServerSentEventParser(limit: 100)) { $0 }.elements == [
                ServerSentEvent(event: "é", data: "a\u{FFFD}\n\u{FFFD}")
            ]
        )
        expectSameOfAllSplits(data, by: ServerSentEventParser(limit: 100)) { $0 }
    }

    @Test func limitCountsAllLinesOfAnEvent() {
        let event = ":12\ndata:1\ndata\nid:12345\n"
        #expect(parsed(":\n\ndata:0\n\n\(event)\n", limit: 18).failure == nil)
        let refused = parsed(":\n\ndata:0\n\n\(event)\n", limit: 17)
        #expect(refused.elements.map(\.data) == ["0"])
        #expect(refused.failure?.hasPrefix("Event 2 of the body has more than 17 bytes.") == true)
        // Nor is the end of the event awaited.
        #expect(parsed(event.dropLast() + "6", limit: 18).failure?.hasPrefix("Event 1") == true)
        #expect(parsed("data:1234567890\n: a comment of 24 bytes\n\n", limit: 24).failure == nil)
        // Comments go by, however many there are; each of them is held to the limit.
        #expect(parsed(String(repeating: ": ping\n", count: 10) + "\(event)\n", limit: 18).failure == nil)
        #expect(parsed(":\(String(repeating: "-", count: 20))\n\n", limit: 18).failure?.hasPrefix("Event 1") == true)
        for limit in [0, 3, 17, 18] {
            expectSameOfAllSplits(
                Data("\(event)\n".utf8),
                limit: limit,
                by: ServerSentEventParser(limit: limit)
            ) { $0 }
        }
    }

    @Test func randomBytesAreReadAlikeInAnyPieces() {
        let alphabet = [
            "\n", "\r", "\n\n", "\ndata:", "\nid:", "\nevent:", "\nretry:1", ":", " ", "a", "\0", "\u{FEFF}",
        ]
        for limit in [16, 10_000] {
            expectSameOfNoise(alphabet, limit: limit, by: ServerSentEventParser(limit: limit)) { $0 }
        }
    }
}
