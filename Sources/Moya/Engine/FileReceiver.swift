import Foundation
import TalynCore
import TalynURLSession
import _TalynSupport

#if Alamofire
import Alamofire
#endif

/// Receives a body in a temporary file, and moves the file to the place that a closure gives.
struct FileReceiver: BodyReceiver {
    /// Returns nil for a file that stays where it is.
    typealias Destination =
        @Sendable (_ temporaryURL: URL, _ response: TalynCore.Response) async throws -> FilePlacement?

    private let destination: Destination

    init(destination: @escaping Destination) {
        self.destination = destination
    }

    /// The receiver of a download; nil for other tasks.
    ///
    /// - Parameter queue: Runs the task's destination.
    init?(_ task: Task, _ queue: CallQueue) {
        switch task {
        case .downloadDestination(let destination), .downloadParameters(_, _, let destination):
            self.init { file, response in
                // A request has a URL, and so its response has one.
                guard let response = response.httpURLResponse else { return nil }
                return try await queue.run {
                    let (url, options) = destination(file, response)
                    guard url != file else { return nil }
                    return FilePlacement(
                        source: file,
                        destination: url,
                        replacesExistingFile: options.contains(.removePreviousFile),
                        createsDirectories: options.contains(.createIntermediateDirectories)
                    )
                }
            }
        default:
            return nil
        }
    }

    func receive(_ incoming: IncomingResponse, isAccepted: Bool) async throws -> TalynCore.Response? {
        guard isAccepted else { return nil }
        let response = incoming.response
        let body = incoming.head.body
        let total = incoming.head.contentLength
        let temporary = try TemporaryFile()
        defer { withExtendedLifetime(temporary) {} }
        let length = try await OpenFile(creating: temporary.url).write(body, inMemory: body.data) {
            incoming.reportProgress($0, of: total)
        }
        try _Concurrency.Task.checkCancellation()
        guard let placement = try await destination(temporary.url, response) else {
            temporary.keep()
            return response.with(file: temporary.url, length: length)
        }
        do {
            try await FileWork.run { try placement.place() }
        } catch {
            throw AFError.downloadedFileMoveFailed(
                error: BodyError(error)?.cocoaError ?? error,
                source: temporary.url,
                destination: placement.destination
            )
        }
        return response.with(file: placement.destination, length: length)
    }
}

extension Provider {
    /// Calls a target.
    ///
    /// - Parameter receiver: Writes the body of the response to a file; nil to collect it in memory.
    func request(_ target: Target, to receiver: FileReceiver?) async throws(TalynError) -> TalynCore.Response {
        var setup = CallSetup()
        setup.receiver = receiver
        // As in Alamofire, which reads a response before it validates it.
        setup.keepsWholeFailures = true
        return try await request(target, setup: setup)
    }
}
