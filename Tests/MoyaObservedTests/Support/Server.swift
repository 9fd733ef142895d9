import Foundation
import HTTPBin
import Moya

/// The HTTP server on loopback that the live tests talk to: one for all of them.
enum Server {
    /// Whether this build has the server, and a transport by which it can be reached.
    static let isThere: Bool = {
        #if Alamofire || AsyncHTTPClient || !os(Linux)
        HTTPBinServer.isBuilt
        #else
        false
        #endif
    }()

    private static let started = _Concurrency.Task<URL, any Error> {
        let (urls, continuation) = AsyncStream<URL>.makeStream()
        _Concurrency.Task.detached {
            defer { continuation.finish() }
            try await HTTPBinServer.withServer { url in
                continuation.yield(url)
                // The server runs as long as the tests.
                let (end, holder) = AsyncStream<Never>.makeStream()
                for await _ in end {}
                withExtendedLifetime(holder) {}
            }
        }
        for await url in urls { return url }
        throw CancellationError()
    }

    static func url() async throws -> URL {
        try await started.value
    }
}

/// A target at the server.
func sample(
    _ method: Moya.Method,
    _ path: String,
    _ task: Task,
    headers: [String: String]? = nil,
    validation: ValidationType = .none
) async throws -> Sample {
    Sample(
        baseURL: try await Server.url(),
        path: path,
        method: method,
        task: task,
        headers: headers,
        validationType: validation
    )
}
