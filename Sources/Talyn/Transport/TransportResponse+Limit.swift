extension TransportResponse {
    /// Lets the body be no longer than so many bytes: a longer one fails where it is read, at the byte too many.
    ///
    /// - Throws: ``TransportError`` if the head tells that it is longer.
    mutating func limitBody(to maximum: Int64, of request: URLRequest) throws(TransportError) {
        let error = TransportError(.responseTooLarge, url: request.url)
        // There the field tells what the body would be (RFC 9110, section 8.6).
        let hasBody = request.httpMethod != "HEAD" && statusCode != 304
        if hasBody, let length = body.length ?? contentLength.map(Int64.init), length > maximum { throw error }
        guard body.data == nil else { return }
        body = HTTPBody(length: body.length, isReplayable: body.isReplayable) { [body] in
            var chunks = body.makeAsyncIterator()
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
