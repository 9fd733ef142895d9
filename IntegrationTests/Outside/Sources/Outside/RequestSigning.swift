#if canImport(Crypto)
import Crypto
public import Foundation
public import Talyn

/// Signs each exchange with a key that the server knows, too.
///
/// The signature covers the method, the authority, the path, the cookies, the content coding, and the bytes of the body as they are
/// sent. So it is right for the requests of redirects and challenges, and for a compressed body.
public struct RequestSigning: ExchangeInterceptor {
    /// The header field with the signature.
    public static let fieldName = HTTPField.Name("X-Request-Signature")!

    private let key: Data

    /// Creates a plugin.
    public init(key: Data) {
        self.key = key
    }

    public func intercept(
        _ request: OutgoingRequest,
        next: @escaping NextExchange
    ) async throws -> TransportResponse {
        var request = request
        try request.setCredential(try await signature(of: request), for: Self.fieldName)
        return try await next(request)
    }

    private func signature(of request: OutgoingRequest) async throws -> String {
        var code = HMAC<SHA256>(key: SymmetricKey(data: key))
        code.update(data: Self.head(request.method, request.head.path ?? "/", request.headerFields))
        if let body = request.body {
            guard body.isReplayable else { throw UnsignableBody() }
            for try await chunk in body { code.update(data: chunk) }
        }
        return Data(code.finalize()).base64EncodedString()
    }

    /// Whether a request has the signature of the key, as a server checks it.
    ///
    /// - Parameters:
    ///   - method: The method.
    ///   - target: The path and the query.
    ///   - headerFields: The header fields.
    ///   - body: The bytes of the body, as they arrived.
    public func verifies(
        _ method: HTTPRequest.Method,
        _ target: String,
        _ headerFields: HTTPFields,
        body: Data
    ) -> Bool {
        guard let text = headerFields[Self.fieldName], let signature = Data(base64Encoded: text) else { return false }
        let bytes = Self.head(method, target, headerFields) + body
        return HMAC<SHA256>.isValidAuthenticationCode(
            signature,
            authenticating: bytes,
            using: SymmetricKey(data: key)
        )
    }

    private static func head(_ method: HTTPRequest.Method, _ target: String, _ fields: HTTPFields) -> Data {
        let signed = [method.rawValue, target, fields[.cookie] ?? "", fields[.contentEncoding] ?? ""]
        return Data((signed.joined(separator: "\n") + "\n").utf8)
    }
}

/// The body can be read only once, and signing it would use it up.
public struct UnsignableBody: Error, Hashable, CustomStringConvertible {
    public var description: String {
        "The body can't be signed, since it can be read only once. Make it replayable, or send it without a signature."
    }
}
#endif
