import HTTPTypes

#if canImport(FoundationNetworking)
import Foundation
public import FoundationNetworking
#else
public import Foundation
#endif

extension Endpoint {
    /// The request, with a body in memory encoded.
    ///
    /// A JSON or form body sets `Content-Type` if ``headerFields`` doesn't. User information in the URL, which is never
    /// sent as such (RFC 9110, section 4.2.4), becomes an `Authorization` field unless there is one.
    ///
    /// - Throws: ``TalynError`` with ``TalynError/Reason/invalidRequest`` for an invalid URL or a body that can't be
    ///   encoded.
    public func urlRequest() throws(TalynError) -> URLRequest {
        let isPlain = ASCIISet.plainURLWithQuery.containsAll(url.utf8)
        guard isPlain || URLJoining.isWellFormed(url), let parsed = URL(string: url) else {
            throw TalynError(.invalidRequest, underlyingError: RequestError.invalidURL(url))
        }
        var request = URLRequest(url: parsed)
        // GET is the default of a URLRequest, and setting it costs as much as making the request.
        if method != .get { request.httpMethod = method.rawValue }
        let fields = headerFields
        if !fields.isEmpty { request.allHTTPHeaderFields = fields.combined }
        if !isPlain, url.utf8.contains(UInt8(ascii: "@")) { request.moveUserInformationToHeader() }
        try body.encode(into: &request, coding: coding)
        return request
    }
}

extension Endpoint {
    /// Keeps the user information of a URL, which is a credential, for a call of another URL.
    mutating func keepUserInformation(of url: String) {
        guard headerFields[.authorization] == nil, url.utf8.contains(UInt8(ascii: "@")),
            let authorization = URLComponents(string: url)?.authorization
        else { return }
        headerFields[.authorization] = authorization
    }
}

extension URLComponents {
    /// The user information as the value of an `Authorization` field; nil without any.
    fileprivate var authorization: String? {
        user.map { String(basicUser: $0, password: password ?? "") }
    }
}

extension URLRequest {
    fileprivate mutating func moveUserInformationToHeader() {
        guard let url, var components = URLComponents(url: url, resolvingAgainstBaseURL: true),
            let authorization = components.authorization
        else { return }
        components.user = nil
        components.password = nil
        self.url = components.url
        if value(forHTTPHeaderField: "Authorization") == nil {
            setValue(authorization, forHTTPHeaderField: "Authorization")
        }
    }
}

extension Endpoint: Hashable {
    public static func == (left: Endpoint, right: Endpoint) -> Bool {
        left.identity == right.identity
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(identity)
    }

    /// The identity of the request. An endpoint that makes no request is identified by its URL, method and header fields.
    var identity: RequestIdentity {
        requestIdentity
            ?? RequestIdentity(
                url: url,
                method: method.rawValue,
                headerFields: headerFields.combined,
                body: nil,
                upload: body.upload
            )
    }

    /// The identity of the request; nil if the endpoint makes none.
    var requestIdentity: RequestIdentity? {
        guard let request = try? urlRequest() else { return nil }
        return RequestIdentity(
            url: request.url?.absoluteString ?? "",
            method: request.httpMethod ?? "GET",
            headerFields: request.allHTTPHeaderFields ?? [:],
            body: request.httpBody,
            upload: body.upload
        )
    }
}

/// The parts by which two requests are the same. On Linux the equality of `URLRequest` leaves out the body.
struct RequestIdentity: Hashable, Sendable {
    let url: String
    let method: String
    let headerFields: [String: String]
    let body: Data?
    /// The description of an upload, since a multipart body differs each time that it is made.
    let upload: RequestBody.Upload?

    init(url: String, method: String, headerFields: [String: String], body: Data?, upload: RequestBody.Upload?) {
        self.url = url
        self.method = method
        // Field names are case-insensitive (RFC 9110, section 5.1).
        self.headerFields = Dictionary(
            headerFields.map { ($0.key.lowercased(), $0.value) },
            uniquingKeysWith: { first, _ in first }
        )
        self.body = body
        self.upload = upload
    }
}
