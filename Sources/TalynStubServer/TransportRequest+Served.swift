#if Tools
import Foundation
import HTTPTypes
import HummingbirdCore

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@available(Hummingbird, *)
extension TransportRequest {
    /// The request that a client has sent to a server, for a transport to answer.
    ///
    /// What the transport would do on a provider's behalf is left to the client.
    init(serving request: Request, at url: URL, _ upload: InboundBody) {
        var urlRequest = URLRequest(url: url)
        urlRequest.httpMethod = request.method.rawValue
        for field in request.headers.withoutHops where !Self.seenTo.contains(field.name) {
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
        options = RequestOptions {
            $0.redirects = .doNotFollow
            $0.cookies = .ignore
        }
    }

    /// What the server has seen to, or the body says.
    private static let seenTo: Set<HTTPField.Name> = [.contentLength, .expect]
}
#endif
