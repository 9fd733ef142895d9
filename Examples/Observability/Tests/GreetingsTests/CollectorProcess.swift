#if Tools
import Foundation
import Talyn

/// A run of Collector/collector.py.
struct CollectorProcess {
    /// The Python that has the package opentelemetry-proto; nil without the variable.
    static let python = ProcessInfo.processInfo.environment["TALYN_PYTHON"]

    private static let script = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Collector/collector.py")

    /// The URL of the collector, and of the upstream API.
    let url: URL

    private let process = Process()
    private let input = Pipe()

    /// Starts the program.
    init() async throws {
        let output = Pipe()
        process.executableURL = Self.python.map { URL(fileURLWithPath: $0) }
        process.arguments = [Self.script.path, "--port", "0"]
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        guard let port = await Self.firstLine(of: output.fileHandleForReading),
            let url = URL(string: "http://127.0.0.1:\(port)")
        else { throw CocoaError(.executableLoad) }
        self.url = url
    }

    /// Ends the program, and returns its status.
    func stop() async throws -> Int32 {
        try input.fileHandleForWriting.close()
        await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                process.waitUntilExit()
                continuation.resume()
            }
        }
        return process.terminationStatus
    }

    /// The spans and the metrics that arrived.
    func received() async throws -> Received {
        try await Provider<ReceivedTarget>(baseURL: url).request(ReceivedTarget(), as: Received.self)
    }

    /// The first line of output; nil if the program ends before.
    private static func firstLine(of handle: FileHandle) async -> String? {
        await withCheckedContinuation { continuation in
            // Reading blocks its thread.
            Thread.detachNewThread {
                var text = ""
                while !text.contains("\n") {
                    let data = handle.availableData
                    if data.isEmpty { return continuation.resume(returning: nil) }
                    text += String(decoding: data, as: UTF8.self)
                }
                continuation.resume(returning: text.components(separatedBy: "\n").first)
            }
        }
    }
}

private struct ReceivedTarget: TargetType {
    var baseURL: URL { URL(string: "http://127.0.0.1")! }
    var path: RequestPath { "/received" }
}

/// The spans and the metrics that arrived at the collector.
struct Received: Decodable, Sendable {
    struct Span: Decodable {
        let name: String
        let kind: String
        let traceID: String
        let spanID: String
        let parentSpanID: String?
        let status: String
        let start: UInt64
        let end: UInt64
        let attributes: [String: Value]
        let resource: [String: Value]
    }

    struct Metric: Decodable {
        let name: String
        let unit: String
        let kind: String
        let count: Int?
        let value: Double
        let attributes: [String: Value]
    }

    /// The value of an attribute.
    enum Value: Decodable, Hashable, ExpressibleByIntegerLiteral, ExpressibleByStringLiteral {
        case int(Int)
        case string(String)

        init(integerLiteral value: Int) { self = .int(value) }
        init(stringLiteral value: String) { self = .string(value) }

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            self = try (try? container.decode(Int.self)).map { .int($0) } ?? .string(container.decode(String.self))
        }
    }

    let spans: [Span]
    let metrics: [Metric]

    /// The client spans in the order of their starts.
    var clientSpans: [Span] { spans.filter { $0.kind == "client" }.sorted { $0.start < $1.start } }
}
#endif
