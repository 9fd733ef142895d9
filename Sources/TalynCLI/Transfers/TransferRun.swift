#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

#if Tools
import ArgumentParser
import Foundation
import Talyn

/// One upload or download with its progress bar, as far as somebody looks.
struct TransferRun {
    /// Whose progress is shown.
    enum Direction {
        case sent
        case received
    }

    let name: String
    let direction: Direction
    var terminal = Terminal()

    /// Makes the call.
    ///
    /// - Returns: The response, and how many bytes were moved.
    /// - Throws: The exit status, after a message has been shown.
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
            terminal.showError(error.line)
            throw ExitCode(1)
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
                case (.sent, _), (.received, _):
                    break
                }
            }
            throw .underlying(TransportError(.cancelled), nil)
        } catch {
            return .failure(error)
        }
    }
}

extension TalynError {
    /// What went wrong, in one line for somebody who doesn't know the library.
    fileprivate var line: String {
        if let statusCode, isRefusal {
            return "the server answered \(statusCode), \(HTTPURLResponse.localizedString(forStatusCode: statusCode))"
        }
        if case BodyError.destinationExists(let url)? = underlyingError {
            return "\(url.lastPathComponent) is there already; --force replaces it"
        }
        let text = errorDescription ?? description
        switch underlyingError as? BodyError {
        case .destinationExists?:
            return "\(text) Replace it with --force, or choose another place with --output."
        case .cannotWrite(_, .ENOENT)?:
            return "\(text) Create its directory."
        default:
            return [text, recoverySuggestion].compactMap { $0 }.joined(separator: " ")
        }
    }

    /// Whether it is the status that is wrong.
    private var isRefusal: Bool {
        if case .statusCode = self { true } else { underlyingError is Talyn.ValidationError }
    }
}
#endif
