#if Tools
import ArgumentParser
import Foundation
import Talyn
import TalynStubServer

/// A server on the command line: it says where it is, tells of each request in a line, and ends when it is interrupted.
@available(Hummingbird, *)
struct StubServerRun {
    let options: StubServer.Options
    var terminal = Terminal()

    /// Serves until the process is told to end.
    ///
    /// - Parameters:
    ///   - transport: What answers.
    ///   - greeting: Says what is served; the address is written behind it.
    ///   - companion: Works beside the server, and is cancelled with it.
    /// - Throws: The exit status, after a message has been shown, if the server can't listen.
    func serve(
        _ transport: any Transport,
        greeting: String,
        beside companion: @escaping @Sendable () async -> Void = {}
    ) async throws {
        var options = options
        options.onRequest = { [terminal] request in terminal.showLine(Self.line(at: request.date, "\(request)")) }
        let (failure, signal) = await Interruption.cancelling { [options, terminal] in
            await withTaskGroup(of: Void.self) { group -> (any Error)? in
                group.addTask { await companion() }
                defer { group.cancelAll() }
                do {
                    try await StubServer.run(serving: transport, options: options) { url in
                        terminal.showLine("\(greeting) at \(url.absoluteString)")
                    }
                    return nil
                } catch {
                    return error
                }
            }
        }
        if let failure, signal == nil { throw terminal.failure(failure) }
    }

    /// When it was, and what became of it.
    static func line(at date: Date, _ text: String, timeZone: TimeZone = .current) -> String {
        let time = Date.ISO8601FormatStyle(timeZone: timeZone).time(includingFractionalSeconds: false)
        return "\(date.formatted(time)) \(text)"
    }
}

extension Terminal {
    /// Shows in one line what went wrong and how to mend it.
    ///
    /// - Returns: The exit status.
    func failure(_ error: any Error) -> ExitCode {
        let text = error is any LocalizedError ? "\(error)" : "It failed: \(type(of: error))."
        showError(text.components(separatedBy: .newlines).joined(separator: " "))
        return ExitCode(1)
    }
}
#endif
