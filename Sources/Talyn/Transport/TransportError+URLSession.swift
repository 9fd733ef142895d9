extension TransportError {
    init(urlSession error: any Error, url: URL?) {
        self.init((error as? URLError).map { Kind($0.code) } ?? .other, url: url, underlyingError: error)
    }
}

extension TransportError.Kind {
    fileprivate init(_ code: URLError.Code) {
        self =
            switch code {
            case .cancelled: .cancelled
            case .timedOut: .timedOut
            case .cannotConnectToHost, .cannotFindHost, .dnsLookupFailed, .notConnectedToInternet: .cannotConnect
            case .networkConnectionLost: .connectionLost
            case .secureConnectionFailed, .serverCertificateHasBadDate, .serverCertificateHasUnknownRoot,
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
}
