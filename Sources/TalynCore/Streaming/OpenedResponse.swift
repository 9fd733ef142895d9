#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A response whose head has arrived, and whose body is read as it arrives.
///
/// The body can be read once. The request ends when the iterator is released, as after leaving a loop, or when the
/// response is released unread.
struct OpenedResponse: Sendable {
    /// Status, header fields and metrics. Its ``Response/data`` is empty.
    let response: Response

    private let body: StreamedBody

    /// - Parameters:
    ///   - response: The response of a call. A plugin may have answered in place of the server.
    ///   - limited: Keeps the body to the deadline of the call.
    init(_ response: Response, limited: (HTTPBody) -> HTTPBody = { $0 }) {
        self.response = response
        switch response.content {
        case .stream(let stream):
            // A plugin may have read it.
            body = StreamedBody(stream.take().map(limited))
        case .data(let data):
            body = StreamedBody(HTTPBody(data))
        case .file(let file):
            body = StreamedBody(
                HTTPBody(isReplayable: false) {
                    var isRead = false
                    return {
                        guard !isRead else { return nil }
                        isRead = true
                        return try file.contents()
                    }
                }
            )
        }
    }
}

extension OpenedResponse: AsyncSequence {
    /// Starts to read the body, in chunks as they arrive.
    ///
    /// The iterator throws a ``TalynError`` if the body breaks off, if it was read before, and if the task is cancelled.
    func makeAsyncIterator() -> StreamIterator<Data, TalynError> {
        let response = response
        guard var chunks = body.take()?.makeAsyncIterator() else {
            return StreamIterator { () async throws(TalynError) -> Data? in
                throw TalynError(BodyError.streamAlreadyUsed, response: response)
            }
        }
        return StreamIterator { () async throws(TalynError) in
            do {
                try Task.checkCancellation()
                let chunk = try await chunks.next()
                // In a cancelled task, a body may seem to end.
                if chunk == nil { try Task.checkCancellation() }
                return chunk
            } catch {
                throw TalynError(error).with(response.context)
            }
        }
    }
}

extension OpenedResponse {
    /// The error for the status, with the part of the body that explains it.
    ///
    /// - Throws: ``TalynError`` if the task is cancelled.
    func statusError() async throws(TalynError) -> TalynError {
        var data = Data()
        do throws(TalynError) {
            for try await chunk in self {
                data.append(chunk)
                if data.count >= Reception.longestErrorBody { break }
            }
        } catch {
            if error.isCancelled { throw error }
        }
        return TalynError(.unacceptableStatus, response: response.with(.data(data)))
    }
}

/// The body of a stream, which one reader takes.
///
/// After that only the reader holds it, so that the exchange ends when the reader is released.
package final class StreamedBody: Sendable {
    private let body: Locked<HTTPBody?>

    init(_ body: HTTPBody?) {
        self.body = Locked(body)
    }

    /// The body, the first time.
    func take() -> HTTPBody? {
        body.withLock { $0.take() }
    }
}
