#if Tools
import ArgumentParser
import Foundation
import Talyn
import TalynStubServer

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

    /// The line of a request: its time and its result.
    static func line(at date: Date, _ text: String, timeZone: TimeZone = .current) -> String {
        let time = Date.ISO8601FormatStyle(timeZone: timeZone).time(includingFractionalSeconds: false)
        return "\(date.formatted(time)) \(text)"
    }
}

extension Terminal {
    /// Shows an error in one line, with the way to fix it.
    ///
    /// - Returns: The exit status.
    func failure(_ error: any Error) -> ExitCode {
        let text = error is any LocalizedError ? "\(error)" : "The command failed with \(type(of: error))."
        showError(text.components(separatedBy: .newlines).joined(separator: " "))
        return ExitCode(1)
    }
}
#endif
