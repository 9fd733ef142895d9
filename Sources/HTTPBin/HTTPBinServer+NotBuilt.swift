#if !Tools
package import Foundation

/// Stands for the server in a build without the trait `Tools`, so that what uses it compiles.
@available(Hummingbird, *)
package enum HTTPBinServer {
    /// There is no server to run.
    package struct NotBuilt: Error {}

    /// Whether the server is part of this build.
    package static var isBuilt: Bool { false }

    /// Throws ``NotBuilt``.
    package static func withServer<Result: Sendable>(
        _ body: @Sendable (_ baseURL: URL) async throws -> Result
    ) async throws -> Result {
        throw NotBuilt()
    }
}
#endif
