#if Tools
import Foundation
import Talyn
import TalynCommandLine
import TalynStubs

/// A download whose connection drops, and which resumes.
struct DemoDownload {
    let baseURL: URL
    let transport: any Transport
    let terminal: Terminal

    static let size = 100_000

    /// Downloads a file, and prints the metrics of the call.
    func run() async throws {
        let directory = FileManager.default.temporaryDirectory.appendingPathComponent("talyn-demo-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: directory) }
        let file = directory.appendingPathComponent("file")
        let destination = DownloadDestination(file) { $0.createsDirectories = true }
        let cuts = FaultScript(.calls(1...2, .failing(.truncated(afterBytes: 40_000))))
        let provider = Provider<HTTPBinAPI>(
            baseURL: baseURL,
            transport: FaultTransport(wrapping: transport, cuts)
        )
        let response = try await provider.download(.range(Self.size), to: destination).response()
        guard let metrics = response.metrics, metrics.attempts.map(\.statusCode) == [200, 206, 206] else {
            throw UnexpectedAnswer(description: "expected a 200 and two 206")
        }
        guard try Data(contentsOf: file) == Self.content else {
            throw UnexpectedAnswer(description: "the file differs from the server's")
        }
        terminal.show(
            metrics,
            of: baseURL,
            title: "A download that resumes twice",
            note: "The demo cuts the connection. The file is complete, and equals the server's."
        )
    }

    private static var content: Data { Data((0..<size).map { UInt8(ascii: "a") + UInt8($0 % 26) }) }
}
#endif
