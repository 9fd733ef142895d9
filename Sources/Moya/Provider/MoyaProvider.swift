public import Foundation
import TalynCore

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// Calls the targets of one type, and gives their results to handlers.
///
/// ```swift
/// let provider = MoyaProvider<GitHub>(plugins: [NetworkLoggerPlugin()])
/// provider.request(.zen) { result in
///     print(result)
/// }
/// ```
open class MoyaProvider<Target: TargetType>: MoyaProviderType {
    /// Makes an endpoint of a target.
    public typealias EndpointClosure = (Target) -> Endpoint

    /// Receives the request of a call, or the error that prevented it.
    public typealias RequestResultClosure = (Result<URLRequest, MoyaError>) -> Void

    /// Makes a request of an endpoint, and gives it to the closure, now or later.
    public typealias RequestClosure = (Endpoint, @escaping RequestResultClosure) -> Void

    /// Decides whether a stub answers a target.
    public typealias StubClosure = (Target) -> Moya.StubBehavior

    /// Makes an endpoint of a target.
    public let endpointClosure: EndpointClosure

    /// Makes a request of an endpoint.
    public let requestClosure: RequestClosure

    /// Decides whether a stub answers a target.
    public let stubClosure: StubClosure

    /// Sends the requests.
    public let session: Session

    /// The plugins, in the order in which they are called.
    public let plugins: [any PluginType]

    /// Whether identical calls that are under way at the same time share one request.
    public let trackInflights: Bool

    /// The completions of the calls that are under way, if the provider tracks them.
    ///
    /// A call is in it until all of its completions have returned.
    open var inflightRequests: [Endpoint: [Moya.Completion]] { inflights.completions }

    let callbackQueue: DispatchQueue?
    let inflights = Inflights()
    var engine: Engine
    /// The transport of the engine.
    var live: LiveTransport
    /// Whether live calls go through Talyn although the session could send them itself.
    var prefersEngine = false

    /// Creates a provider.
    ///
    /// - Parameters:
    ///   - endpointClosure: Makes an endpoint of a target.
    ///   - requestClosure: Makes a request of an endpoint.
    ///   - stubClosure: Decides whether a stub answers a target.
    ///   - callbackQueue: The queue of handlers and of `didReceive` and `process`. By default that is the main queue, and for
    ///     immediate stubs the caller's thread.
    ///   - session: Sends the requests.
    ///   - plugins: The plugins, in the order in which they are called.
    ///   - trackInflights: Whether identical calls that are under way at the same time share one request.
    public init(
        endpointClosure: @escaping EndpointClosure = { MoyaProvider.defaultEndpointMapping(for: $0) },
        requestClosure: @escaping RequestClosure = { MoyaProvider.defaultRequestMapping(for: $0, closure: $1) },
        stubClosure: @escaping StubClosure = { MoyaProvider.neverStub($0) },
        callbackQueue: DispatchQueue? = nil,
        session: Session = MoyaProvider<Target>.defaultAlamofireSession(),
        plugins: [any PluginType] = [],
        trackInflights: Bool = false
    ) {
        self.endpointClosure = endpointClosure
        self.requestClosure = requestClosure
        self.stubClosure = stubClosure
        self.callbackQueue = callbackQueue
        self.session = session
        self.plugins = plugins
        self.trackInflights = trackInflights
        live = LiveTransport(session.talynTransport, session: session)
        engine = Self.engine(live)
    }

    /// The endpoint of a target.
    open func endpoint(_ token: Target) -> Endpoint {
        endpointClosure(token)
    }

    /// Calls a target.
    ///
    /// - Parameters:
    ///   - target: The target.
    ///   - callbackQueue: The queue of the handlers, in place of the provider's.
    ///   - progress: Receives the progress, and at last the response.
    ///   - completion: Receives the result, once.
    /// - Returns: The call, which can be cancelled.
    @discardableResult
    open func request(
        _ target: Target,
        callbackQueue: DispatchQueue? = .none,
        progress: ProgressBlock? = .none,
        completion: @escaping Completion
    ) -> any Cancellable {
        requestNormal(
            target,
            callbackQueue: callbackQueue ?? self.callbackQueue,
            progress: progress,
            completion: completion
        )
    }

    /// Answers a call by a stub: the endpoint's sample, after the delay if there is one.
    ///
    /// A subclass may override it to answer otherwise. ``notifyPluginsOfImpendingStub(for:target:)`` and
    /// ``createStubFunction(_:forTarget:withCompletion:endpoint:plugins:request:)`` are its two parts.
    ///
    /// - Parameters:
    ///   - target: The target.
    ///   - request: The request, before the plugins prepare it.
    ///   - callbackQueue: The queue of the completion, in place of the provider's.
    ///   - completion: Receives the answer.
    ///   - endpoint: The endpoint of the target.
    ///   - stubBehavior: When to answer. `.never` is answered at once.
    /// - Returns: The stub, which can be cancelled.
    @discardableResult
    open func stubRequest(
        _ target: Target,
        request: URLRequest,
        callbackQueue: DispatchQueue?,
        completion: @escaping Moya.Completion,
        endpoint: Endpoint,
        stubBehavior: Moya.StubBehavior
    ) -> CancellableToken {
        let queue = callbackQueue ?? self.callbackQueue
        let pending = PendingStub()
        let token = CancellableToken { pending.hurry() }
        let prepared = notifyPluginsOfImpendingStub(for: request, target: target)
        let stub = createStubFunction(
            token,
            forTarget: target,
            withCompletion: completion,
            endpoint: endpoint,
            plugins: plugins,
            request: prepared
        )
        switch stubBehavior {
        case .immediate, .never:
            if let queue { queue.async(execute: DispatchWorkItem(block: stub)) } else { stub() }
        case .delayed(let seconds):
            pending.run(stub, on: queue ?? .main, after: seconds)
        }
        return token
    }
}
