import HTTPTypes
import TalynCore

/// The attributes of an exchange that are known before it, by OpenTelemetry's semantic conventions for HTTP clients.
struct ExchangeAttributes: Sendable, Hashable {
    /// The method; `_OTHER` for one that isn't well-known, so that the number of values is constant.
    let method: String

    /// The method, if it isn't well-known.
    let originalMethod: String?

    /// The host of the server.
    let address: String

    let port: Int

    /// The path template of the target, such as `/users/{name}`; nil for a request to the URL of a redirect, and for a path
    /// whose template isn't known.
    let template: String?

    init(_ request: OutgoingRequest) {
        let method = request.method.rawValue
        let isKnown = Self.knownMethods.contains(method)
        self.method = isKnown ? method : "_OTHER"
        originalMethod = isKnown ? nil : method
        let origin = request.origin
        address = origin?.host ?? ""
        port = origin?.port ?? 443
        template = request.isRedirected ? nil : request.context?.endpoint.knownPathTemplate
    }

    /// The URL without user information, with OpenTelemetry's word in place of secrets.
    static func url(_ url: String, by redaction: Redaction) -> String {
        redaction.url(url).replacing(Redaction.mask, with: "REDACTED")
    }

    private static let knownMethods: Set = [
        "CONNECT", "DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT", "QUERY", "TRACE",
    ]
}

extension TransportMetrics {
    /// The `network.protocol.version`; nil if it isn't known.
    var protocolVersion: String? { networkProtocolName.flatMap { Self.protocolVersion(of: $0) } }

    /// The `network.protocol.version` of an ALPN identifier (RFC 7301); nil for an unknown one.
    static func protocolVersion(of networkProtocolName: String) -> String? {
        switch networkProtocolName {
        case "http/1.0": "1.0"
        case "http/1.1": "1.1"
        case "h2", "h2c": "2"
        case "h3": "3"
        default: nil
        }
    }
}

extension TransportResponse {
    /// The number of bytes of the body on its way; nil if it isn't known.
    ///
    /// - Parameter byteCount: The number of bytes that were read, after decompression.
    func bodySize(_ byteCount: Int64, _ end: HTTPBody.End) -> Int64? {
        guard case .complete = end else { return nil }
        // Without a body, the length is that of another response (RFC 9110, section 8.6).
        guard byteCount > 0, headerFields[.contentEncoding] != nil else { return byteCount }
        return headerFields[.contentLength].flatMap { Int64($0) }
    }
}

/// The reason for which an exchange counts as failed.
enum ExchangeError {
    /// The `error.type` of a status: the status itself from 400 on; nil below.
    static func type(ofStatus statusCode: Int) -> String? { statusCode < 400 ? nil : "\(statusCode)" }

    /// The `error.type` of an exchange whose body has ended; nil for a success and for a cancellation by the caller.
    static func type(of end: HTTPBody.End, _ response: TransportResponse, in context: CallContext?) -> String? {
        // The client can stop the reading by an error of its own. The body sees only that nobody reads it.
        if let failure = context?.bodyFailure, let type = type(of: failure) { return type }
        if case .failed(let error) = end, let type = type(of: error) { return type }
        return type(ofStatus: response.statusCode)
    }

    /// The `error.type` of a failure, which has few values; nil for a cancellation by the caller, which is no failure.
    static func type(of error: any Error) -> String? {
        switch error {
        case is CancellationError: nil
        case let error as TransportError: error.kind == .cancelled ? nil : "\(error.kind)"
        case let error as TalynError: type(ofCall: error)
        default: "\(Swift.type(of: error))"
        }
    }

    private static func type(ofCall error: TalynError) -> String? {
        if error.isCancelled { return nil }
        if let underlying = error.underlyingError as? TransportError { return type(of: underlying) }
        if error.reason == .unacceptableStatus, let response = error.response { return "\(response.statusCode)" }
        return "\(error.reason)"
    }
}
