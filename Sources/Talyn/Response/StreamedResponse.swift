public import Foundation

/// A response whose head is there, and whose body is read as it arrives.
///
/// ``ResponseStream/open()`` gives it. The body can be read once; what has not been asked for stays with the server, as far
/// as the transport can hold it up. When the iterator is let go, as after leaving a loop, the request ends, and so it does when
/// the response is let go unread.
public struct StreamedResponse: Sendable {
    /// Status, header fields and account. Its ``Response/data`` is empty.
    public let response: Response

    private let body: StreamedBody

    /// - Parameters:
    ///   - response: The response of a call, which may be one that a plugin gave in place of the server's.
    ///   - limited: What keeps the body to the deadline of the call.
    init(_ response: Response, limited: (HTTPBody) -> HTTPBody = { $0 }) {
        self.response = response
        switch response.content {
        case .stream(let stream):
            // A plugin may have kept it: then it has been read, and says so.
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

extension StreamedResponse: AsyncSequence {
    public typealias Element = Data
    public typealias Failure = TalynError

    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(body.take(), of: response)
    }

    /// Gives the chunks of the body as they arrive.
    public struct AsyncIterator: AsyncIteratorProtocol {
        private enum State {
            case reading(HTTPBody.AsyncIterator)
            case failed(TalynError)
            case over
        }

        private var state: State
        private let response: Response

        fileprivate init(_ body: HTTPBody?, of response: Response) {
            self.response = response
            if let body {
                state = .reading(body.makeAsyncIterator())
            } else {
                state = .failed(.underlying(BodyError.streamAlreadyUsed, response))
            }
        }

        /// The next chunk, or nil after the last.
        ///
        /// - Throws: ``TalynError`` when no more of the body arrives before its end, when it has been read before, and when the
        ///   task is cancelled.
        public mutating func next() async throws(TalynError) -> Data? {
            switch state {
            case .over:
                return nil
            case .failed(let error):
                state = .over
                throw error
            case .reading(var chunks):
                state = .over
                do {
                    try Task.checkCancellation()
                    guard let chunk = try await chunks.next() else {
                        // What a body ends with in a task that is cancelled may not be its end.
                        try Task.checkCancellation()
                        return nil
                    }
                    state = .reading(chunks)
                    return chunk
                } catch {
                    let failure = error is CancellationError ? .cancelled : TalynError(wrapping: error)
                    throw response.record.map { failure.keeping($0) } ?? failure
                }
            }
        }
    }
}

extension StreamedResponse {
    /// How much is kept of a body that explains a failure.
    static let longestErrorBody = 1 << 20

    /// The failure that the status is, with as much of the body as explains it.
    ///
    /// - Throws: ``TalynError`` when the task is cancelled.
    func refusal() async throws(TalynError) -> TalynError {
        var data = Data()
        do throws(TalynError) {
            for try await chunk in self {
                data.append(chunk)
                if data.count >= Self.longestErrorBody { break }
            }
        } catch {
            if error.isCancelled { throw error }
        }
        return .statusCode(Response(response, content: .data(data)))
    }
}
