#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

extension OutgoingRequest {
    /// The body, as a server would get it; nil without one.
    ///
    /// Reports the number of bytes to `OutgoingRequest.onSend`.
    ///
    /// - Parameter limit: The number of bytes to keep. The rest is read, counted and dropped.
    /// - Throws: The error of the body, or `CancellationError`.
    package func content(upTo limit: Int = 64 << 20) async throws -> Data? {
        guard let body else { return nil }
        if let data = body.data {
            onSend?(Int64(data.count))
            return data.prefix(limit)
        }
        var content = Data()
        var count: Int64 = 0
        for try await chunk in body {
            try Task.checkCancellation()
            content.append(chunk.prefix(limit - content.count))
            count += Int64(chunk.count)
            onSend?(count)
        }
        return content
    }
}
