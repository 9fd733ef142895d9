import Foundation
import Talyn

// The code of TransportsOnLinux.md, and of comments about transports, compiled. DocumentedExamplesTests compares the two.

enum TransportExamples {
    static func byDefault() -> Provider<GitHub> {
        let github = Provider<GitHub>()
        return github
    }

    static func session() -> Provider<GitHub> {
        let github = Provider<GitHub>(transport: URLSessionTransport())
        return github
    }

    #if AsyncHTTPClient && os(Linux)
    static func options() throws -> Provider<GitHub> {
        var options = TransportOptions()
        options.idleTimeout = .seconds(15)
        options.connectionsPerHost = 16
        let provider = Provider<GitHub>(transport: try AsyncHTTPClientTransport(options: options))
        return provider
    }
    #endif

    static func trust(_ options: inout TransportOptions, _ ourAuthority: URL) throws {
        options.serverTrust = ServerTrust(roots: [try Data(contentsOf: ourAuthority)])
        // A key of this length fits no line.
        // swift-format-ignore
        options.hostTrust["*.example.com"] = ServerTrust(pins: [.publicKey("sha256//Vjs8r4z+80wjNcr1YKepWQboSIRi63WsWXhIMN+eWys=")])
    }

    static func sample() -> Provider<GitHub> {
        let provider = Provider<GitHub>(transport: SampleTransport())
        return provider
    }

    struct Slow: WrappingTransport {
        let base: any Transport

        func wrapping(_ base: any Transport) -> any Transport { Slow(base: base) }

        func send(_ request: OutgoingRequest) async throws -> TransportResponse {
            try await Task.sleep(for: .milliseconds(100))
            return try await base.send(request)
        }
    }

    struct Echo: Transport {
        func send(_ request: OutgoingRequest) async throws -> TransportResponse {
            TransportResponse(statusCode: 200, body: request.body ?? HTTPBody(Data()))
        }
    }
}
