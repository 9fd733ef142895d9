import Foundation
import Moya

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A provider that logs, and that answers at once while the device is offline.
open class NetworkProvider<Target: TargetType>: MoyaProvider<Target> {
    public var isReachable: () -> Bool = { true }

    public override init(
        endpointClosure: @escaping EndpointClosure = MoyaProvider.defaultEndpointMapping,
        requestClosure: @escaping RequestClosure = MoyaProvider<Target>.defaultRequestMapping,
        stubClosure: @escaping StubClosure = MoyaProvider.neverStub,
        callbackQueue: DispatchQueue? = nil,
        session: Session = MoyaProvider<Target>.defaultAlamofireSession(),
        plugins: [PluginType] = [],
        trackInflights: Bool = false
    ) {
        super.init(
            endpointClosure: endpointClosure,
            requestClosure: requestClosure,
            stubClosure: stubClosure,
            callbackQueue: callbackQueue,
            session: session,
            plugins: plugins + [RequestLogPlugin.shared],
            trackInflights: trackInflights
        )
    }

    @discardableResult
    open override func request(
        _ target: Target,
        callbackQueue: DispatchQueue? = .none,
        progress: ProgressBlock? = .none,
        completion: @escaping Completion
    ) -> Cancellable {
        guard isReachable() else {
            completion(.failure(.underlying(APIError.offline, nil)))
            return CancellableToken {}
        }
        return super.request(target, callbackQueue: callbackQueue, progress: progress, completion: completion)
    }
}

/// Repeats failed calls, up to a limit.
public final class RetryingProvider<Target: TargetType>: NetworkProvider<Target> {
    public private(set) var retries = 0
    private let limit: Int

    public init(limit: Int, stubClosure: @escaping StubClosure, endpointClosure: @escaping EndpointClosure) {
        self.limit = limit
        super.init(endpointClosure: endpointClosure, stubClosure: stubClosure)
    }

    @discardableResult
    public override func request(
        _ target: Target,
        callbackQueue: DispatchQueue? = nil,
        progress: ProgressBlock? = nil,
        completion: @escaping Completion
    ) -> Cancellable {
        return super.request(target, callbackQueue: callbackQueue, progress: progress) { [weak self] result in
            guard let self = self, case .failure = result, self.retries < self.limit else {
                return completion(result)
            }
            self.retries += 1
            self.request(target, callbackQueue: callbackQueue, progress: progress, completion: completion)
        }
    }
}
