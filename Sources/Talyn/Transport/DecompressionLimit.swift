import Foundation
import HTTPTypes

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

#if AsyncHTTPClient && os(Linux)
import NIOHTTPCompression
#endif

/// How far the body of a response may unpack, so that few bytes can't fill the memory.
public struct DecompressionLimit: Sendable, Hashable {
    enum Kind: Hashable, Sendable {
        case none
        case ratio(Int)
        case size(Int)
    }

    let kind: Kind

    /// A body may unpack to any size. For servers that one trusts.
    public static let none = DecompressionLimit(kind: .none)

    /// A body may unpack to so many times its compressed size.
    public static func ratio(_ ratio: Int) -> DecompressionLimit {
        DecompressionLimit(kind: .ratio(ratio))
    }

    /// A compressed body may unpack to so many bytes.
    public static func size(_ size: Int) -> DecompressionLimit {
        DecompressionLimit(kind: .size(size))
    }

    /// Whether the number is one that lets any body unpack.
    var isValid: Bool {
        switch kind {
        case .none: true
        case .ratio(let number), .size(let number): number > 0
        }
    }

    /// How many bytes a body may unpack to; nil if any number, or if the limit depends on a length that isn't known.
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
        let length = headerFields.contentLength
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

#if AsyncHTTPClient && os(Linux)
extension NIOHTTPDecompression.DecompressionLimit {
    init(_ limit: DecompressionLimit) {
        switch limit.kind {
        case .none: self = .none
        // More than DEFLATE can reach; NIO traps when the product overflows.
        case .ratio(let ratio): self = .ratio(min(ratio, 1 << 20))
        case .size(let size): self = .size(size)
        }
    }
}
#endif
