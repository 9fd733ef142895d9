/// What makes two requests the same one: method, URL, header fields and body.
struct RequestIdentity: Hashable, Sendable {
    let url: String
    let method: String
    let headerFields: [String: String]
    let body: Data?

    init(url: String, method: String, headerFields: [String: String], body: Data?) {
        self.url = url
        self.method = method
        // Field names are the same in any case (RFC 9110, section 5.1).
        self.headerFields = Dictionary(
            headerFields.map { ($0.key.lowercased(), $0.value) },
            uniquingKeysWith: { first, _ in first }
        )
        self.body = body
    }

    init(_ request: URLRequest) {
        self.init(
            url: request.url?.absoluteString ?? "",
            method: request.httpMethod ?? "GET",
            headerFields: request.allHTTPHeaderFields ?? [:],
            body: request.httpBody
        )
    }
}
