#if Tools && os(Linux)
import Foundation
import NIOCore
import NIOPosix
import TestSupport

#if canImport(Musl)
import Musl
#else
import Glibc
#endif

/// A server that listens, and that can be reloaded and restarted.
final class RunningServer: Sendable {
    private struct State {
        var process: ChildProcess?
        var isToRestart = false
        var isToEnd = false
        var isOver = false
    }

    let definition: ServerDefinition
    let place: ServerPlace
    private let program: String
    private let state = Watched(State())

    private init(_ definition: ServerDefinition, _ program: String, _ place: ServerPlace) {
        self.definition = definition
        self.program = program
        self.place = place
    }

    /// Runs a server for the duration of `body`.
    ///
    /// - Throws: ``ServerFailure`` if it doesn't start, or ends by itself.
    static func run<Result: Sendable>(
        _ definition: ServerDefinition,
        program: String,
        at place: ServerPlace,
        body: (RunningServer) async throws -> Result
    ) async throws -> Result {
        try place.write(definition.files(place))
        let server = RunningServer(definition, program, place)
        async let supervision: Void = server.supervise()
        await server.start()
        guard !server.state.value.isOver else {
            try await supervision
            throw server.failure
        }
        do {
            let result = try await body(server)
            server.state.update { $0.isToEnd = true }
            try await supervision
            return result
        } catch {
            server.state.update { $0.isToEnd = true }
            try? await supervision
            throw error
        }
    }

    /// Loads the configuration again.
    func reload() async throws {
        switch definition.reload {
        case .signal(let signal): state.value.process?.send(signal)
        case .command(let arguments):
            let url = URL(fileURLWithPath: program)
            try await ChildProcess.run(url, arguments(place), environment: definition.environment(place))
        case nil: break
        }
    }

    /// Ends the program in order, and starts it again. Returns when it listens.
    func restart() async {
        state.update { ($0.isToRestart, $0.process) = (true, nil) }
        await start()
    }

    private func start() async {
        await state.wait { $0.process != nil || $0.isOver }
    }

    private func supervise() async throws {
        defer { state.update { $0.isOver = true } }
        // The log of the server is in a file: no pipe can be full.
        let script = "exec \"$0\" \"$@\" >>\"$SERVERS_OUTPUT\" 2>&1"
        var environment = definition.environment(place)
        environment["SERVERS_OUTPUT"] = place.path("output")
        repeat {
            try await ChildProcess.withProcess(
                URL(fileURLWithPath: "/bin/sh"),
                ["-c", script, program] + definition.arguments(place),
                environment: environment
            ) { process in
                guard await isListening(process) else { throw failure }
                state.update { $0.process = process }
                async let end: Void = watch(process)
                await state.wait { $0.isToRestart || $0.isToEnd || $0.isOver }
                await stop(process)
                await end
                let isExpected = state.update { state in
                    defer { (state.isToRestart, state.process) = (false, nil) }
                    return state.isToRestart || state.isToEnd
                }
                if !isExpected { throw failure }
            }
        } while !state.value.isToEnd
    }

    /// Notes that the program has ended by itself.
    private func watch(_ process: ChildProcess) async {
        await process.end()
        state.update { if !$0.isToRestart && !$0.isToEnd { $0.isOver = true } }
    }

    /// Ends the program in order, or with force if that takes too long.
    private func stop(_ process: ChildProcess) async {
        for signal in [definition.stop, SIGTERM] {
            guard process.isRunning else { return }
            process.send(signal)
            await withTaskGroup(of: Void.self) { group in
                group.addTask { await process.end() }
                group.addTask { try? await Task.sleep(for: .seconds(5)) }
                await group.next()
                group.cancelAll()
            }
        }
        process.send(SIGKILL)
    }

    private func isListening(_ process: ChildProcess) async -> Bool {
        while process.isRunning, !Task.isCancelled {
            let bootstrap = ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            if let channel = try? await bootstrap.connect(host: "127.0.0.1", port: place.port).get() {
                try? await channel.close()
                return process.isRunning
            }
            // No event tells that the server listens.
            try? await Task.sleep(for: .milliseconds(10))
        }
        return false
    }

    private var failure: ServerFailure {
        let output = (try? String(contentsOfFile: place.path("output"), encoding: .utf8)) ?? ""
        return ServerFailure(name: definition.name, output: String(output.suffix(2_000)))
    }
}

/// A server that doesn't start, or that ends by itself.
struct ServerFailure: Error, CustomStringConvertible {
    let name: String
    let output: String

    var description: String { "\(name) didn't start, or ended by itself:\n\(output)" }
}
#endif
