public import Foundation

/// A closure that receives the result of a call.
public typealias Completion = (_ result: Result<Moya.Response, MoyaError>) -> Void

/// A closure that receives the progress of a call.
public typealias ProgressBlock = (_ progress: ProgressResponse) -> Void

/// A provider, as the reactive extensions see it.
public protocol MoyaProviderType: AnyObject {
    /// The targets that it calls.
    associatedtype Target: TargetType

    /// Calls a target.
    ///
    /// - Parameters:
    ///   - target: The target.
    ///   - callbackQueue: The queue of the handlers.
    ///   - progress: Receives the progress.
    ///   - completion: Receives the result, once.
    /// - Returns: The call, which can be cancelled.
    func request(
        _ target: Target,
        callbackQueue: DispatchQueue?,
        progress: Moya.ProgressBlock?,
        completion: @escaping Moya.Completion
    ) -> any Cancellable
}
