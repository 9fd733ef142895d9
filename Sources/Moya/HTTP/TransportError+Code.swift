#if !Alamofire
import TalynCore

#if canImport(FoundationNetworking)
import Foundation
import FoundationNetworking
#else
import Foundation
#endif

extension TransportError {
    /// The code of Foundation's `URLError` for the failure, as `URLSession` reports it on Apple platforms.
    var urlErrorCode: URLError.Code {
        if let error = underlyingError as? URLError { return error.code }
        return switch kind {
        case .cancelled: .cancelled
        case .timedOut, .deadlineExceeded: .timedOut
        case .notConnected: .notConnectedToInternet
        case .responseTooLarge: .dataLengthExceedsMaximum
        case .notCached: .resourceUnavailable
        case .cannotConnect: detail == .unknownHost ? .cannotFindHost : .cannotConnectToHost
        case .connectionLost: .networkConnectionLost
        case .secureConnectionFailed: codeOfSecureConnection
        case .invalidResponse: codeOfInvalidResponse
        case .tooManyRedirects: .httpTooManyRedirects
        case .insecureRedirect: .appTransportSecurityRequiresSecureConnection
        case .unsupportedURL: .unsupportedURL
        default: .unknown
        }
    }

    private var codeOfSecureConnection: URLError.Code {
        switch detail {
        case .untrustedServer: .serverCertificateUntrusted
        case .refusedClientCertificate: .clientCertificateRejected
        default: .secureConnectionFailed
        }
    }

    private var codeOfInvalidResponse: URLError.Code {
        switch detail {
        case .invalidCompression, .truncatedCompression: .cannotDecodeContentData
        case .notHTTP, .malformedMessage, .unknownTransferCoding: .cannotParseResponse
        default: .badServerResponse
        }
    }
}
#endif
