import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// What makes two requests the same one: method, URL, header fields and body.
struct RequestIdentity: Hashable, Sendable {
    let url: String
    let method: String
    let headerFields: [String: String]
    let body: Data?
    /// What is uploaded: compared as it is described, since a multipart body differs each time that it is made.
    let upload: Upload?

    init(url: String, method: String, headerFields: [String: String], body: Data?, upload: Upload?) {
        self.url = url
        self.method = method
        // Field names are the same in any case (RFC 9110, section 5.1).
        self.headerFields = Dictionary(
            headerFields.map { ($0.key.lowercased(), $0.value) },
            uniquingKeysWith: { first, _ in first }
        )
        self.body = body
        self.upload = upload
    }

    init(_ request: URLRequest, upload: Upload?) {
        self.init(
            url: request.url?.absoluteString ?? "",
            method: request.httpMethod ?? "GET",
            headerFields: request.allHTTPHeaderFields ?? [:],
            body: request.httpBody,
            upload: upload
        )
    }
}
