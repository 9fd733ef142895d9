#if Tools
import Foundation
import Talyn

/// What becomes of the bytes of a body that is in memory and comes in chunks. Each megabyte is an operation.
enum Elements {
    struct Item: Decodable, Sendable {
        let id: Int
        let name: String
        let price: Double
        let tags: [String]
    }

    private static let megabytes = 16
    private static let chunkSize = 65_536

    /// Events of about 150 bytes, with their data in this number of lines.
    static func events(of lines: Int, _ seconds: Double) async throws -> Sample {
        let fields = [
            #""name":"some product of ours""#, #""price":12.5"#, #""tags":["one","two","three"]"#,
            #""note":"in stock""#,
        ]
        let size = fields.count / max(lines, 1)
        let data = stride(from: 0, to: fields.count, by: max(size, 1)).map { start in
            "data: " + fields[start..<min(start + size, fields.count)].joined(separator: ",") + "\n"
        }
        let body = body { "event: update\nid: \($0)\n" + data.joined() + "\n" }
        return try await measure(seconds) {
            var count = 0
            for try await event in body.events() where event.event == "update" { count += event.data.utf8.count }
            return count
        }
    }

    /// Lines of about 100 bytes.
    static func lines(_ seconds: Double) async throws -> Sample {
        let body = body {
            "2026-11-21T15:20:25Z info line \($0) of a log with a message of a usual length: a hundred bytes\n"
        }
        return try await measure(seconds) {
            var count = 0
            for try await line in body.lines { count += line.utf8.count }
            return count
        }
    }

    static func jsonLines(_ seconds: Double) async throws -> Sample {
        let body = body(json)
        return try await measure(seconds) {
            var count = 0
            for try await item in body.jsonLines(as: Item.self) { count += item.tags.count }
            return count
        }
    }

    /// The same lines, split beforehand.
    static func rawJSONLines(_ seconds: Double) throws -> Sample {
        let lines = text(json).split(separator: 0x0A).map { Data($0) }
        let decoder = JSONDecoder()
        var stopwatch = Stopwatch(seconds: seconds)
        repeat {
            var count = 0
            for line in lines { count += try decoder.decode(Item.self, from: line).tags.count }
            guard count > 0 else { throw UnexpectedAnswer() }
        } while stopwatch.lap(megabytes)
        return stopwatch.sample()
    }

    static func bytes(_ seconds: Double) async throws -> Sample {
        let body = body(json)
        return try await measure(seconds) {
            var count = 0
            for try await byte in body.bytes where byte == 0x0A { count += 1 }
            return count
        }
    }

    private static func json(_ number: Int) -> String {
        #"{"id":\#(number),"name":"some product of ours","price":12.5,"tags":["one","two","three"]}"# + "\n"
    }

    private static func measure(_ seconds: Double, _ count: () async throws -> Int) async throws -> Sample {
        var stopwatch = Stopwatch(seconds: seconds)
        repeat {
            guard try await count() > 0 else { throw UnexpectedAnswer() }
        } while stopwatch.lap(megabytes)
        return stopwatch.sample()
    }

    private static func text(_ element: (Int) -> String) -> Data {
        var text = Data()
        var number = 0
        while text.count < megabytes * 1_000_000 {
            text.append(contentsOf: element(number).utf8)
            number += 1
        }
        return text
    }

    private static func body(_ element: (Int) -> String) -> HTTPBody {
        let text = text(element)
        return HTTPBody(isReplayable: true) {
            var rest = text
            return {
                let chunk = rest.prefix(chunkSize)
                rest = rest.dropFirst(chunk.count)
                return chunk.isEmpty ? nil : chunk
            }
        }
    }
}
#endif
