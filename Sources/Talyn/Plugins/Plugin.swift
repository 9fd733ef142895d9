#if canImport(FoundationNetworking)
import Foundation
public import FoundationNetworking
#else
public import Foundation
#endif

/// Behaviour that a ``Provider`` adds to every call.
///
/// Plugins are asked in the order of the provider's array. ``prepare(_:target:)``, ``willSend(_:target:)`` and
/// ``didReceive(_:target:)`` are called once for each attempt, ``process(_:target:)`` once for each call.
/// ``intercept(_:target:next:)`` goes around the attempts: the first plugin's is outermost. Every method has a default
/// that changes nothing.
///
/// A request that is never sent, because it could not be made or was cancelled before, reaches neither `willSend` nor
/// `didReceive`; whatever reached `willSend` reaches `didReceive`, on success, failure and cancellation alike.
@preconcurrency
public protocol Plugin: Sendable {
    /// Changes the request of one attempt.
    ///
    /// May wait, for example for a token. A synchronous method satisfies the requirement too.
    ///
    /// - Throws: Anything; the attempt then fails with it, unsent.
    func prepare(_ request: URLRequest, target: any TargetType) async throws -> URLRequest

    /// Is told that an attempt is about to be sent.
    func willSend(_ request: any RequestType, target: any TargetType)

    /// Is told how an attempt ended, before any plugin processes the result of the call.
    func didReceive(_ result: Result<Response, TalynError>, target: any TargetType)

    /// Changes the result of the call before the caller gets it.
    func process(_ result: Result<Response, TalynError>, target: any TargetType) -> Result<Response, TalynError>

    /// Goes around the attempts of a call: may change the endpoint, wait before it lets the call go on, answer without
    /// letting it go on, or let it go on again.
    ///
    /// - Parameters:
    ///   - endpoint: What is to be called.
    ///   - target: The target that it was made from.
    ///   - next: Goes on, with the next plugin or else with an attempt; may be called any number of times. Throws a
    ///     ``TalynError`` when what it went on with failed.
    /// - Returns: The response of the call.
    /// - Throws: Anything; an error that is no ``TalynError`` reaches the caller inside one.
    func intercept(_ endpoint: Endpoint, target: any TargetType, next: @escaping Next) async throws -> Response

    /// How ``intercept(_:target:next:)`` goes on.
    typealias Next = @Sendable (Endpoint) async throws -> Response
}

extension Plugin {
    public func prepare(_ request: URLRequest, target: any TargetType) async throws -> URLRequest { request }

    public func willSend(_ request: any RequestType, target: any TargetType) {}

    public func didReceive(_ result: Result<Response, TalynError>, target: any TargetType) {}

    public func process(
        _ result: Result<Response, TalynError>,
        target: any TargetType
    ) -> Result<Response, TalynError> {
        result
    }

    public func intercept(_ endpoint: Endpoint, target: any TargetType, next: @escaping Next) async throws -> Response {
        try await next(endpoint)
    }
}
