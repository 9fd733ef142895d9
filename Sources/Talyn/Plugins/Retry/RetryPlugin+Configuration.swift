import Foundation

extension RetryPlugin {
    /// When calls are made again, how often, and what is waited for.
    ///
    /// ```swift
    /// let configuration = RetryPlugin.Configuration {
    ///     $0.maximumAttempts = 5
    ///     $0.deadline = .seconds(30)
    /// }
    /// ```
    public struct Configuration: Sendable {
        /// Says whether a response is worth another attempt although its status isn't. What it throws counts as no.
        public typealias Judge = @Sendable (_ response: Response, _ target: any TargetType) throws -> Bool

        /// How often a call is attempted at most, the first time included.
        public var maximumAttempts = 3

        /// How long to wait before an attempt.
        public var backoff = Backoff()

        /// The statuses after which to try again.
        ///
        /// Those with which a server says so, 408, 425 (RFC 8470), 429 (RFC 6585) and 503, those of gateways, 502 and 504, and
        /// 500: what one instance stumbles over, another may not, and repeating an idempotent call does no harm.
        public var statuses: Set<Int> = [408, 425, 429, 500, 502, 503, 504]

        /// The failures of the transport after which to try again.
        ///
        /// Calls that were cancelled, took too long as a whole, or got too long a response are not repeated even if they are
        /// named here.
        public var transportFailures: Set<TransportError.Kind> = [
            .timedOut, .notConnected, .cannotConnect, .connectionLost,
        ]

        /// Whether to wait for as long as a `Retry-After` field asks for (RFC 9110, section 10.2.3), and then for the chance of
        /// the back-off, so that not everybody comes back at once.
        public var respectsRetryAfter = true

        /// The longest `Retry-After` to wait for. A response that asks for more is given back at once.
        public var maximumRetryAfter = Duration.seconds(60)

        /// How long after the first attempt another may begin; nil if there is no limit.
        ///
        /// No wait is begun that would end later. An attempt that is under way is not ended: that is for
        /// ``RequestOptions/timeout`` and ``RequestOptions/deadline``, which counts here as well.
        public var deadline: Duration?

        /// Says whether a response is worth another attempt although its status isn't, such as a 200 that carries an error.
        ///
        /// Not asked about downloads. By default there is none.
        public var judge: Judge?

        /// Creates a configuration.
        ///
        /// - Parameter configure: Sets what is to be other than by default.
        public init(_ configure: (inout Configuration) -> Void = { _ in }) {
            configure(&self)
        }

        /// Has responses repeated by what their bodies say; in the place of another ``judge``.
        ///
        /// - Parameters:
        ///   - type: What bodies are decoded to, by the decoder of their target. Those that are something else are not
        ///     repeated.
        ///   - isTransient: Whether a response with such a body is worth another attempt.
        public mutating func judge<Body: Decodable & SendableMetatype>(
            _ type: Body.Type,
            by isTransient: @escaping @Sendable (Body) -> Bool
        ) {
            judge = { response, target in isTransient(try target.decoder.decode(type, from: response.data)) }
        }
    }
}

extension RetryPlugin.Configuration {
    /// What is wrong with the outcome of an attempt so that another may mend it; nil if none is to be made.
    func reason(toRepeat result: Result<Response, TalynError>, of target: any TargetType) -> String? {
        if let response = result.response {
            if statuses.contains(response.statusCode) { return "status \(response.statusCode)" }
            guard let judge, response.hasDataInMemory, (try? judge(response, target)) == true else { return nil }
            return "status \(response.statusCode) with a body that asks for it"
        }
        guard case .failure(let error) = result, let kind = error.transportError?.kind,
            transportFailures.contains(kind), !Self.finalFailures.contains(kind)
        else { return nil }
        return "\(kind)"
    }

    /// What trying again doesn't change, or nobody wants.
    private static let finalFailures: Set<TransportError.Kind> = [.cancelled, .deadlineExceeded, .responseTooLarge]
}
