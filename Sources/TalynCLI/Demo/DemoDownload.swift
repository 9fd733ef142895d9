#if Tools && Macros
import Foundation
import Talyn

/// A download whose connection is cut, and which goes on where that happened.
struct DemoDownload {
    let baseURL: URL
    let transport: any Transport
    let terminal: Terminal

    private static let size = 100_000

    /// Downloads a file, and prints the account of the call.
    ///
    /// - Returns: What went wrong.
    func run() async -> [String] {
        let directory = FileManager.default.temporaryDirectory.appendingPathComponent("talyn-demo-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: directory) }
        do {
            let file = directory.appendingPathComponent("file")
            let destination = TransferDestination(file) { $0.options = .createIntermediateDirectories }
            let response = try await provider.download(.range(Self.size), to: destination).response()
            guard let account = response.account, account.attempts.map(\.statusCode) == [nil, nil, 206] else {
                throw UnexpectedAnswer(description: "other attempts than two that were cut and a 206")
            }
            guard try Data(contentsOf: file) == Self.content else {
                throw UnexpectedAnswer(description: "the file is not what the server has")
            }
            // Where the server is has been said, and it would make the lines long.
            let text = account.description.replacingOccurrences(of: baseURL.absoluteString, with: "")
            terminal.show(
                title: "A download that was cut twice",
                lines: ["The cuts are the demo's own. The file is whole, and what the server has."]
                    + text.split(separator: "\n").map { "  \($0)" }
            )
            return []
        } catch {
            return ["GET /range/\(Self.size), cut twice: \(error)"]
        }
    }

    private var provider: Provider<HTTPBinAPI> {
        Provider(
            endpointClosure: { [baseURL] in Endpoint($0, baseURL: baseURL) },
            transport: CuttingTransport(transport, after: 40_000, times: 2)
        )
    }

    private static var content: Data { Data((0..<size).map { UInt8(ascii: "a") + UInt8($0 % 26) }) }
}

/// Stands in for a network that breaks: cuts the first responses after so many bytes.
private struct CuttingTransport: Transport {
    let transport: any Transport
    let count: Int
    private let remaining: Locked<Int>

    /// - Parameters:
    ///   - transport: What the requests are sent by.
    ///   - count: After how many bytes a response is cut.
    ///   - times: How many responses are.
    init(_ transport: any Transport, after count: Int, times: Int) {
        self.transport = transport
        self.count = count
        remaining = Locked(times)
    }

    var defaultHeaderFields: [String: String] { transport.defaultHeaderFields }

    func send(_ request: TransportRequest) async throws -> TransportResponse {
        var response = try await transport.send(request)
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
