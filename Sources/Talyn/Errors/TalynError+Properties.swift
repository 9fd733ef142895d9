import Foundation

extension TalynError {
    /// The response, if one arrived.
    public var response: Response? {
        switch self {
        case .imageMapping(let response), .jsonMapping(let response), .stringMapping(let response),
            .objectMapping(_, let response), .statusCode(let response):
            response
        case .underlying(_, let response):
            response
        case .encodableMapping, .requestMapping, .parameterEncoding:
            nil
        }
    }

    /// The error behind this one: the transport's, the decoder's, the encoder's, a plugin's, or a ``MappingError``.
    public var underlyingError: (any Error)? {
        switch self {
        case .objectMapping(let error, _), .encodableMapping(let error), .underlying(let error, _),
            .parameterEncoding(let error):
            error
        case .jsonMapping(let response), .stringMapping(let response), .imageMapping(let response):
            response.mappingError
        case .statusCode, .requestMapping:
            nil
        }
    }

    /// The status of the response, if one arrived.
    public var statusCode: Int? { response?.statusCode }

    /// What the transport reported, if it was the transport that failed, or a stub in the words of Foundation.
    public var transportError: TransportError? {
        switch underlyingError {
        case let error as any TransportFailure: error.transportError
        case let error as URLError: TransportError(urlSession: error, url: error.failingURL)
        case let error as CancellationError: TransportError(.cancelled, underlyingError: error)
        case let error?: URLError(foundation: error).map { TransportError(urlSession: $0, url: $0.failingURL) }
        case nil: nil
        }
    }

    /// Whether the call failed because it was cancelled.
    public var isCancelled: Bool { transportError?.kind == .cancelled }

    /// Why a plugin didn't let the call go on, if one did not.
    public var refusal: RefusalError? { underlyingError as? RefusalError }

    /// Whether the server was silent for too long, or an attempt or the whole call took too long.
    public var isTimedOut: Bool { fails(by: [.timedOut, .deadlineExceeded]) }

    /// Whether the server failed: it answered, with a status from 500 to 599 (RFC 9110, section 15.6).
    public var isServerFailure: Bool { statusCode.map { 500..<600 ~= $0 } ?? false }

    /// Whether no connection came about, or it broke: the server may never have seen the request. Also where
    /// ``ConnectivityPlugin`` has waited for a network in vain.
    public var isConnectionFailure: Bool {
        fails(by: [.notConnected, .cannotConnect, .connectionLost, .secureConnectionFailed])
            || refusal?.reason == .notConnected
    }

    private func fails(by kinds: Set<TransportError.Kind>) -> Bool {
        transportError.map { kinds.contains($0.kind) } ?? false
    }
}

extension URLError {
    /// The error, if it is one of URL loading that came as an `NSError`, which Foundation on Linux doesn't tell.
    fileprivate init?(foundation error: any Error) {
        guard type(of: error) is NSError.Type else { return nil }
        let error = error as NSError
        // Foundation on Linux doesn't know all codes.
        guard error.domain == NSURLErrorDomain, let code = Code(rawValue: error.code) as Code? else { return nil }
        self.init(code, userInfo: error.userInfo)
    }
}
