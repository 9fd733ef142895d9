#if Tools
import Foundation
import Subprocess

#if canImport(System)
import System
#else
import SystemPackage
#endif

/// Programs that run beside this one.
enum Child {
    /// Runs a program to its end.
    ///
    /// - Returns: Its standard output.
    static func output(of program: String, _ arguments: [String]) async throws -> Data {
        let result = try await run(
            .path(FilePath(program)),
            arguments: Arguments(arguments),
            output: .bytes(limit: 1 << 20),
            error: .currentStandardError
        )
        return Data(result.standardOutput)
    }

    /// Runs a program for the duration of `body`, which gets the pieces of its standard output.
    static func with(
        _ program: String,
        _ arguments: [String],
        body: (SubprocessOutputSequence) async throws -> Void
    ) async throws {
        _ = try await run(
            .path(FilePath(program)),
            arguments: Arguments(arguments),
            input: .none,
            output: .sequence,
            error: .currentStandardError
        ) { execution in
            defer { try? execution.send(signal: .terminate) }
            try await body(execution.standardOutput)
        }
    }
}
#endif
