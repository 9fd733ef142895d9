import _TalynFoundation

/// Behaviour that a ``Provider`` adds to every call, such as a token, a log or retries.
///
/// A plugin takes part where it says so, by the protocols that it conforms to:
///
/// | protocol | place | what it can do |
/// |---|---|---|
/// | ``CallInterceptor`` | around a call, with all its attempts | change the endpoint, wait, answer, repeat |
/// | ``RequestAdapter`` | the request of an attempt | change it, add credentials |
/// | ``ExchangeInterceptor`` | around each exchange with a server | change the final request, answer, watch |
/// | ``CallObserver`` | around each attempt | watch only |
/// | ``TransportPlugin`` | around the transport | see what the server gets, answer |
/// | ``ConnectionObserving`` | the connections of the transport | watch only |
///
/// A provider calls its plugins in the order of its array. The first one is outermost. See <doc:WriteAPlugin>.
public protocol Plugin: Sendable {}

/// A plugin around the attempts of a call: it can change the endpoint, wait, answer by itself, or repeat the call.
public protocol CallInterceptor: Plugin {
    /// Wraps the attempts of a call.
    ///
    /// - Parameters:
    ///   - endpoint: The endpoint to call.
    ///   - context: The target, the metrics and the notes of the call.
    ///   - next: Continues with the next plugin, or with an attempt after the last one. It can be called any number of
    ///     times, and throws a ``TalynError``, also for an error of a plugin inside.
    /// - Returns: The response of the call.
    /// - Throws: Any error. The caller gets an error of another type wrapped in a ``TalynError``.
    func intercept(_ endpoint: Endpoint, context: CallContext, next: @escaping Next) async throws -> Response

    /// The rest of the call, as ``intercept(_:context:next:)`` gets it.
    typealias Next = @Sendable (Endpoint) async throws -> Response
}

/// A plugin that changes the request of each attempt, before redirects, challenges and cookies.
public protocol RequestAdapter: Plugin {
    /// Changes the request of one attempt.
    ///
    /// The method may wait, for example for a token. It says which of the header fields that it sets are credentials:
    /// see ``OutgoingRequest/credentialNames``.
    ///
    /// - Throws: Any error. The attempt then fails with it, and nothing is sent.
    func adapt(_ request: inout OutgoingRequest, context: CallContext) async throws
}

/// A plugin around each exchange with a server.
///
/// A call can have several exchanges: its attempts, and the redirects and challenges of each. The request is final, with its
/// compressed body, its cookies and the header fields of redirects. Each plugin sees the changes of those before it.
///
/// A cache is around the other plugins. So it can't tell users apart by a credential that is set here: set the credential of a user
/// in a ``RequestAdapter``, or name the user in the ``CachePolicy``.
public protocol ExchangeInterceptor: Plugin {
    /// Sends the request of an exchange, or changes it first, or answers it.
    ///
    /// - Parameters:
    ///   - request: The request. ``OutgoingRequest/context`` is its call.
    ///   - next: Continues with the next plugin, or with the transport after the last one.
    /// - Returns: The head of the response. Its body is still to be read.
    /// - Throws: Any error. The attempt fails with it.
    func intercept(_ request: OutgoingRequest, next: @escaping NextExchange) async throws -> TransportResponse

    /// The rest of the exchange, as ``intercept(_:next:)`` gets it.
    typealias NextExchange = @Sendable (OutgoingRequest) async throws -> TransportResponse

    /// Whether the plugin can answer without the server, as a cache does. False by default.
    ///
    /// The provider puts such plugins around the others, so that spans, signatures and logs see only exchanges with the
    /// server.
    var answersRequests: Bool { get }

    /// Whether this object takes part in exchanges. True by default. The provider asks once.
    ///
    /// A plugin that needs exchanges only with some of its settings costs no time with the others.
    var interceptsExchanges: Bool { get }
}

extension ExchangeInterceptor {
    public var answersRequests: Bool { false }
    public var interceptsExchanges: Bool { true }
}

/// A plugin that watches attempts, and changes nothing.
///
/// Each ``willSend(_:context:)`` is followed by one ``didReceive(_:context:)``: on success, on failure and on cancellation. A
/// request that can't be made, or that is cancelled before it is sent, reaches neither of them. ``didEnd(_:context:)`` comes once
/// for each call, also if nothing was sent. The methods have defaults that do nothing.
public protocol CallObserver: Plugin {
    /// Hears of an attempt right before it is sent.
    func willSend(_ request: OutgoingRequest, context: CallContext)

    /// Hears of the result of an attempt.
    func didReceive(_ result: Result<Response, TalynError>, context: CallContext)

    /// Hears of the result of the call, after its last attempt and all interceptors. The body of a stream is still unread then.
    func didEnd(_ result: Result<Response, TalynError>, context: CallContext)
}

extension CallObserver {
    public func willSend(_ request: OutgoingRequest, context: CallContext) {}

    public func didReceive(_ result: Result<Response, TalynError>, context: CallContext) {}

    public func didEnd(_ result: Result<Response, TalynError>, context: CallContext) {}
}

/// A plugin around the innermost transport of a provider. It sees each request as the server gets it, with the changes of all other
/// plugins and of the transports around it. The last such plugin is innermost.
public protocol TransportPlugin: Plugin {
    /// A transport that sends its requests through the innermost one.
    ///
    /// The provider calls it once. It calls it again for a call that a test's substitute answers, or that has plugins of its own around
    /// exchanges, such as an event stream with a timeout. So the plugin keeps the state, and not its transport.
    func transport(around base: any Transport) -> any WrappingTransport
}

/// The plugins of a provider, sorted once by the places where they take part.
struct PluginStations: Sendable {
    let all: [any Plugin]
    let calls: [any CallInterceptor]
    let requests: [any RequestAdapter]
    let exchanges: [any ExchangeInterceptor]
    let observers: [any CallObserver]

    /// - Parameters:
    ///   - plugins: The plugins of a provider.
    ///   - inner: Plugins of one call inside them. Their changes of a request come first, so that the others see them.
    init(_ plugins: [any Plugin], inner: [any Plugin] = []) {
        requests = (inner + plugins).compactMap { $0 as? any RequestAdapter }
        let plugins = plugins + inner
        all = plugins
        calls = plugins.compactMap { $0 as? any CallInterceptor }
        let exchanges = plugins.compactMap { $0 as? any ExchangeInterceptor }.filter(\.interceptsExchanges)
        self.exchanges = exchanges.filter(\.answersRequests) + exchanges.filter { !$0.answersRequests }
        observers = plugins.compactMap { $0 as? any CallObserver }
    }
}
