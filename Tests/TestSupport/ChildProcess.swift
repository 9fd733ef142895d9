#if os(macOS) || os(Linux)
package import Foundation
import Subprocess

#if canImport(System)
import System
#else
import SystemPackage
#endif

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// A program that a test runs beside itself.
package struct ChildProcess: Sendable {
    /// What a program wrote, and how it ended.
    package struct Outcome: Sendable {
        /// The standard output.
        package var output = Data()
        /// The standard error.
        package var errors = Data()
        /// The exit status, or the signal that ended it.
        package internal(set) var status: Int32?
        /// Whether a signal ended it.
        package internal(set) var isSignalled = false

        /// Whether it exited with status 0.
        package var isSuccess: Bool { status == 0 && !isSignalled }
        /// The standard output as text.
        package var text: String { String(decoding: output, as: UTF8.self) }
        /// The standard error as text.
        package var errorText: String { String(decoding: errors, as: UTF8.self) }

        fileprivate var identifier: pid_t?
        /// Whether it has ended, or could not start.
        fileprivate var isOver = false
    }

    private let state = Watched(Outcome())

    /// Whether the program runs.
    package var isRunning: Bool { !state.value.isOver }

    /// What it has written so far.
    package var current: Outcome { state.value }

    /// Runs a program to its end.
    ///
    /// - Parameter environment: Variables beside those of this process.
    @discardableResult
    package static func run(
        _ program: URL,
        _ arguments: [String],
        environment: [String: String] = [:]
    ) async throws -> Outcome {
        try await withProcess(program, arguments, environment: environment) { await $0.end() }
    }

    /// Runs a program for the duration of `body`, and kills it then if it still runs.
    package static func withProcess<Result: Sendable>(
        _ program: URL,
        _ arguments: [String],
        environment: [String: String] = [:],
        body: (ChildProcess) async throws -> Result
    ) async throws -> Result {
        let process = ChildProcess()
        async let whole: Void = process.supervise(
            Configuration(
                executable: .path(FilePath(program.path)),
                arguments: Arguments(arguments),
                environment: .inherit.updating(
                    Dictionary(uniqueKeysWithValues: environment.map { (.init(stringLiteral: $0), $1) })
                )
            )
        )
        await process.state.wait { $0.identifier != nil || $0.isOver }
        if process.state.value.identifier == nil { try await whole }
        do {
            let result = try await body(process)
            process.send(SIGKILL)
            try await whole
            return result
        } catch {
            process.send(SIGKILL)
            try? await whole
            throw error
        }
    }

    /// Runs the program to its end.
    ///
    /// Foundation's `Process` isn't used: it can miss the end of a program while another one runs that started at the
    /// same time, since the other one inherits the descriptor that tells the end.
    private func supervise(_ configuration: Configuration) async throws {
        defer { state.update { $0.isOver = true } }
        let result = try await Subprocess.run(configuration, input: .none, output: .sequence, error: .sequence) {
            execution in
            state.update { $0.identifier = execution.processIdentifier.value }
            async let errors: Void = collect(execution.standardError, in: \.errors)
            try await collect(execution.standardOutput, in: \.output)
            try await errors
        }
        state.update { outcome in
            switch result.terminationStatus {
            case .exited(let status): outcome.status = status
            case .signaled(let signal): (outcome.status, outcome.isSignalled) = (signal, true)
            }
        }
    }

    private func collect(
        _ stream: SubprocessOutputSequence,
        in part: any WritableKeyPath<Outcome, Data> & Sendable
    ) async throws {
        for try await buffer in stream {
            let data = buffer.withUnsafeBytes { Data($0) }
            state.update { $0[keyPath: part] += data }
        }
    }

    /// Sends a signal, if the program runs.
    package func send(_ signal: Int32) {
        let outcome = state.value
        if let identifier = outcome.identifier, !outcome.isOver { kill(identifier, signal) }
    }

    /// Suspends until the program has ended.
    @discardableResult
    package func end() async -> Outcome {
        await state.wait { $0.isOver }
        return state.value
    }

    /// Suspends until the program has written a whole line that contains `text`.
    ///
    /// - Returns: The line, or nil if the program ends before.
    package func line(containing text: String) async -> String? {
        await state.wait { $0.isOver || $0.line(containing: text) != nil }
        return state.value.line(containing: text)
    }

    /// Suspends until the program has written the first line of its standard output.
    ///
    /// - Returns: The line, or nil if the program ends before.
    package func firstLine() async -> String? {
        await state.wait { $0.isOver || $0.firstLine != nil }
        return state.value.firstLine
    }

    /// Suspends until a condition holds that only a look at the file system tells.
    ///
    /// - Returns: Whether it holds; false if the program ends before.
    package func waits(until condition: () throws -> Bool) async throws -> Bool {
        while isRunning {
            if try condition() { return true }
            try await Task.sleep(for: .milliseconds(20))
        }
        return try condition()
    }
}

extension ChildProcess.Outcome {
    fileprivate var firstLine: String? {
        let lines = text.components(separatedBy: "\n")
        return lines.count > 1 ? lines[0] : nil
    }

    fileprivate func line(containing text: String) -> String? {
        for stream in [output, errors] {
            let lines = String(decoding: stream, as: UTF8.self).components(separatedBy: "\n").dropLast()
            if let line = lines.first(where: { $0.contains(text) }) { return line }
        }
        return nil
    }
}
#endif
