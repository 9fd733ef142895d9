#if Tools && (os(macOS) || os(Linux))
import Foundation
import TestSupport

/// The executable `talyn` of this build.
enum Executable {
    /// SwiftPM builds it beside the tests.
    static let url: URL = {
        let bundles = Bundle.allBundles.map(\.bundleURL).filter { $0.pathExtension == "xctest" }
        let tests = bundles.first ?? Bundle.main.executableURL ?? Bundle.main.bundleURL
        return tests.deletingLastPathComponent().appendingPathComponent("talyn")
    }()

    /// Runs a command to its end.
    static func run(_ arguments: String...) async throws -> ChildProcess.Outcome {
        try await ChildProcess.run(url, arguments)
    }

    /// Runs a command that serves HTTP, for the duration of `body`.
    static func withServer<Result: Sendable>(
        _ arguments: String...,
        environment: [String: String] = [:],
        body: (_ process: ChildProcess, _ url: URL) async throws -> Result
    ) async throws -> Result {
        try await ChildProcess.withProcess(url, arguments, environment: environment) { process in
            guard let line = await process.line(containing: " at http://"),
                let url = line.components(separatedBy: " at ").last.flatMap({ URL(string: $0) })
            else { throw ServerFailure(messages: process.current.errorText) }
            return try await body(process, url)
        }
    }
}

/// A server that doesn't start.
struct ServerFailure: Error {
    let messages: String
}

/// A directory that a test removes when it ends.
func withDirectory<Result>(_ body: (URL) async throws -> Result) async throws -> Result {
    let directory = FileManager.default.temporaryDirectory.appendingPathComponent("talyn-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: directory) }
    // A server that root starts may read files as another user.
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: directory.path)
    return try await body(directory)
}
#endif
