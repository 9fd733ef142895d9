import Foundation
import HTTPBin

/// The HTTP server on loopback that the live tests talk to: one for all of them.
enum Server {
    private static let started = _Concurrency.Task<URL, any Error> {
        let (urls, continuation) = AsyncStream<URL>.makeStream()
        _Concurrency.Task.detached {
            defer { continuation.finish() }
            try await HTTPBinServer.run { continuation.yield($0) }
        }
        for await url in urls { return url }
        throw CancellationError()
    }

    static func url() async throws -> URL {
        try await started.value
    }
}
