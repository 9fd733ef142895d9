public import Foundation
public import TalynCore
import _TalynSupport

extension Foundation.URLError: TalynCore.ClientFailure {
    public var transportError: TransportError? { TransportError(urlSession: self, url: failingURL) }

    public var clientFailureText: String? { "URLError \(errorCode): \(localizedDescription.withFullStop)" }
}

extension Foundation.NSError: TalynCore.ClientFailure {
    public var transportError: TransportError? {
        // Foundation on Linux doesn't know all codes.
        guard domain == NSURLErrorDomain, let code = URLError.Code(rawValue: code) as URLError.Code? else { return nil }
        return URLError(code, userInfo: userInfo).transportError
    }

    public var clientFailureText: String? { localizedDescription.withFullStop }
}

extension TransportError {
    /// Creates the error for a failed task of a URLSession, with the kind and the detail that its code and its text tell.
    ///
    /// Whether the server may have received the request is up to the kind: set the ``delivery`` if you know it.
    ///
    /// - Parameters:
    ///   - error: The error of the task, which becomes the ``underlyingError``.
    ///   - url: The URL of the request.
    public init(urlSession error: any Error, url: URL?) {
        let proxy = Detail(ofProxy: error)
        let kind = proxy == nil ? (error as? URLError).map { Kind($0) } ?? .other : .cannotConnect
        self.init(kind, origin: url.flatMap { Origin($0) }, underlyingError: error)
        detail = proxy ?? (error as? URLError).flatMap { Detail(urlSession: $0, of: kind) }
    }
}

extension TransportError.Detail {
    /// The failure of a proxy to connect; nil for another failure.
    fileprivate init?(ofProxy error: any Error) {
        #if os(Linux)
        // The texts of libcurl 7.87, and of older versions.
        guard let text = (error as? URLError)?.localizedDescription,
            text.hasPrefix("CONNECT tunnel failed") || text.hasSuffix("from proxy after CONNECT")
        else { return nil }
        self = text.contains(" 407") ? .refusedProxyCredential : .refusedByProxy
        #else
        let error = error as NSError
        guard error.domain == "kCFErrorDomainCFNetwork" else { return nil }
        // The codes of CFNetworkErrors: for HTTP proxies a failed connection, refused credentials, a failed connection for https, and
        // another answer to CONNECT; for SOCKS proxies their answers, and refused credentials.
        switch error.code {
        case 122, 307: self = .refusedProxyCredential
        case 100...101, 110...113, 120...124, 306, 310, 311: self = .refusedByProxy
        default: return nil
        }
        #endif
    }
}

extension TransportError.Detail {
    fileprivate init?(urlSession error: URLError, of kind: TransportError.Kind) {
        if Self.refusesServer(error) {
            self = .untrustedServer
        } else if Self.refusesClientCertificate(error) {
            self = .refusedClientCertificate
        } else if kind == .invalidResponse {
            self.init(invalidResponse: error)
        } else {
            return nil
        }
    }

    /// Whether a server refuses the client because of its certificate, or the lack of one.
    private static func refusesClientCertificate(_ error: URLError) -> Bool {
        #if os(Linux)
        let text = error.localizedDescription
        return text.contains("alert") && (text.contains("certificate") || text.contains("unknown ca"))
        #else
        return [.clientCertificateRejected, .clientCertificateRequired].contains(error.code)
        #endif
    }

    /// Whether the certificate of a server isn't trusted.
    private static func refusesServer(_ error: URLError) -> Bool {
        #if os(Linux)
        let text = error.localizedDescription
        return text.hasPrefix("SSL certificate problem") || text.contains("certificate subject name")
        #else
        return [
            .serverCertificateHasBadDate, .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid,
            .serverCertificateUntrusted,
        ].contains(error.code)
        #endif
    }
}

extension TransportError.Detail {
    private init?(invalidResponse error: URLError) {
        #if os(Linux)
        // Foundation maps libcurl's errors to one code, but keeps libcurl's text.
        let text = error.localizedDescription
        if text.contains("content unencoding") || text.contains("content encoding") {
            self = .invalidCompression
            return
        }
        if error.code == .unsupportedURL || text.hasPrefix("Weird server reply") {
            self = .notHTTP
            return
        }
        if text.hasPrefix("Header without") || text.contains("hexadecimal") || text.hasPrefix("Invalid Content-Length")
        {
            self = .malformedMessage
            return
        }
        #endif
        switch error.code {
        case .cannotDecodeContentData, .cannotDecodeRawData: self = .invalidCompression
        case .cannotParseResponse: self = .notHTTP
        default: return nil
        }
    }
}

extension TransportError.Kind {
    fileprivate init(_ error: URLError) {
        #if os(Linux)
        self = Self(curl: error) ?? Self(error.code)
        #else
        self = Self(error.code)
        #endif
    }

    private init(_ code: URLError.Code) {
        self =
            switch code {
            case .cancelled: .cancelled
            case .timedOut: .timedOut
            case .cannotConnectToHost, .cannotFindHost, .dnsLookupFailed: .cannotConnect
            case .notConnectedToInternet, .internationalRoamingOff, .callIsActive, .dataNotAllowed: .notConnected
            case .resourceUnavailable: .notCached
            case .dataLengthExceedsMaximum: .responseTooLarge
            case .networkConnectionLost: .connectionLost
            case .secureConnectionFailed, .appTransportSecurityRequiresSecureConnection, .serverCertificateHasBadDate,
                .serverCertificateHasUnknownRoot,
                .serverCertificateNotYetValid, .serverCertificateUntrusted, .clientCertificateRejected,
                .clientCertificateRequired:
                .secureConnectionFailed
            case .badServerResponse, .cannotParseResponse, .zeroByteResource, .cannotDecodeContentData,
                .cannotDecodeRawData:
                .invalidResponse
            case .httpTooManyRedirects: .tooManyRedirects
            case .badURL, .unsupportedURL: .unsupportedURL
            default: .other
            }
    }

    #if os(Linux)
    /// Foundation maps most of libcurl's errors to one code, but keeps libcurl's text.
    private init?(curl error: URLError) {
        let text = error.localizedDescription
        switch error.code {
        case .cannotConnectToHost where Self.saysOtherwise(error):
            // Foundation reports this code for any failure after one address of the host has refused, even if another
            // has accepted.
            self = .connectionLost
        case .badServerResponse:  // "Empty reply from server"
            self = .connectionLost
        case .unsupportedURL:  // "Received HTTP/0.9 when not allowed"; the URL itself has been checked.
            self = .invalidResponse
        case .unknown where text.hasPrefix("Failed to connect to"):
            // The error is neither a refusal nor a timeout, and Foundation doesn't tell more.
            self = .cannotConnect
        case .unknown where Self.textsOfLostConnections.contains { text.hasPrefix($0) }:
            self = .connectionLost
        case .unknown where Self.textsOfInvalidResponses.contains { text.hasPrefix($0) }:
            self = .invalidResponse
        case .unknown where text.contains("SSL") || text.contains("TLS"):
            self = .secureConnectionFailed
        default:
            return nil
        }
    }

    /// Whether the error has a text of libcurl, other than that of a failed connection.
    private static func saysOtherwise(_ error: URLError) -> Bool {
        guard let text = (error as NSError).userInfo[NSLocalizedDescriptionKey] as? String else { return false }
        return !text.hasPrefix("Failed to connect to")
    }

    private static let textsOfLostConnections = ["transfer closed", "Recv failure", "Send failure", "Failure when "]

    private static let textsOfInvalidResponses = [
        "Error while processing content unencoding", "Failed writing header", "Failed writing received data",
        "Header without colon", "Illegal or missing hexadecimal", "Invalid Content-Length", "Too long hexadecimal",
        "Unrecognized content encoding", "Weird server reply",
    ]
    #endif
}
