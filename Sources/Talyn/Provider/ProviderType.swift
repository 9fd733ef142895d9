public import Foundation

/// What calls targets: ``Provider``, or something that stands in for one.
///
/// Extensions that are to work with every provider are written for this protocol, those of reactive libraries above
/// all.
@preconcurrency
public protocol ProviderType: AnyObject, Sendable {
    /// What can be called.
    associatedtype Target: TargetType

    /// Calls a target and hands the result to a completion handler.
    ///
    /// - Parameters:
    ///   - target: What to call.
    ///   - callbackQueue: Where handlers run; nil leaves it to the provider.
    ///   - progress: Is told how far the call has come, and at the end of the response.
    ///   - completion: Is called exactly once.
    /// - Returns: What cancels the call.
    @discardableResult
    func request(
        _ target: Target,
        callbackQueue: DispatchQueue?,
        progress: ProgressBlock?,
        completion: @escaping Completion
    ) -> any Cancellable
}

extension Provider: ProviderType {}
