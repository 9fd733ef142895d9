/// Why a call failed.
///
/// Nine cases say at which step; properties such as ``isCancelled``, ``isTimedOut``, ``isConnectionFailure``,
/// ``statusCode``, ``transportError``, ``decodedFailure`` and ``envelopeError`` answer what callers usually want to know.
public indirect enum TalynError: Error, Sendable {
    /// The body of the response is not an image.
    case imageMapping(Response)

    /// The body of the response is not JSON, or has nothing at the key path.
    case jsonMapping(Response)

    /// The body of the response is not text.
    case stringMapping(Response)

    /// The body of the response could not be decoded to the type asked for; the decoder's error.
    case objectMapping(any Error, Response)

    /// The body of the request could not be encoded; the encoder's error.
    case encodableMapping(any Error)

    /// A filter refused the status of the response.
    case statusCode(Response)

    /// Anything else: a ``TransportError``, a ``ValidationError``, an ``EnvelopeError``, a ``RequestError``, a
    /// ``BodyError``, a ``RefusalError``, an ``AuthenticationError``, or what a plugin or the target's own check threw; with
    /// the response if one arrived.
    case underlying(any Error, Response?)

    /// The endpoint's URL is not one.
    case requestMapping(String)

    /// The parameters could not be put into the request; the encoding's error.
    case parameterEncoding(any Error)
}

extension TalynError {
    /// The error of a call that was cancelled before anything was sent.
    static let cancelled = TalynError.underlying(TransportError(.cancelled), nil)

    /// Any error as the one that a call reports: errors of other types go into ``underlying(_:_:)``.
    package init(wrapping error: any Error) {
        self = error as? TalynError ?? .underlying(error, nil)
    }
}
