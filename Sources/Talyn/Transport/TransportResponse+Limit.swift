import Foundation
import HTTPTypes

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension TransportResponse {
    /// Lets the body be no longer than so many bytes: a longer one fails where it is read, at the byte too many.
    ///
    /// - Throws: ``TransportError`` if the head tells that it is longer.
    mutating func limitBody(to maximum: Int64, of request: URLRequest) throws(TransportError) {
        let error = TransportError(.responseTooLarge, url: request.url)
        // There the field tells what the body would be (RFC 9110, section 8.6).
        let hasBody = request.httpMethod != "HEAD" && statusCode != 304
        if hasBody, let length = body.length ?? contentLength, length > maximum { throw error }
        if body.data == nil { body = body.limited(to: maximum, error) }
    }

    /// Lets the body unpack no further than a limit allows, as far as the head tells how long it was before.
    mutating func limitUnpacking(to limit: DecompressionLimit, of request: URLRequest) {
        guard headerFields[.contentEncoding] != nil else { return }
        let length = headerFields[.contentLength].flatMap { Int64($0) }
        guard let maximum = limit.maximum(of: length) else { return }
        body = body.limited(to: maximum, TransportError(.responseTooLarge, url: request.url))
    }
}

extension HTTPBody {
    /// The body, which fails at the byte too many.
    func limited(to maximum: Int64, _ error: any Error) -> HTTPBody {
        HTTPBody(length: length, isReplayable: isReplayable) {
            var chunks = makeAsyncIterator()
            var rest = maximum
            return {
                guard let chunk = try await chunks.next() else { return nil }
                rest -= Int64(chunk.count)
                guard rest >= 0 else { throw error }
                return chunk
            }
        }
    }
}
