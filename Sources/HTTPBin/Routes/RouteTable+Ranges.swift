#if Tools
import HTTPTypes
import Hummingbird

@available(macOS 14, iOS 17, tvOS 17, *)
extension RouteTable {
    /// Adds the route whose body can be asked for in parts.
    func addRanges() {
        on("/range/:count") { request, context in
            try await Self.range(of: context.count("count"), request)
        }
    }

    private static func range(of count: Int, _ request: Request) async throws -> Response {
        var headers: HTTPFields = [.eTag: "range\(count)", .acceptRanges: "bytes"]
        guard count > 0, count <= 100 * 1024 else {
            headers[.contentType] = "text/html; charset=utf-8"
            let text = ByteBuffer(string: "number of bytes must be in the range (0, 102400]")
            return Response(status: .notFound, headers: headers, body: ResponseBody(byteBuffer: text))
        }
        guard let range = ByteRange(request.headers[.range]).positions(in: count) else {
            headers[.contentType] = "text/html; charset=utf-8"
            headers[.contentRange] = "bytes */\(count)"
            return Response(status: .rangeNotSatisfiable, headers: headers)
        }
        headers[.contentType] = "application/octet-stream"
        headers[.contentRange] = "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(count)"
        let query = request.queryFields
        guard let chunkSize = Int(query["chunk_size"] ?? "10240"), let seconds = Double(query["duration"] ?? "0"),
            seconds.isFinite
        else { throw HTTPError(.internalServerError) }
        let body = letters(range, chunkSize: max(chunkSize, 1), pause: max(seconds, 0) / Double(count))
        return Response(status: range.count == count ? .ok : .partialContent, headers: headers, body: body)
    }

    /// The alphabet over and over.
    ///
    /// - Parameter pause: How many seconds each byte takes.
    private static func letters(_ range: Range<Int>, chunkSize: Int, pause: Double) -> ResponseBody {
        ResponseBody(contentLength: range.count) { writer in
            for start in stride(from: range.lowerBound, to: range.upperBound, by: chunkSize) {
                let chunk = start..<min(start + chunkSize, range.upperBound)
                try await writer.write(ByteBuffer(bytes: chunk.map { UInt8(ascii: "a") + UInt8($0 % 26) }))
                if pause > 0 { try await Task.sleep(for: .seconds(min(pause * Double(chunk.count), 10))) }
            }
            try await writer.finish(nil)
        }
    }
}
#endif
