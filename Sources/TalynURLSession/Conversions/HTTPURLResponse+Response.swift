public import TalynCore
import _TalynSupport

#if canImport(FoundationNetworking)
import Foundation
public import FoundationNetworking
#else
public import Foundation
#endif

extension Response {
    /// The head of the response as Foundation's type.
    ///
    /// `nil` when there is no `url`. Repeated fields are joined with commas (RFC 9110, section 5.3).
    public var httpURLResponse: HTTPURLResponse? {
        guard let url else { return nil }
        return HTTPURLResponse(
            url: url,
            statusCode: statusCode,
            httpVersion: "HTTP/1.1",
            headerFields: headerFields.combined
        )
    }
}
