package import TalynCore
import _TalynSupport

#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

/// Receives a body in a temporary file, and moves the file to the URL that a closure returns. For the module Moya.
package struct FileReceiver: BodyReceiver {
    package typealias Destination =
        @Sendable (_ temporaryURL: URL, _ response: Response) async throws -> (URL, DownloadOptions)

    private let destination: Destination

    package init(destination: @escaping Destination) {
        self.destination = destination
    }

    package func receive(_ incoming: IncomingResponse, isAccepted: Bool) async throws -> Response? {
        guard isAccepted else { return nil }
        let response = incoming.response
        let body = incoming.head.body
        let total = incoming.head.contentLength
        let temporary = try TemporaryFile()
        defer { withExtendedLifetime(temporary) {} }
        let length = try await body.write(to: OpenFile(creating: temporary.url)) {
            incoming.reportProgress($0, of: total)
        }
        try Task.checkCancellation()
        let (url, options) = try await destination(temporary.url, response)
        if url == temporary.url {
            temporary.keep()
        } else {
            let placement = FilePlacement(source: temporary.url, destination: url, options: options)
            try await FileWork.run { () throws(BodyError) in try placement.place() }
        }
        return response.with(file: url, length: length)
    }
}

extension Provider {
    /// Calls a target, and writes the body of the response to a file.
    package func request(_ target: Target, to receiver: FileReceiver) async throws(TalynError) -> Response {
        var setup = CallSetup()
        setup.receiver = receiver
        return try await request(target, setup: setup)
    }
}
