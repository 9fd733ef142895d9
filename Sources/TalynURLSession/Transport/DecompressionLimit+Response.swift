import HTTPTypes
import TalynCore
import _TalynSupport

extension TransportResponse {
    /// Limits the decompressed size of the body, if the head has the compressed size.
    mutating func limitUnpacking(to limit: DecompressionLimit, of request: OutgoingRequest) {
        guard headerFields[.contentEncoding] != nil else { return }
        guard let maximum = limit.maximum(of: headerFields.contentLength) else { return }
        body = body.limited(to: maximum, TransportError(.responseTooLarge, of: request))
    }
}

extension DecompressionLimit {
    /// The maximum size in bytes; nil if there is no limit, or a ratio has no compressed size.
    func maximum(of compressedLength: Int64?) -> Int64? {
        if case .size(let size) = self { return Int64(size) }
        guard case .ratio(let ratio) = self, let compressedLength, compressedLength >= 0 else { return nil }
        let (maximum, overflow) = compressedLength.multipliedReportingOverflow(by: Int64(ratio))
        return overflow ? nil : maximum
    }
}
