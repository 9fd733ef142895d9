#if Tools
import _TalynFoundation
import _TalynSupport

import HummingbirdCore
import NIOCore

/// The response of a transport, prepared for HTTP/1.1.
@available(Hummingbird, *)
struct OutgoingResponse {
    let head: HTTPResponse
    /// The body; nil for a response without one (RFC 9112, section 6.3).
    let body: HTTPBody?
    /// The declared length in bytes.
    private let length: Int64?
    private let isToHEAD: Bool

    /// - Parameter isLast: Whether the connection ends after it.
    init(
        _ response: TransportResponse,
        to method: HTTPRequest.Method,
        at url: URL?,
        _ map: OriginMap,
        isLast: Bool = false
    ) {
        var fields = response.headerFields.withoutHops
        if isLast { fields[.connection] = "close" }
        isToHEAD = method == .head
        body = isToHEAD || [204, 304].contains(response.statusCode) ? nil : response.body
        // Transports decompress bodies and don't change the fields.
        if fields[.contentEncoding] != nil {
            fields[.contentEncoding] = nil
            fields[.contentLength] = nil
        }
        let declared = fields[values: .contentLength].first.flatMap { Int64($0) }.flatMap { $0 < 0 ? nil : $0 }
        let known = response.body.length
        // The response to HEAD has no body, but may declare the length of one.
        length = isToHEAD ? declared ?? known.flatMap { $0 == 0 ? nil : $0 } : known ?? declared
        fields[.contentLength] = length.map { String($0) }
        if let location = fields[.location] {
            fields[.location] = map.location(location, from: response.url ?? url)
        }
        // Known statuses get a reason phrase, which some clients expect.
        head = HTTPResponse(status: HTTPResponse.Status(integerLiteral: response.statusCode), headerFields: fields)
    }

    /// Writes the head and the body, each chunk when there is room for it.
    ///
    /// - Parameters:
    ///   - beforeLastByte: Runs before the client has the whole response, if its length is known.
    ///   - onBytes: Gets the number of bytes of each write.
    /// - Throws: The error of the body, or ``UnservableError`` if it doesn't have the declared length.
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

    /// The size of one write in bytes.
    private static let pieceSize = 65_536
}

extension HTTPFields {
    /// The fields without those of the connection (RFC 9110, section 7.6.1).
    var withoutHops: HTTPFields {
        let named = self[values: .connection].flatMap { $0.split(separator: ",") }
            .map { $0.withoutOuterSpaces.lowercased() }
        let names = Self.hops.union(named)
        return HTTPFields(filter { !names.contains($0.name.canonicalName) })
    }

    private static let hops: Set<String> = [
        "connection", "keep-alive", "proxy-connection", "te", "trailer", "transfer-encoding", "upgrade",
    ]
}
#endif
