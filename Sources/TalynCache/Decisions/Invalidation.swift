import HTTPTypes
import Talyn

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The URLs whose stored responses a successful unsafe request makes invalid (RFC 9111, section 4.4).
enum Invalidation {
    static func urls(of request: CachedRequest, statusCode: Int, headerFields: HTTPFields) -> [URL] {
        guard request.isUnsafe, 200..<400 ~= statusCode else { return [] }
        let named = [HTTPField.Name.location, .contentLocation].compactMap { name in
            headerFields[name].flatMap { URL(reference: $0, relativeTo: request.url) }
        }
        // Another origin's responses are not this server's to remove.
        return [request.url] + named.filter { Origin($0) == Origin(request.url) && $0 != request.url }
    }
}
