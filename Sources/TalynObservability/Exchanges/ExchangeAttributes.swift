import Foundation
import HTTPTypes
import Talyn

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The attributes of an exchange that are known before it, by OpenTelemetry's semantic conventions for HTTP clients.
struct ExchangeAttributes: Sendable, Hashable {
    /// The method; `_OTHER` for one that isn't well-known, so that the number of values is constant.
    let method: String

    /// The method, if it isn't well-known.
    let originalMethod: String?

    /// The host of the server.
    let address: String

    let port: Int

    /// The path template of the target, such as `/users/{name}`; nil for a request to the URL of a redirect.
    let template: String?

    init(_ request: TransportRequest) {
        let method = request.urlRequest.httpMethod ?? "GET"
        let isKnown = Self.knownMethods.contains(method)
        self.method = isKnown ? method : "_OTHER"
        originalMethod = isKnown ? nil : method
        let url = request.urlRequest.url
        address = url?.host(percentEncoded: false) ?? ""
        port = url?.port ?? (url?.scheme == "http" ? 80 : 443)
        let path = request.isRedirected ? nil : request.context?.endpoint.pathTemplate
        template = path.map { $0.hasPrefix("/") ? $0 : "/" + $0 }
    }

    private static let knownMethods: Set = [
        "CONNECT", "DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT", "QUERY", "TRACE",
    ]
}

/// The reason for which an exchange counts as failed.
enum ExchangeError {
    /// The `error.type` of a status: the status itself from 400 on; nil below.
    static func type(ofStatus statusCode: Int) -> String? { statusCode < 400 ? nil : "\(statusCode)" }

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
