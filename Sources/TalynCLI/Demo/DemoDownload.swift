#if Tools
import Foundation
import Talyn
import TalynCommandLine
import _TalynSupport

/// A download whose connection drops, and which resumes.
struct DemoDownload {
    let baseURL: URL
    let transport: any Transport
    let terminal: Terminal

    private static let size = 100_000

    /// Downloads a file, and prints the metrics of the call.
    ///
    /// - Returns: The failures, one line each.
    func run() async -> [String] {
        let directory = FileManager.default.temporaryDirectory.appendingPathComponent("talyn-demo-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: directory) }
        do {
            let file = directory.appendingPathComponent("file")
            let destination = DownloadDestination(file) { $0.createsDirectories = true }
            let response = try await provider.download(.range(Self.size), to: destination).response()
            guard let metrics = response.metrics, metrics.attempts.map(\.statusCode) == [nil, nil, 206] else {
                throw UnexpectedAnswer(description: "expected two attempts without a status and a 206")
            }
            guard try Data(contentsOf: file) == Self.content else {
                throw UnexpectedAnswer(description: "the file differs from the server's")
            }
            // The address of the server would make the lines long, and the demo has shown it before.
            let text = metrics.description.replacingOccurrences(of: baseURL.absoluteString, with: "")
            terminal.show(
                title: "A download that resumes twice",
                lines: ["The demo cuts the connection. The file is complete, and equals the server's."]
                    + text.split(separator: "\n").map { "  \($0)" }
            )
            return []
        } catch {
            return ["GET /range/\(Self.size), cut twice: \(error)"]
        }
    }

    private var provider: Provider<HTTPBinAPI> {
        Provider(
            baseURL: baseURL,
            transport: CuttingTransport(transport, after: 40_000, times: 2)
        )
    }

    private static var content: Data { Data((0..<size).map { UInt8(ascii: "a") + UInt8($0 % 26) }) }
}

/// Simulates a connection that drops: ends the first responses after a number of bytes.
private struct CuttingTransport: WrappingTransport {
    let base: any Transport
    let count: Int
    private let remaining: Locked<Int>

    /// - Parameters:
    ///   - transport: The transport of the requests.
    ///   - count: The number of bytes before a response ends.
    ///   - times: The number of responses that end early.
    init(_ transport: any Transport, after count: Int, times: Int) {
        base = transport
        self.count = count
        remaining = Locked(times)
    }

    private init(_ base: any Transport, after count: Int, _ remaining: Locked<Int>) {
        self.base = base
        self.count = count
        self.remaining = remaining
    }

    func wrapping(_ base: any Transport) -> any Transport { CuttingTransport(base, after: count, remaining) }

    func send(_ request: OutgoingRequest) async throws -> TransportResponse {
        var response = try await base.send(request)
        let isCut = remaining.withLock { remaining in
            guard remaining > 0 else { return false }
            remaining -= 1
            return true
        }
        guard isCut else { return response }
        response.body = HTTPBody(length: response.body.length, isReplayable: false) { [body = response.body, count] in
            var chunks = body.makeAsyncIterator()
            var rest = count
            return {
                guard rest > 0, let chunk = try await chunks.next() else { throw TransportError(.connectionLost) }
                defer { rest -= chunk.count }
                return chunk.prefix(rest)
            }
        }
        return response
    }
}
#endif
