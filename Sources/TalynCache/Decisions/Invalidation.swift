import HTTPTypes
import TalynCore
import _TalynFoundation
import _TalynSupport

extension CachedRequest {
    /// The URLs whose stored responses the request makes invalid, if it succeeded and is unsafe (RFC 9111, section 4.4).
    func invalidatedURLs(statusCode: Int, headerFields: HTTPFields) -> [URL] {
        guard isUnsafe, 200..<400 ~= statusCode, let url else { return [] }
        let named = [HTTPField.Name.location, .contentLocation].compactMap { name in
            headerFields[name].flatMap { URL(reference: $0, relativeTo: url) }
        }
        // Another origin's responses are not this server's to remove.
        return [url] + named.filter { Origin($0) == Origin(url) && $0 != url }
    }
}
