import HTTPTypes
import _TalynBase

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension Endpoint {
    /// The request, with a body in memory encoded.
    ///
    /// A JSON or form body sets `Content-Type` if ``headerFields`` doesn't. User information in the URL, which is never
    /// sent as such (RFC 9110, section 4.2.4), becomes an `Authorization` field unless there is one.
    ///
    /// - Throws: ``TalynError`` with ``TalynError/Reason/invalidRequest`` for an invalid URL or a body that can't be
    ///   encoded.
    public func request() throws(TalynError) -> OutgoingRequest {
        let isPlain = ASCIISet.plainURLWithQuery.containsAll(url.utf8)
        guard isPlain || URLJoining.isWellFormed(url) else { throw invalidURL }
        let text = URLText(url)
        // Foundation's parser takes longer than the rest of a request.
        guard (isPlain && text.hasPlainAuthority) || URL(string: url) != nil else { throw invalidURL }
        var request = OutgoingRequest(text, method: method, headerFields: headerFields)
        if let authorization = text.authorization, !request.headerFields.contains(.authorization) {
            request.headerFields[.authorization] = authorization
        }
        try body.encode(into: &request, coding: coding)
        return request
    }

    private var invalidURL: TalynError {
        TalynError(.invalidRequest, underlyingError: RequestError.invalidURL(url, shownAs: concealingPath(in: url)))
    }
    /// Keeps the user information of a URL, which is a credential, for a call of another URL.
    public mutating func keepUserInformation(of url: String) {
        guard headerFields[.authorization] == nil, let authorization = URLText(url).authorization else { return }
        headerFields[.authorization] = authorization
    }
}
