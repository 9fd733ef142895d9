import _TalynSupport

/// The parts of a call that only modules above the engine need, such as downloads, pages and event streams.
///
/// ```swift
/// var setup = CallSetup()
/// setup.receiver = LineCounter()
/// let response = try await github.request(.zen, setup: setup)
/// ```
public struct CallSetup: Sendable {
    /// Receives the body of the response; nil to collect it in memory.
    public var receiver: (any BodyReceiver)?

    /// Plugins inside those of the provider. Their request adapters come first, so that the others see their changes. A plugin with
    /// ``ConnectionObserving`` hears of no connection here.
    public var plugins: [any Plugin] = []

    /// Other origins than that of the base URL that may see the credentials of the call.
    public var trustedOrigins: Set<Origin> = []

    /// Gets the number of bytes that were sent or received.
    public var onProgress: (@Sendable (TransferCount) -> Void)?

    /// Whether the body of a failure is kept whole, up to ``RequestOptions/maximumResponseSize``. If such a body breaks off, the
    /// call fails with the error of the transport.
    package var keepsWholeFailures = false

    /// Changes the endpoint that the target resolves to.
    public var changeEndpoint: (@Sendable (inout Endpoint) throws(TalynError) -> Void)?

    /// The place of the call in the source code, for a test to fail there.
    public var callSite: CallSite?

    /// Creates the parts of an ordinary call.
    ///
    /// - Parameter callSite: The place of the call in the source code, for a test to fail there.
    public init(callSite: CallSite? = nil) {
        self.callSite = callSite
    }
}

extension Provider {
    /// Calls a target, for a module that adds a way to call.
    ///
    /// - Parameters:
    ///   - target: The target.
    ///   - options: Options that replace those of the target.
    ///   - setup: The receiver of the body, plugins of the call, and more.
    /// - Throws: ``TalynError``.
    public func request(
        _ target: Target,
        options: RequestOptions = RequestOptions(),
        setup: CallSetup
    ) async throws(TalynError) -> Response {
        try await offActor { () async throws(TalynError) in
            try await self.call(target, options, setup).response()
        }
    }
}
