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

    /// What the transport reported, if it was the transport that failed.
    public var transportError: TransportError? { (underlyingError as? any TransportFailure)?.transportError }

    /// Whether the call failed because it was cancelled.
    public var isCancelled: Bool {
        switch underlyingError {
        case let error as any TransportFailure: error.transportError.kind == .cancelled
        case is CancellationError: true
        case let error as URLError: error.code == .cancelled
        default: false
        }
    }

    /// Why a plugin didn't let the call go on, if one did not.
    public var refusal: RefusalError? { underlyingError as? RefusalError }

    /// Whether the server was silent for too long, or an attempt or the whole call took too long.
    public var isTimedOut: Bool {
        switch underlyingError {
        case let error as any TransportFailure: [.timedOut, .deadlineExceeded].contains(error.transportError.kind)
        case let error as URLError: error.code == .timedOut
        default: false
        }
    }

    /// Whether the server failed: it answered, with a status from 500 to 599 (RFC 9110, section 15.6).
    public var isServerFailure: Bool { statusCode.map { 500..<600 ~= $0 } ?? false }

    /// Whether no connection came about, or it broke: the server may never have seen the request.
    public var isConnectionFailure: Bool {
        switch underlyingError {
        case let error as any TransportFailure:
            [.notConnected, .cannotConnect, .connectionLost, .secureConnectionFailed]
                .contains(error.transportError.kind)
        case let error as URLError:
            [.notConnectedToInternet, .networkConnectionLost, .cannotConnectToHost, .cannotFindHost, .dnsLookupFailed]
                .contains(error.code)
        default:
            false
        }
    }
}
