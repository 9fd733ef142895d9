#if Tools
import Foundation
import Talyn
import TestSupport

/// A run of Collector/collector.py.
struct CollectorProcess {
    /// The Python that has the package opentelemetry-proto; nil without the variable.
    static let python = ProcessInfo.processInfo.environment["TALYN_PYTHON"]

    private static let script = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Collector/collector.py")

    /// The URL of the collector, and of the upstream API.
    let url: URL

    private let process: ChildProcess

    /// Runs the program for the duration of `body`.
    static func withCollector<Result: Sendable>(
        _ body: (CollectorProcess) async throws -> Result
    ) async throws -> Result {
        let program = URL(fileURLWithPath: python ?? "/usr/bin/python3")
        return try await ChildProcess.withProcess(program, [script.path, "--port", "0"]) { process in
            guard let port = await process.firstLine(), let url = URL(string: "http://127.0.0.1:\(port)") else {
                throw CocoaError(.executableLoad)
            }
            return try await body(CollectorProcess(url: url, process: process))
        }
    }

    /// Ends the program, and returns its status.
    func stop() async -> Int32? {
        process.send(SIGTERM)
        return await process.end().status
    }

    /// The spans and the metrics that arrived.
    func received() async throws -> Received {
        try await Provider<ReceivedTarget>(baseURL: url).request(ReceivedTarget(), as: Received.self)
    }
}

private struct ReceivedTarget: TargetType {
    var baseURL: URL { URL(string: "http://127.0.0.1")! }
    var path: RequestPath { "/received" }
    var requestOptions: RequestOptions { .patient }
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
