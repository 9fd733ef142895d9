import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension BodyCompression {
    /// Packs the body of a request, if it is in memory and gains from that.
    ///
    /// - Throws: ``TalynError/underlying(_:_:)`` with ``BodyError/noCompressor``.
    func compress(_ request: inout URLRequest) throws(TalynError) {
        guard let body = request.httpBody, !body.isEmpty, body.count >= minimumSize, body.count <= Self.maximumSize,
            !Self.fieldsOfFinishedBodies.contains(where: { request.value(forHTTPHeaderField: $0) != nil })
        else { return }
        guard Gzip.isAvailable else { throw .underlying(BodyError.noCompressor, nil) }
        guard let packed = Gzip.packed(body), packed.count < body.count else { return }
        request.httpBody = packed
        request.setValue("gzip", forHTTPHeaderField: "Content-Encoding")
        if request.value(forHTTPHeaderField: "Content-Length") != nil {
            request.setValue("\(packed.count)", forHTTPHeaderField: "Content-Length")
        }
    }

    /// What is larger would be held in memory three times.
    private static let maximumSize = 1 << 30

    /// The fields of bodies that are packed already, or whose bytes have been summed up (RFC 9530).
    private static let fieldsOfFinishedBodies = [
        "Content-Encoding", "Content-Digest", "Content-MD5", "Digest", "Repr-Digest",
    ]
}
