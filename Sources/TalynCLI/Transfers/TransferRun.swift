#if Tools
import ArgumentParser
import Foundation
import Talyn
import TalynCommandLine

/// One upload or download, with a progress bar in a terminal.
struct TransferRun {
    /// The body whose progress the bar shows.
    enum Direction {
        case sent
        case received
    }

    let name: String
    let direction: Direction
    var terminal = Terminal()

    /// Makes the call.
    ///
    /// - Returns: The response, and the number of bytes that were sent or received.
    /// - Throws: The exit status. The message has been shown then.
    func response(to stream: TransferStream) async throws -> (response: Response, count: Int64) {
        let (outcome, signal) = await Interruption.cancelling { await follow(stream) }
        terminal.clearLive()
        switch outcome {
        case .success(let result):
            return result
        case .failure(let error):
            if let signal, error.isCancelled {
                terminal.showError("\(name): interrupted")
                throw ExitCode(128 + signal)
            }
            throw terminal.failure(error.line)
        }
    }

    private func follow(_ stream: TransferStream) async -> Result<(response: Response, count: Int64), TalynError> {
        var count: Int64 = 0
        do throws(TalynError) {
            for try await event in stream {
                switch (event, direction) {
                case (.finished(let response), _):
                    return .success((response, count))
                case (.sent(let progress), .sent), (.received(let progress), .received):
                    count = progress.completed
                    terminal.showLive(ProgressBar(name: name, progress: progress).line(width: terminal.width))
                default:
                    break
                }
            }
            throw TalynError(TransportError(.cancelled))
        } catch {
            return .failure(error)
        }
    }
}

extension TalynError {
    /// The failure in one line, for people who don't know the library.
    var line: String {
        if let statusCode, reason == .unacceptableStatus {
            return
                "the server answered \(statusCode), \(HTTPResponse.Status(code: statusCode).reasonPhrase.lowercased())"
        }
        if case BodyError.destinationExists(let url)? = underlyingError {
            return
                "\(url.lastPathComponent) exists already. Replace it with --force, or choose another place with --output."
        }
        let text = (underlyingError as? any LocalizedError)?.errorDescription ?? description
        switch underlyingError as? BodyError {
        case .cannotWrite(_, .ENOENT)?:
            return "\(text) Create its directory."
        default:
            return [text, recoverySuggestion].compactMap { $0 }.joined(separator: " ")
        }
    }
}
#endif
