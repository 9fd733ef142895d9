#if FUZZING
import Foundation

@testable import TalynCore
@testable import TalynStreams
import _TalynSupport

extension FuzzTarget {
    /// Server-sent events don't depend on the chunks, and have no more data than the body.
    static let events = FuzzTarget("events") { input in
        let limit = Self.limit(&input)
        let events = Self.elements(&input) { ServerSentEventParser(limit: limit, lastEventID: "0") }
        for event in events {
            require(!event.event.isEmpty, "An event has a type.")
            require(event.data.utf8.count <= 3 * limit, "The data of an event is within the limit.")
            require(!event.id.utf8.contains(0), "An ID has no NUL.")
            require(event.retry.map { $0 >= .zero } ?? true, "A reconnection time isn't negative.")
        }
    }

    /// Lines don't depend on the chunks, and are those of a simple splitter.
    static let lines = FuzzTarget("lines") { input in
        let limit = Self.limit(&input)
        let lines = Self.elements(&input) { LineParser(limit: limit) }
        guard limit >= 1 << 20 else { return }
        _ = input.byte()
        let text = String(decoding: Self.withoutReturns(input.data), as: UTF8.self)
        var expected = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
        if expected.last == "" { expected.removeLast() }
        requireEqual(lines, expected, "Lines end with LF, CR LF or CR.")
    }

    /// Lines of JSON don't depend on the chunks, and are the lines that aren't blank.
    static let jsonLines = FuzzTarget("json-lines") { input in
        let limit = Self.limit(&input)
        let texts = Self.elements(&input) { JSONTextParser(separator: .lineFeed, limit: limit) }
        var last = 0
        for text in texts {
            require(!text.bytes.contains(0x0A), "A line has no LF.")
            require(text.bytes.count <= limit, "A line is within the limit.")
            require(text.number > last, "The numbers of lines increase.")
            last = text.number
        }
        guard limit >= 1 << 20 else { return }
        _ = input.byte()
        let lines = input.data.split(separator: 0x0A).filter { !$0.allSatisfy(\.isJSONSpace) }.map { Data($0) }
        requireEqual(texts.map(\.bytes), lines, "Each line that isn't blank is a text.")
    }

    /// Texts of a JSON sequence don't depend on the chunks.
    static let jsonSequence = FuzzTarget("json-sequence") { input in
        let limit = Self.limit(&input)
        let texts = Self.elements(&input) { JSONTextParser(separator: .recordSeparator, limit: limit) }
        for text in texts {
            require(!text.bytes.contains(0x1E), "A text has no record separator.")
            require(text.bytes.count <= limit, "A text is within the limit.")
            require(!text.bytes.allSatisfy(\.isJSONSpace), "A text isn't blank.")
        }
    }

    private static func limit(_ input: inout FuzzInput) -> Int {
        input.element(of: [1 << 20, 0, 1, 7, 64, 1 << 20])
    }

    /// The body with LF at the end of each line.
    private static func withoutReturns(_ body: Data) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(body.count)
        var isAfterReturn = false
        for byte in body {
            if byte == 0x0D {
                bytes.append(0x0A)
            } else if byte != 0x0A || !isAfterReturn {
                bytes.append(byte)
            }
            isAfterReturn = byte == 0x0D
        }
        return bytes
    }

    /// The elements of the body. Checks that they are the same in one chunk and in several.
    private static func elements<Parser: BodyParser>(
        _ input: inout FuzzInput,
        _ makeParser: () -> Parser
    ) -> [Parser.Element] {
        var rest = input
        let seed = rest.byte()
        let chunks = rest.chunks(seed: seed)
        let whole = parse([rest.data], makeParser())
        let cut = parse(chunks, makeParser())
        requireEqual(
            whole.elements.map { String(reflecting: $0) },
            cut.elements.map { String(reflecting: $0) },
            "The elements don't depend on the chunks."
        )
        requireEqual(whole.failure, cut.failure, "The error doesn't depend on the chunks.")
        requireEqual(whole.state, cut.state, "The state at the end doesn't depend on the chunks.")
        return whole.elements
    }

    private static func parse<Parser: BodyParser>(
        _ chunks: [Data],
        _ parser: Parser
    ) -> (elements: [Parser.Element], failure: String, state: String) {
        var parser = parser
        var elements: [Parser.Element] = []
        var count = 0
        do throws(StreamError) {
            for chunk in chunks {
                count += chunk.count
                parser.push(chunk)
                while let element = try parser.next() { elements.append(element) }
                require(parser.heldCount <= count, "A parser keeps no more than it got.")
            }
        } catch {
            return (elements, "\(error)", "")
        }
        if let last = parser.finish() { elements.append(last) }
        let events = parser as? ServerSentEventParser
        return (elements, "", "\(events?.lastEventID ?? "") \(String(describing: events?.reconnectionTime))")
    }
}
#endif
