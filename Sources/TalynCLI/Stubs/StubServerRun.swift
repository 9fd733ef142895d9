#if Tools
import ArgumentParser
import Foundation
import TalynCommandLine
import TalynStubServer
import TalynRecordings

/// A server on the command line. It prints its address and a line for each request, and ends at an interrupt.
@available(Hummingbird, *)
struct StubServerRun {
    let options: StubServer.Options
    var terminal = Terminal()

    /// Serves until an interrupt.
    ///
    /// - Parameters:
    ///   - transport: The transport that answers.
    ///   - greeting: The start of the first line, before the address.
    ///   - companion: Runs beside the server, and is cancelled with it.
    /// - Throws: The exit status if the server can't listen. The message has been shown then.
    func serve(
        _ transport: any Transport,
        greeting: String,
        beside companion: @escaping @Sendable () async -> Void = {}
    ) async throws {
        var options = options
        let lines = RequestLines(
            width: terminal.isInteractive ? terminal.outputWidth : nil,
            hasColours: terminal.hasColours
        )
        options.onRequest = { [terminal] request in terminal.showLine(lines.line(request)) }
        let (failure, signal) = await Interruption.cancelling { [options, terminal] in
            await withTaskGroup(of: Void.self) { group -> (any Error)? in
                group.addTask { await companion() }
                defer { group.cancelAll() }
                do {
                    try await StubServer.run(serving: transport, options: options) { url in
                        terminal.showLine("\(greeting) at \(url.absoluteString)")
                        if let head = lines.head { terminal.showLine(head) }
                    }
                    return nil
                } catch {
                    return error
                }
            }
        }
        if let failure, signal == nil { throw terminal.failure(failure) }
    }
}

extension Terminal {
    /// Shows a line for each entry that was left out.
    func showProblems(of recording: Recording) {
        for problem in recording.problems.prefix(20) { showError("Skipped: \(problem.errorDescription ?? "")") }
        if recording.problems.count > 20 { showError("and \(recording.problems.count - 20) more entries") }
    }

    /// Shows an error in one line, with the way to fix it.
    ///
    /// - Returns: The exit status.
    func failure(_ error: any Error) -> ExitCode {
        let text = error is any LocalizedError ? "\(error)" : "The command failed with \(type(of: error))."
        return failure(text.components(separatedBy: .newlines).joined(separator: " "))
    }
}
#endif
