#if Tools && os(Linux)
import ArgumentParser
import Foundation
import HTTPTypes
import Talyn
import TalynStubServer
import TestSupport

/// The library's own server. The trial runs it in a process of its own.
struct ServersStubCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "servers-stub", shouldDisplay: false)

    @Option var port: Int
    @Option var log: String

    private struct Cut: Error {}

    func run() async throws {
        guard #available(Hummingbird , *) else { return }
        let descriptor = open(log, O_WRONLY | O_APPEND | O_CREAT, 0o644)
        let transport = ClosureTransport { request in
            let line = Array("\(request.url?.query() ?? "")\n".utf8)
            _ = write(descriptor, line, line.count)
            return switch request.url?.path() {
            case "/upload": TransportResponse(statusCode: 413, body: HTTPBody(Data("too large".utf8)))
            case "/refuse": TransportResponse(statusCode: 502, body: HTTPBody(Data("refused".utf8)))
            case "/cut":
                TransportResponse(statusCode: 200, body: HTTPBody(Self.cutBody(), length: 100_000))
            default: TransportResponse(statusCode: 200, body: HTTPBody(Data("ok".utf8)))
            }
        }
        var options = StubServer.Options()
        options.port = port
        let serving = Task { [options] in try await StubServer.run(serving: transport, options: options) }
        signal(SIGTERM, SIG_IGN)
        let source = DispatchSource.makeSignalSource(signal: SIGTERM)
        source.setEventHandler { serving.cancel() }
        source.resume()
        do { try await serving.value } catch is CancellationError {}
    }

    /// A part of the declared length, and then an error.
    private static func cutBody() -> AsyncThrowingStream<Data, any Error> {
        AsyncThrowingStream { continuation in
            continuation.yield(Data(repeating: 0x78, count: 1_000))
            continuation.finish(throwing: TransportError(.connectionLost))
        }
    }
}
#endif
