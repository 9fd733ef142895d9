#if Tools

import _TalynFoundation
import HummingbirdCore

@available(Hummingbird, *)
extension OutgoingRequest {
    /// Creates a transport's request from the request of a client.
    ///
    /// The client follows redirects and keeps cookies itself.
    init(serving request: Request, at url: URL, _ upload: InboundBody) {
        let fields = request.headers.withoutHops.filter { !Self.handledFields.contains($0.name) }
        self.init(method: request.method, url: url, headerFields: HTTPFields(fields))
        allowsCookies = false
        let length = request.headers[.contentLength].flatMap { Int64($0) }
        if length == 0 {
            self.body = HTTPBody(Data())
        } else if length != nil || request.headers[.transferEncoding] != nil {
            self.body = HTTPBody(upload, length: length)
        }
    }

    /// The fields that the server has handled, or that follow from the body.
    private static let handledFields: Set<HTTPField.Name> = [.contentLength, .expect]
}
#endif
