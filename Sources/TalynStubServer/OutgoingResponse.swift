#if Tools
import Foundation
import HTTPTypes
import HummingbirdCore
import NIOCore

/// A transport's response in the form in which HTTP/1.1 carries it.
@available(Hummingbird, *)
struct OutgoingResponse {
    let head: HTTPResponse
    /// Nil where a response has none (RFC 9112, section 6.3).
    let body: HTTPBody?
    /// How many bytes the head declares.
    private let length: Int64?
    private let isToHEAD: Bool

    init(_ response: TransportResponse, to method: HTTPRequest.Method, at url: URL?, _ map: OriginMap) {
        var fields = response.headerFields.withoutHops
        isToHEAD = method == .head
        body = isToHEAD || [204, 304].contains(response.statusCode) ? nil : response.body
        // Transports unpack bodies and leave the fields as they were.
        if fields[.contentEncoding] != nil {
            fields[.contentEncoding] = nil
            fields[.contentLength] = nil
        }
        let declared = fields[values: .contentLength].first.flatMap { Int64($0) }.flatMap { $0 < 0 ? nil : $0 }
        let known = response.body.length
        // To HEAD, there may be nothing in the place of the body.
        length = isToHEAD ? declared ?? known.flatMap { $0 == 0 ? nil : $0 } : known ?? declared
        fields[.contentLength] = length.map { String($0) }
        if let location = fields[.location] {
            fields[.location] = map.location(location, from: response.url ?? url)
        }
        // Known statuses have a reason phrase, which says nothing but is expected by some.
        head = HTTPResponse(status: HTTPResponse.Status(integerLiteral: response.statusCode), headerFields: fields)
    }

    /// Writes head and body, each chunk once there is room for it.
    ///
    /// - Parameters:
    ///   - beforeLastByte: Is called before the client can take the response for complete, if its length is known.
    ///   - onBytes: Is told how many bytes have been written.
    /// - Throws: What the body throws, and ``UnservableError`` if it has another length than the head says.
    func write(
        to writer: consuming ResponseWriter,
        beforeLastByte: () -> Void = {},
        onBytes: (Int) -> Void
    ) async throws {
        guard let body else {
            beforeLastByte()
            if isToHEAD, length == nil {
                // NIO says "chunked", as the response to GET would. The end of a body in chunks must not follow.
                _ = try await writer.writeHead(head)
            } else {
                try await writer.writeResponse(head)
            }
            return
        }
        if let data = body.data, data.count <= Self.pieceSize {
            beforeLastByte()
            try await writer.write(response: head, body: ResponseBody(byteBuffer: ByteBuffer(bytes: data)))
            return onBytes(data.count)
        }
        var rest = length ?? .max
        var output = try await writer.writeHead(head)
        for try await chunk in body {
            rest -= Int64(chunk.count)
            guard rest >= 0 else { throw UnservableError.length }
            if rest == 0 { beforeLastByte() }
            var left = chunk[...]
            while !left.isEmpty {
                let piece = left.prefix(Self.pieceSize)
                left = left.dropFirst(piece.count)
                try await output.write(ByteBuffer(bytes: piece))
                onBytes(piece.count)
            }
        }
        guard length == nil || rest == 0 else { throw UnservableError.length }
        try await output.finish(nil)
    }

    /// How much is handed to the connection at once.
    private static let pieceSize = 65_536
}
#endif
