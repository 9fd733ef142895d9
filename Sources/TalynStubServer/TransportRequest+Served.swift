#if Tools
import Foundation
import HTTPTypes
import HummingbirdCore

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@available(Hummingbird, *)
extension TransportRequest {
    /// Creates a transport's request from the request of a client.
    ///
    /// The client follows redirects and keeps cookies itself.
    init(serving request: Request, at url: URL, _ upload: InboundBody) {
        var urlRequest = URLRequest(url: url)
        urlRequest.httpMethod = request.method.rawValue
        for field in request.headers.withoutHops where !Self.handledFields.contains(field.name) {
            let name = field.name.rawName
            let separator = field.name == .cookie ? "; " : ", "
            let earlier = urlRequest.value(forHTTPHeaderField: name).map { $0 + separator } ?? ""
            urlRequest.setValue(earlier + field.value, forHTTPHeaderField: name)
        }
        urlRequest.httpShouldHandleCookies = false
        self.init(urlRequest)
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
