public import Foundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// Calls the endpoints that a target type describes.
///
/// ```swift
/// let github = Provider<GitHub>()
/// let zen = try await github.request(.zen).mapString()
/// let ada = try await github.request(.user("ada"), as: User.self)
/// ```
///
/// Each call goes the same way, whether a server answers or a stub: the target becomes an ``Endpoint``, that a
/// `URLRequest`, which the plugins prepare and the transport sends; the response is validated and handed back.
///
/// A provider may be subclassed; a subclass that adds mutable state has to guard it.
@preconcurrency
open class Provider<Target: TargetType>: @unchecked Sendable {
    // Unchecked only because the class is open: its properties are immutable, and the in-flight table has its lock.

    /// Resolves a target.
    public typealias EndpointClosure = @Sendable (Target) -> Endpoint

    /// Is to be called with the request once it is made; the first call counts.
    public typealias RequestResultClosure = @Sendable (Result<URLRequest, TalynError>) -> Void

    /// Makes the request of an attempt, and hands it over now or later, from any thread.
    public typealias RequestClosure = @Sendable (Endpoint, @escaping RequestResultClosure) -> Void

    /// Says whether a target is stubbed.
    public typealias StubClosure = @Sendable (Target) -> StubBehavior

    /// Resolves targets.
    public let endpointClosure: EndpointClosure

    /// Makes the requests; nil if the endpoints do.
    public let requestClosure: RequestClosure?

    /// Says which targets are stubbed.
    public let stubClosure: StubClosure

    /// Where completion handlers run, unless a call names another queue.
    public let callbackQueue: DispatchQueue?

    /// What carries requests to the server.
    public let transport: any Transport

    /// Behaviour added to every call, in this order.
    public let plugins: [any Plugin]

    /// Whether identical calls that are under way at the same time share one request.
    public let trackInflights: Bool

    /// What stubs answer with, where these samples know the target.
    public let samples: SampleResponses

    /// How every target is called, where it doesn't say otherwise itself.
    public let requestOptions: RequestOptions

    let time: TimeSource
    /// The transport, if it is one that stands in for others.
    private let ownStandIn: (any StandInTransport)?
    let inflights = InflightTable()

    /// Creates a provider; what is left out has a default.
    ///
    /// - Parameters:
    ///   - endpointClosure: Resolves a target to an endpoint.
    ///   - requestClosure: Makes a request from an endpoint, once for each attempt; by default the endpoint does.
    ///   - stubClosure: Says which targets are stubbed; none by default.
    ///   - callbackQueue: Where completion handlers run, unless a call names another queue. By default those of live
    ///     and delayed calls run on the main queue, and those of immediate stubs before `request` returns.
    ///   - transport: What carries requests to the server.
    ///   - plugins: Behaviour added to every call, in this order.
    ///   - trackInflights: Whether identical calls that are under way at the same time share one request.
    ///   - requestOptions: How every target is called, where it doesn't say otherwise itself.
    ///   - clock: The clock by which delayed stubs and deadlines wait, and accounts tell the time.
    ///   - samples: What stubs answer with, in place of the samples of the endpoints.
    @preconcurrency
    public init(
        endpointClosure: @escaping EndpointClosure = Provider.defaultEndpointMapping,
        requestClosure: RequestClosure? = nil,
        stubClosure: @escaping StubClosure = Provider.neverStub,
        callbackQueue: DispatchQueue? = nil,
        transport: any Transport = Provider.defaultTransport(),
        plugins: [any Plugin] = [],
        trackInflights: Bool = false,
        requestOptions: RequestOptions = RequestOptions(),
        clock: any Clock<Duration> = ContinuousClock(),
        samples: SampleResponses = SampleResponses()
    ) {
        self.endpointClosure = endpointClosure
        self.requestClosure = requestClosure
        self.stubClosure = stubClosure
        self.callbackQueue = callbackQueue
        self.transport = transport
        self.ownStandIn = transport as? any StandInTransport
        self.plugins = plugins
        self.trackInflights = trackInflights
        self.requestOptions = requestOptions
        self.time = TimeSource(clock)
        self.samples = samples
    }

    /// What stands in for the transport where no sample answers, if anything does.
    var standIn: (any StandInTransport)? { ownStandIn ?? CallScope.current?.transport }

    /// What the target resolves to.
    open func endpoint(_ target: Target) -> Endpoint {
        endpointClosure(target)
    }

    /// Calls a target and hands the result to a completion handler.
    ///
    /// - Parameters:
    ///   - target: What to call.
    ///   - callbackQueue: Where handlers run, the provider's ``callbackQueue`` by default.
    ///   - progress: Is told how much of the response has arrived, and at the end of the response.
    ///   - completion: Is called exactly once.
    /// - Returns: What cancels the call.
    @discardableResult
    @preconcurrency
    open func request(
        _ target: Target,
        callbackQueue: DispatchQueue? = nil,
        progress: ProgressBlock? = nil,
        completion: @escaping Completion
    ) -> any Cancellable {
        start(target, RequestOptions(), callbackQueue, progress, completion)
    }

    /// Answers a stubbed call: with the endpoint's sample, after the delay if there is one.
    ///
    /// To be overridden by a subclass that answers otherwise. Plugins, validation and the caller's queue come after it, as
    /// after a server's answer.
    ///
    /// - Parameters:
    ///   - target: What is stubbed.
    ///   - request: The request as the plugins have prepared it.
    ///   - callbackQueue: Where to complete; nil if anywhere will do.
    ///   - completion: Is to be called once.
    ///   - endpoint: What the target resolved to.
    ///   - stubBehavior: When to answer.
    /// - Returns: What cancels the answer.
    @discardableResult
    @preconcurrency
    open func stubRequest(
        _ target: Target,
        request: URLRequest,
        callbackQueue: DispatchQueue?,
        completion: @escaping Completion,
        endpoint: Endpoint,
        stubBehavior: StubBehavior
    ) -> CancellableToken {
        let stub = StubTransport(endpoint: endpoint, wait: wait(for: stubBehavior))
        let task = Task.immediately {
            let result = await stub.response(to: request)
            if let callbackQueue { callbackQueue.async { completion(result) } } else { completion(result) }
        }
        return CancellableToken { task.cancel() }
    }
}

/// Gets the result of a call.
public typealias Completion = @Sendable (_ result: Result<Response, TalynError>) -> Void

/// Is told how far a call has come.
public typealias ProgressBlock = @Sendable (_ progress: ProgressResponse) -> Void
