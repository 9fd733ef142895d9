import HTTPTypes
import _TalynFoundation

extension TransportResponse {
    /// Limits the size of the body. A longer body fails when it is read.
    ///
    /// - Throws: ``TransportError`` if the head shows that the body is longer.
    public mutating func limitBody(to maximum: Int64, of request: OutgoingRequest) throws(TransportError) {
        let onFailure: @Sendable (any Error) -> Void = { [context = request.context] in context?.noteBodyFailure($0) }
        let error = TransportError(.responseTooLarge, of: request)
        // In these responses, the field has the length of a body that isn't sent (RFC 9110, section 8.6).
        let hasBody = request.method != .head && statusCode != 304
        if hasBody, let length = body.length ?? contentLength, length > maximum {
            onFailure(error)
            throw error
        }
        if body.data == nil { body = body.limited(to: maximum, error, onFailure: onFailure) }
    }
}

extension HTTPBody {
    /// A body that fails after a maximum number of bytes.
    ///
    /// - Parameters:
    ///   - maximum: The number of bytes.
    ///   - error: The error of the reader.
    ///   - onFailure: Gets the error before the reader does.
    public func limited(
        to maximum: Int64,
        _ error: any Error,
        onFailure: @escaping @Sendable (any Error) -> Void = { _ in }
    ) -> HTTPBody {
        HTTPBody(length: length, isReplayable: isReplayable) {
            var chunks = makeAsyncIterator()
            var rest = maximum
            return {
                guard let chunk = try await chunks.next() else { return nil }
                rest -= Int64(chunk.count)
                guard rest >= 0 else {
                    onFailure(error)
                    throw error
                }
                return chunk
            }
        }
    }
}
