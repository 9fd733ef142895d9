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

    private struct NotStarted: Error {}

    /// Runs this program as a server for the duration of `body`. The server prints its port.
    ///
    /// - Parameter argument: The argument that makes it a server.
    static func withServer<Value>(_ argument: String, body: (_ port: Int) async throws -> Value) async throws -> Value {
        var value: Value?
        try await with(CommandLine.arguments[0], [argument]) { output in
            var port = Data()
            for try await piece in output {
                port += piece.withUnsafeBytes { Data($0) }
                if port.last == UInt8(ascii: "\n") { break }
            }
            guard let number = Int(String(decoding: port.dropLast(), as: UTF8.self)) else { throw NotStarted() }
            value = try await body(number)
        }
        guard let value else { throw NotStarted() }
        return value
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
