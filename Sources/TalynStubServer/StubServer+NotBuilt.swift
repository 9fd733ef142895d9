#if !Tools
public import Foundation

// Stand for the server in a build without the trait `Tools`, so that what uses it compiles.
@available(Hummingbird, *)
extension StubServer {
    /// Whether the server is part of this build.
    public static var isBuilt: Bool { false }

    /// Throws ``StubServerError/notBuilt``.
    public static func run(
        serving transport: any Transport,
        options: Options = Options(),
        onListening: @escaping @Sendable (_ baseURL: URL) async -> Void = { _ in }
    ) async throws {
        throw StubServerError.notBuilt
    }

    /// Throws ``StubServerError/notBuilt``.
    public static func withServer<Result: Sendable>(
        serving transport: any Transport,
        options: Options = Options(),
        _ body: @Sendable (_ baseURL: URL) async throws -> Result
    ) async throws -> Result {
        throw StubServerError.notBuilt
    }
}
#endif
