#if os(macOS) || os(Linux)
package import Foundation

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

        fileprivate var openPipes = 2
        fileprivate var isComplete: Bool { status != nil && openPipes == 0 }
    }

    private let state: Watched<Outcome>
    private let identifier: Int32

    /// Whether the program runs.
    package var isRunning: Bool { state.value.status == nil }

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
        let process = try ChildProcess(program, arguments, environment)
        do {
            let result = try await body(process)
            process.send(SIGKILL)
            await process.end()
            return result
        } catch {
            process.send(SIGKILL)
            await process.end()
            throw error
        }
    }

    private init(_ program: URL, _ arguments: [String], _ environment: [String: String]) throws {
        let state = Watched(Outcome())
        let process = Process()
        process.executableURL = program
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = Self.pipe { data in
            state.update { $0.add(data, to: \.output) }
        }
        process.standardError = Self.pipe { data in
            state.update { $0.add(data, to: \.errors) }
        }
        process.terminationHandler = { process in
            let (status, reason) = (process.terminationStatus, process.terminationReason)
            state.update { outcome in
                outcome.status = status
                outcome.isSignalled = reason == .uncaughtSignal
            }
        }
        try Self.withoutBlockedSignals { try process.run() }
        self.state = state
        identifier = process.processIdentifier
    }

    /// A pipe whose bytes go to `receive`, and at its end an empty chunk.
    private static func pipe(_ receive: @escaping @Sendable (Data) -> Void) -> Pipe {
        let pipe = Pipe()
        let handle = pipe.fileHandleForReading
        // On Linux, a `readabilityHandler` now and then misses the end.
        Thread.detachNewThread {
            var data: Data
            repeat {
                data = handle.availableData
                receive(data)
            } while !data.isEmpty
        }
        return pipe
    }

    /// A program inherits the signals that its parent's thread blocks, and threads of tasks block nearly all.
    private static func withoutBlockedSignals(_ body: () throws -> Void) rethrows {
        var none = sigset_t()
        var previous = sigset_t()
        sigemptyset(&none)
        pthread_sigmask(SIG_SETMASK, &none, &previous)
        defer { pthread_sigmask(SIG_SETMASK, &previous, nil) }
        try body()
    }

    /// Sends a signal, if the program runs.
    package func send(_ signal: Int32) {
        if isRunning { kill(identifier, signal) }
    }

    /// Suspends until the program has ended.
    @discardableResult
    package func end() async -> Outcome {
        await state.wait { $0.isComplete }
        return state.value
    }

    /// Suspends until the program has written a whole line that contains `text`.
    ///
    /// - Returns: The line, or nil if the program ends before.
    package func line(containing text: String) async -> String? {
        await state.wait { $0.isComplete || $0.line(containing: text) != nil }
        return state.value.line(containing: text)
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
    fileprivate mutating func add(_ data: Data, to stream: WritableKeyPath<Self, Data>) {
        self[keyPath: stream] += data
        if data.isEmpty { openPipes -= 1 }
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
