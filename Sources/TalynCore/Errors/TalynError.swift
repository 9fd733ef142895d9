public import _TalynFoundation
import _TalynSupport

/// The failure of a call.
///
/// ``reason`` tells the step that failed, ``underlyingError`` the cause. Properties such as ``isCancelled``,
/// ``isTimedOut``, ``isConnectionFailure``, ``isTLSFailure``, ``statusCode`` and ``failureBody`` answer the usual questions.
///
/// ```swift
/// do {
///     return try await github.request(.user("ada"), as: User.self)
/// } catch where error.statusCode == 404 {
///     return nil
/// }
/// ```
///
/// The `description` names the call, the failure and a way to solve it. It shows no secrets.
public struct TalynError: Error, Sendable {
    /// The step of a call that failed.
    public struct Reason: Sendable, Hashable, CustomStringConvertible {
        /// The target doesn't make a request: its path, query, header fields or body is invalid.
        public static let invalidRequest = Reason(description: "invalidRequest")

        /// No whole response arrived. The cause is a ``TransportError``.
        public static let transport = Reason(description: "transport")

        /// The target's ``TargetType/validation`` doesn't accept the status of the response.
        public static let unacceptableStatus = Reason(description: "unacceptableStatus")

        /// The body of the response couldn't be decoded.
        public static let decoding = Reason(description: "decoding")

        /// The ``ResponseEnvelope`` is that of a failure. The cause is an ``EnvelopeError``.
        public static let envelope = Reason(description: "envelope")

        /// A plugin didn't let the call go on to the server. The cause is a ``RejectionError``.
        public static let rejected = Reason(description: "rejected")

        /// No credential could be obtained. The cause is an ``AuthenticationError``.
        public static let authentication = Reason(description: "authentication")

        /// A body, a file or a stream couldn't be read or written. The cause can be a ``BodyError``.
        public static let body = Reason(description: "body")

        /// The next page can't be fetched.
        public static let pagination = Reason(description: "pagination")

        /// A WebSocket connection failed after it was opened, or the transport opens none. The cause is a ``WebSocketError``.
        public static let webSocket = Reason(description: "webSocket")

        /// A plugin, a transport or the target's own check threw another error.
        public static let other = Reason(description: "other")

        /// The name, as in the code.
        public let description: String
    }

    private struct Values: Sendable {
        let reason: Reason
        let underlyingError: (any Error)?
        var response: Response?
        var context: CallContext?
        var targetName: String?
    }

    /// The values in one object: results of calls are passed on often, and most of them are no errors.
    private final class Box: Sendable {
        let values: Values

        init(_ values: Values) {
            self.values = values
        }
    }

    private let box: Box

    /// The step that failed.
    public var reason: Reason { box.values.reason }

    /// The cause, such as a ``TransportError`` or a `DecodingError`.
    public var underlyingError: (any Error)? { box.values.underlyingError }

    /// The response, if one arrived.
    public var response: Response? { box.values.response }

    /// The request, if one was made.
    public var request: OutgoingRequest? { response?.request ?? context?.metrics.attempts.last?.request }

    /// The call; nil for an error outside a call.
    public var context: CallContext? { box.values.context }

    /// The target and what is known of its request, for an error without a call.
    var targetName: String? { box.values.targetName }

    /// The attempts and the times of the call.
    public var metrics: CallMetrics? { context?.metrics }

    /// Creates an error, for plugins, transports and tests.
    public init(
        _ reason: Reason,
        underlyingError: (any Error)? = nil,
        response: Response? = nil
    ) {
        self.init(
            Values(
                reason: reason,
                underlyingError: underlyingError,
                response: response,
                context: response?.context
            )
        )
    }

    private init(_ values: Values) {
        box = Box(values)
    }

    /// Creates an error with the reason that fits its cause. A `TalynError` is kept as it is.
    ///
    /// - Parameters:
    ///   - error: The cause.
    ///   - response: The response, if one arrived.
    public init(_ error: any Error, response: Response? = nil) {
        if let error = error as? TalynError {
            self = error
            return
        }
        let error = (error as? FileError).map { BodyError($0) } ?? error
        let reason: Reason =
            switch error {
            case is CancellationError: .transport
            case is EncodingError: .invalidRequest
            case is DecodingError: .decoding
            case let error as any DescribedError: error.errorReason
            default: error.asTransportError == nil ? .other : .transport
            }
        self.init(
            reason,
            underlyingError: error is CancellationError ? TransportError(.cancelled, underlyingError: error) : error,
            response: response
        )
    }

    /// The error of a call that was cancelled before anything was sent.
    public static let cancelled = TalynError(.transport, underlyingError: TransportError(.cancelled))

    /// The same error without its call, for a record that the context holds.
    var withoutContext: TalynError { changing { $0.context = nil } }

    /// The same error without its call: without metrics, and without the bodies of requests, which an error keeps in memory
    /// otherwise. Its text still names the call.
    public var withoutCall: TalynError {
        changing { values in
            values.targetName = values.context?.label ?? values.targetName
            values.context = nil
            values.response = values.response?.withoutCall
        }
    }

    /// The same error with the target that made no endpoint.
    func with(_ target: any TargetType) -> TalynError {
        changing { $0.targetName = "\(target.targetName) \(target.method.rawValue)" }
    }

    /// The same error with its call, for a module that adds a way to call.
    public func with(_ context: CallContext?) -> TalynError {
        guard let context, self.context !== context else { return self }
        return changing { $0.context = context }
    }

    private func changing(_ change: (inout Values) -> Void) -> TalynError {
        var values = box.values
        change(&values)
        return TalynError(values)
    }
}

extension TalynError {
    /// The status of the response, if one arrived.
    public var statusCode: Int? { response?.statusCode }

    /// The failure of the transport, if that is the cause.
    public var transportError: TransportError? { underlyingError?.asTransportError }

    /// The rejection by a plugin, if that is the cause.
    public var rejectionError: RejectionError? { underlyingError as? RejectionError }

    /// Whether the call was cancelled.
    public var isCancelled: Bool { transportError?.kind == .cancelled }

    /// Whether the server, an attempt or the whole call took too long.
    public var isTimedOut: Bool { hasKind(in: [.timedOut, .deadlineExceeded]) }

    /// Whether the server answered with a status from 500 to 599 (RFC 9110, section 15.6).
    public var isServerFailure: Bool { statusCode.map { 500..<600 ~= $0 } ?? false }

    /// Whether no connection was established, or it broke: the server may never have seen the request.
    ///
    /// Also true if ``ConnectivityPlugin`` waited for a network without success. False for a failure of TLS, which no better network
    /// solves: see ``isTLSFailure``.
    public var isConnectionFailure: Bool {
        hasKind(in: [.notConnected, .cannotConnect, .connectionLost]) || rejectionError?.reason == .notConnected
    }

    /// Whether TLS failed: a certificate isn't trusted, or client and server have no protocol version in common.
    public var isTLSFailure: Bool { hasKind(in: [.secureConnectionFailed]) }

    /// Whether the same call may succeed later, as the reconnection of streams takes it.
    ///
    /// It is true for a lost connection, a server that is silent for too long, a TLS handshake that was cut off, a rejection by a plugin, and
    /// the statuses 429 and 500 to 599.
    public var isTransient: Bool {
        isConnectionFailure || isServerFailure || statusCode == 429 || transportError?.kind == .timedOut
            || rejectionError != nil || isBrokenHandshake
    }

    /// Whether TLS failed for another reason than a certificate: a server that restarts can cut a handshake off.
    private var isBrokenHandshake: Bool {
        guard isTLSFailure, let failure = transportError else { return false }
        return failure.detail != .untrustedServer && failure.detail != .refusedClientCertificate
    }

    private func hasKind(in kinds: Set<TransportError.Kind>) -> Bool {
        transportError.map { kinds.contains($0.kind) } ?? false
    }
}

extension TalynError {
    /// The body with which the server explained the failure, decoded to the target's
    /// ``TargetType/failureBodyType(forStatus:)``.
    ///
    /// Nil if the target declares no type, if no response arrived, and if its body is something else.
    public var failureBody: (any Decodable & Sendable)? {
        guard let statusCode, let type = context?.target.failureBodyType(forStatus: statusCode) else { return nil }
        return decode(type)
    }

    /// The body with which the server explained the failure, decoded to a type.
    ///
    /// ```swift
    /// do {
    ///     _ = try await accounts.request(.create(name: "ada"))
    /// } catch {
    ///     print(error.decode(Problem.self)?.title ?? error.localizedDescription)
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - type: The type to decode.
    ///   - decoder: The decoder. By default the one of the target's ``TargetType/coding``.
    /// - Returns: Nil if no response arrived, or its body is something else.
    public func decode<Body: Decodable>(_ type: Body.Type = Body.self, using decoder: JSONDecoder? = nil) -> Body? {
        guard let response, !response.data.isEmpty else { return nil }
        // The names of a problem's members are those of the JSON, whatever the target's format of keys.
        if type == ProblemDetails.self { return ProblemDetails(response.data) as? Body }
        return try? response.decode(type, using: decoder)
    }

    /// The problem document by which the server explained the failure (RFC 9457), whatever the target's
    /// ``TargetType/failureBodyType(forStatus:)`` is.
    ///
    /// Nil if no response arrived, if its media type isn't `application/problem+json`, if its body isn't a JSON object, and if the
    /// body has more than 1 MiB.
    public var problemDetails: ProblemDetails? { response?.problemDetails }

    /// The code and the message of the server's ``ResponseEnvelope``.
    ///
    /// A call that failed for its status has them, too, if the target has an envelope and the body is one.
    public var envelopeError: EnvelopeError? {
        if let error = underlyingError as? EnvelopeError { return error }
        guard let response, let envelope = context?.target.envelope else { return nil }
        do throws(TalynError) {
            _ = try response.decode(EmptyResult.self, in: envelope)
            return nil
        } catch {
            return error.underlyingError as? EnvelopeError
        }
    }
}
