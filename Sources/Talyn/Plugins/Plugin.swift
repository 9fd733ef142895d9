#if canImport(FoundationNetworking)
import Foundation
public import FoundationNetworking
#else
public import Foundation
#endif

/// Behaviour that a ``Provider`` adds to every call, such as a token, a log or retries.
///
/// A provider calls its plugins in the order of its array. It calls ``prepare(_:target:)``, ``willSend(_:target:)`` and
/// ``didReceive(_:target:)`` once for each attempt, and ``process(_:target:)`` once for each call.
/// ``intercept(_:target:next:)`` wraps all attempts: the first plugin is outermost. Every method has a default that
/// changes nothing.
///
/// Each `willSend` is followed by one `didReceive`: on success, on failure and on cancellation. A request that can't be
/// made, or that is cancelled before it is sent, reaches neither of them.
@preconcurrency
public protocol Plugin: Sendable {
    /// Changes the request of one attempt.
    ///
    /// The method may wait, for example for a token. A synchronous method satisfies the requirement too.
    ///
    /// - Throws: Any error. The attempt then fails with it, and nothing is sent.
    func prepare(_ request: URLRequest, target: any TargetType) async throws -> URLRequest

    /// Observes an attempt right before it is sent.
    func willSend(_ request: PreparedRequest, target: any TargetType)

    /// Observes the result of an attempt, before any plugin processes the result of the call.
    func didReceive(_ result: Result<Response, TalynError>, target: any TargetType)

    /// Changes the result of the call before the caller gets it.
    func process(_ result: Result<Response, TalynError>, target: any TargetType) -> Result<Response, TalynError>

    /// Wraps the attempts of a call: can change the endpoint, wait, answer by itself, or repeat the call.
    ///
    /// - Parameters:
    ///   - endpoint: The endpoint to call.
    ///   - target: The target that the endpoint was made from.
    ///   - next: Continues with the next plugin, or with an attempt after the last one. It can be called any number of
    ///     times, and throws a ``TalynError`` if the attempt fails.
    /// - Returns: The response of the call.
    /// - Throws: Any error. The caller gets an error of another type wrapped in a ``TalynError``.
    func intercept(_ endpoint: Endpoint, target: any TargetType, next: @escaping Next) async throws -> Response

    /// The rest of the call, as ``intercept(_:target:next:)`` gets it.
    typealias Next = @Sendable (Endpoint) async throws -> Response
}

extension Plugin {
    public func prepare(_ request: URLRequest, target: any TargetType) async throws -> URLRequest { request }

    public func willSend(_ request: PreparedRequest, target: any TargetType) {}

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

// Helpers for plugins that intercept.

extension Result<Response, TalynError> {
    /// Runs the rest of the call and catches its error.
    init(of next: Plugin.Next, for endpoint: Endpoint) async {
        do {
            self = .success(try await next(endpoint))
        } catch {
            self = .failure(TalynError(wrapping: error))
        }
    }

    /// The response of a success, or of an error that holds one.
    var response: Response? {
        switch self {
        case .success(let response): response
        case .failure(let error): error.response
        }
    }
}

extension Response {
    /// Removes the downloaded file of a response that no caller gets, so that the next attempt can use its place.
    func removeFile() {
        if let fileURL { try? FileManager.default.removeItem(at: fileURL) }
    }
}

extension Endpoint {
    /// The priority of the call.
    var priority: RequestPriority { options.isEmpty ? .normal : options.priority ?? .normal }

    /// The time since the call began, by the provider's clock.
    var elapsed: Duration { record.map { $0.time.now - $0.start } ?? .zero }

    /// The time until the call's deadline; nil if it has none.
    var timeLeft: Duration? {
        options.isEmpty ? nil : options.deadline.map { $0 - elapsed }
    }
}
