import Foundation
import HTTPTypes

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

#if AsyncHTTPClient && os(Linux)
import NIOHTTPCompression
#endif

/// The maximum size of a decompressed body, as a protection against decompression bombs.
public struct DecompressionLimit: Sendable, Hashable {
    enum Kind: Hashable, Sendable {
        case none
        case ratio(Int)
        case size(Int)
    }

    let kind: Kind

    /// No limit. For trusted servers only.
    public static let none = DecompressionLimit(kind: .none)

    /// A maximum ratio of the decompressed to the compressed size.
    public static func ratio(_ ratio: Int) -> DecompressionLimit {
        DecompressionLimit(kind: .ratio(ratio))
    }

    /// A maximum size of the decompressed body in bytes.
    public static func size(_ size: Int) -> DecompressionLimit {
        DecompressionLimit(kind: .size(size))
    }

    /// Whether the number is positive.
    var isValid: Bool {
        switch kind {
        case .none: true
        case .ratio(let number), .size(let number): number > 0
        }
    }

    /// The maximum size in bytes; nil if there is no limit, or a ratio has no compressed size.
    func maximum(of compressedLength: Int64?) -> Int64? {
        switch kind {
        case .none:
            return nil
        case .size(let size):
            return Int64(size)
        case .ratio(let ratio):
            guard let compressedLength, compressedLength >= 0 else { return nil }
            let (maximum, overflow) = compressedLength.multipliedReportingOverflow(by: Int64(ratio))
            return overflow ? nil : maximum
        }
    }
}

extension TransportResponse {
    /// Limits the size of the body. A longer body fails when it is read.
    ///
    /// - Throws: ``TransportError`` if the head shows that the body is longer.
    mutating func limitBody(to maximum: Int64, of request: URLRequest) throws(TransportError) {
        let error = TransportError(.responseTooLarge, url: request.url)
        // For those, the field tells the length of a body that isn't sent (RFC 9110, section 8.6).
        let hasBody = request.httpMethod != "HEAD" && statusCode != 304
        if hasBody, let length = body.length ?? contentLength, length > maximum { throw error }
        if body.data == nil { body = body.limited(to: maximum, error) }
    }

    /// Limits the decompressed size of the body, as far as the head tells the compressed size.
    mutating func limitUnpacking(to limit: DecompressionLimit, of request: URLRequest) {
        guard headerFields[.contentEncoding] != nil else { return }
        let length = headerFields.contentLength
        guard let maximum = limit.maximum(of: length) else { return }
        body = body.limited(to: maximum, TransportError(.responseTooLarge, url: request.url))
    }
}

extension HTTPBody {
    /// A body that fails after a maximum number of bytes.
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

#if AsyncHTTPClient && os(Linux)
extension NIOHTTPDecompression.DecompressionLimit {
    init(_ limit: DecompressionLimit) {
        switch limit.kind {
        case .none: self = .none
        // DEFLATE can't reach this ratio, and NIO traps if the product overflows.
        case .ratio(let ratio): self = .ratio(min(ratio, 1 << 20))
        case .size(let size): self = .size(size)
        }
    }
}
#endif
