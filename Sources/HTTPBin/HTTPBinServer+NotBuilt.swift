#if !Tools
public import Foundation

/// Replaces the server in a build without the trait `Tools`, so that its callers compile.
@available(Hummingbird, *)
public enum HTTPBinServer {
    /// The error of a build without the server.
    struct NotBuilt: Error {}

    /// Whether the server is part of this build.
    public static var isBuilt: Bool { false }

    /// Throws ``NotBuilt``.
    public static func withServer<Result: Sendable>(
        _ body: @Sendable (_ baseURL: URL) async throws -> Result
    ) async throws -> Result {
        throw NotBuilt()
    }
}
#endif
