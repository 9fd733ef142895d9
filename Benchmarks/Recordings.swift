#if Tools
import Foundation
import Talyn
import TalynTesting

/// A recording of different calls, which is loaded, and then replayed, one call after the other.
///
/// The memory grows by that of the loaded recording: more than three times its file is an error.
enum Recordings {
    struct Item: TargetType {
        let number: Int

        static let base = URL(string: "https://api.example.com") ?? URL(fileURLWithPath: "/")

        var baseURL: URL { Self.base }
        var path: RequestPath { "/items/\(number)" }
    }

    struct TooMuchMemory: Error {
        let fileMB: Double
        let residentMB: Double
    }

    static func replay(_ seconds: Double) async throws -> Sample {
        let count = 10_000
        let (recording, grown, _) = try load(count)
        let provider = Provider<Item>(transport: ReplayTransport(recording, repeatsLast: true))
        var stopwatch = Stopwatch(seconds: seconds)
        repeat {
            for number in 0..<count {
                guard try await provider.request(Item(number: number)).data.count > 200 else {
                    throw UnexpectedAnswer()
                }
            }
        } while stopwatch.lap(count)
        var sample = stopwatch.sample()
        sample.growthMB = grown
        return sample
    }

    /// Loads a recording of 100,000 entries, once. The operations are megabytes of its file.
    static func load() throws -> Sample {
        let (recording, grown, sample) = try load(100_000)
        guard recording.entries.count == 100_000 else { throw UnexpectedAnswer() }
        var result = sample
        result.growthMB = grown
        return result
    }

    /// Writes a report, once. The operations are megabytes of the HAR file. A page of 1.5 times its length is an error.
    static func report() throws -> Sample {
        let (recording, _, _) = try load(5_000)
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).html")
        defer { try? FileManager.default.removeItem(at: file) }
        let length = recording.data.count
        var stopwatch = Stopwatch(seconds: 0)
        try TrafficReport(recording).save(to: file)
        _ = stopwatch.lap(length / 1_000_000)
        let sample = stopwatch.sample(growsFromStart: true)
        let written = (try FileManager.default.attributesOfItem(atPath: file.path)[.size] as? Int) ?? 0
        guard Double(written) < 1.5 * Double(length), written > 0 else { throw UnexpectedAnswer() }
        return sample
    }

    /// Loads a recording. Returns the megabytes that it takes in memory, and the sample of the loading.
    private static func load(_ count: Int) throws -> (Recording, grownMB: Double, Sample) {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).har")
        defer { try? FileManager.default.removeItem(at: file) }
        try write(count, to: file)
        let fileMB = Double((try FileManager.default.attributesOfItem(atPath: file.path)[.size] as? Int) ?? 0) / 1e6
        let before = Stopwatch(seconds: 0).sample().residentMB
        var stopwatch = Stopwatch(seconds: 0)
        let recording = try Recording(contentsOf: file)
        _ = stopwatch.lap(Int(fileMB))
        let sample = stopwatch.sample(growsFromStart: true)
        let grown = max(sample.residentMB - before, sample.growthMB)
        guard grown <= 3 * fileMB else { throw TooMuchMemory(fileMB: fileMB, residentMB: grown) }
        return (recording, grown, sample)
    }

    /// Writes the file without having it in memory.
    private static func write(_ count: Int, to file: URL) throws {
        try Data().write(to: file)
        let output = try FileHandle(forWritingTo: file)
        defer { try? output.close() }
        try output.write(
            contentsOf: Data(#"{"log": {"version": "1.2", "creator": {"name": "a", "version": "1"}, "entries": ["#.utf8)
        )
        for start in stride(from: 0, to: count, by: 100) {
            let text = (start..<start + 100).map { ($0 > 0 ? ",\n" : "\n") + entry($0) }.joined()
            try output.write(contentsOf: Data(text.utf8))
        }
        try output.write(contentsOf: Data("]}}".utf8))
    }

    private static func entry(_ number: Int) -> String {
        let body = #"{\"id\":\#(number),\"name\":\"Item \#(number)\",\"tags\":[\"a\",\"b\"],\"text\":\"\#(filling)\"}"#
        return """
            {
              "_talyn": {"target": "Item"},
              "startedDateTime": "2026-01-02T03:04:05.678Z",
              "time": 12.5,
              "request": {
                "method": "GET",
                "url": "https://api.example.com/items/\(number)",
                "httpVersion": "unknown",
                "cookies": [],
                "headers": [
                  {"name": "Accept", "value": "application/json"},
                  {"name": "User-Agent", "value": "benchmarks"}
                ],
                "queryString": [],
                "headersSize": -1,
                "bodySize": 0
              },
              "response": {
                "status": 200,
                "statusText": "OK",
                "httpVersion": "unknown",
                "cookies": [],
                "headers": [
                  {"name": "Content-Type", "value": "application/json"},
                  {"name": "Content-Length", "value": "\(300 + number % 10)"},
                  {"name": "Date", "value": "Fri, 02 Jan 2026 03:\(number / 60 % 60):\(number % 60) GMT"},
                  {"name": "ETag", "value": "\\"\(number)-abcdef\\""},
                  {"name": "Server", "value": "nginx"},
                  {"name": "Cache-Control", "value": "max-age=60"}
                ],
                "content": {"size": 300, "mimeType": "application/json", "text": "\(body)"},
                "redirectURL": "",
                "headersSize": -1,
                "bodySize": 300
              },
              "cache": {},
              "timings": {"send": 0, "wait": 10, "receive": 2.5}
            }
            """
    }

    private static let filling = String(repeating: "Half measures are as bad as nothing at all. ", count: 5)
}
#endif
