import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension Call {
    /// Makes an attempt; those of a download go on where it was cut.
    func attempts(_ attempt: () async -> Result<Response, TalynError>) async -> Result<Response, TalynError> {
        guard case .file(let download) = sink else { return await attempt() }
        return await download.attempts(attempt) { record.noteRepetition($0) }
    }

    /// Writes the body of a response into a file.
    ///
    /// - Parameters:
    ///   - head: The response, with its body still to be read.
    ///   - request: What it answers.
    ///   - download: What the file is of.
    ///   - attempt: Is told how much has arrived.
    /// - Returns: The response, with the file if that is whole; nil if it is no part of the file.
    func save(
        _ head: TransportResponse,
        of request: TransportRequest,
        by download: PartialDownload,
        _ attempt: AttemptRecord
    ) async throws -> Response? {
        let urlRequest = request.urlRequest
        guard accepts(head.statusCode, for: download) else { return nil }
        let response = Response(head, .data(Data()), request: urlRequest, target: target, record: record)
        switch download.answer(head, to: urlRequest) {
        case .leave:
            return nil
        case .refuse:
            throw TalynError.underlying(BodyError.unexpectedPart, response)
        case .write(let start, let end):
            var head = head
            if let maximum = request.options.maximumResponseSize {
                // That of the whole file.
                if let total = download.total, total > maximum {
                    throw TransportError(.responseTooLarge, url: urlRequest.url)
                }
                try head.limitBody(to: maximum - start, of: urlRequest)
            }
            do {
                let file = try await download.receive(head.body, from: start, end: end) { attempt.receivedBytes = $0 }
                guard let file else { throw TransportError(.connectionLost, url: urlRequest.url) }
                attempt.outcome = .status(head.statusCode)
                return Response(response, content: .file(file))
            } catch let error as BodyError {
                throw TalynError.underlying(error, response)
            }
        }
    }

    /// Whether a response with the status has something to say of the file: if the target accepts it, and where a part has
    /// been asked for of which the target doesn't know.
    private func accepts(_ statusCode: Int, for download: PartialDownload) -> Bool {
        let accepts = target.validationType.accepts
        guard download.asksForPart else { return accepts(statusCode) }
        return accepts(statusCode) || statusCode == 206 && accepts(200) || statusCode == 416
    }
}
