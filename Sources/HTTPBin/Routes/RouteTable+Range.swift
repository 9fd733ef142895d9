#if Tools
import Hummingbird

@available(Hummingbird, *)
extension RouteTable {
    private static let longestRange = 100 * 1024

    /// Adds the route that answers requests for a range (RFC 9110, section 14).
    ///
    /// As in httpbin, the entity tag has no quotes, `If-Range` is ignored, and a whole response has `Content-Range`, too.
    func addRange() {
        on("/range/:count") { request, context in
            Self.range(of: try context.count("count"), request.headers[.range])
        }
    }

    private static func range(of count: Int, _ field: String?) -> Response {
        var headers: HTTPFields = [.eTag: "range\(count)", .acceptRanges: "bytes"]
        guard 1...longestRange ~= count else {
            headers[.contentType] = "text/plain; charset=utf-8"
            let text = ByteBuffer(string: "number of bytes must be in the range (0, \(longestRange)]")
            return Response(status: .notFound, headers: headers, body: ResponseBody(byteBuffer: text))
        }
        let (first, last) = positions(asked: field, in: count)
        guard 0..<count ~= first, 0..<count ~= last, first <= last else {
            headers[.contentRange] = "bytes */\(count)"
            headers[.contentType] = "text/plain; charset=utf-8"
            return Response(status: .rangeNotSatisfiable, headers: headers)
        }
        headers[.contentType] = "application/octet-stream"
        headers[.contentRange] = "bytes \(first)-\(last)/\(count)"
        // A byte depends only on its position, not on the range.
        let bytes = (first...last).map { UInt8(ascii: "a") + UInt8($0 % 26) }
        return Response(
            status: last - first + 1 == count ? .ok : .partialContent,
            headers: headers,
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes))
        )
    }

    /// The first and the last byte that a `Range` field asks for; all bytes if the field is invalid.
    private static func positions(asked field: String?, in count: Int) -> (first: Int, last: Int) {
        guard let field, let match = field.wholeMatch(of: /bytes=(\d*)-(\d*)/) else { return (0, count - 1) }
        switch (Int(match.output.1), Int(match.output.2)) {
        case (nil, nil): return (0, count - 1)
        case (nil, let suffix?): return (max(count - suffix, 0), count - 1)
        case (let first?, let last): return (first, last ?? count - 1)
        }
    }
}
#endif
