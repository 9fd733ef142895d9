#if canImport(FoundationNetworking)
import Foundation
public import FoundationNetworking
#else
public import Foundation
#endif

/// Behaviour that a ``Provider`` adds to every call, such as a token, a log or retries.
///
/// A provider calls its plugins in the order of its array. It calls ``prepare(_:context:)``, ``willSend(_:context:)`` and
/// ``didReceive(_:context:)`` once for each attempt, and ``process(_:context:)`` once for each call.
/// ``intercept(_:context:next:)`` wraps all attempts: the first plugin is outermost. Every method has a default that
/// changes nothing.
///
/// Each `willSend` is followed by one `didReceive`: on success, on failure and on cancellation. A request that can't be
/// made, or that is cancelled before it is sent, reaches neither of them.
public protocol Plugin: Sendable {
    /// Changes the request of one attempt.
    ///
    /// The method may wait, for example for a token. A synchronous method satisfies the requirement too.
    ///
    /// - Throws: Any error. The attempt then fails with it, and nothing is sent.
    func prepare(_ request: URLRequest, context: CallContext) async throws -> URLRequest

    /// Observes an attempt right before it is sent.
    func willSend(_ request: PreparedRequest, context: CallContext)

    /// Observes the result of an attempt, before any plugin processes the result of the call.
    func didReceive(_ result: Result<Response, TalynError>, context: CallContext)

    /// Changes the result of the call before the caller gets it.
    func process(_ result: Result<Response, TalynError>, context: CallContext) -> Result<Response, TalynError>

    /// Wraps the attempts of a call: can change the endpoint, wait, answer by itself, or repeat the call.
    ///
    /// - Parameters:
    ///   - endpoint: The endpoint to call.
    ///   - context: The target, the metrics and the notes of the call.
    ///   - next: Continues with the next plugin, or with an attempt after the last one. It can be called any number of
    ///     times, and throws a ``TalynError`` if the attempt fails.
    /// - Returns: The response of the call.
    /// - Throws: Any error. The caller gets an error of another type wrapped in a ``TalynError``.
    func intercept(_ endpoint: Endpoint, context: CallContext, next: @escaping Next) async throws -> Response

    /// The rest of the call, as ``intercept(_:context:next:)`` gets it.
    typealias Next = @Sendable (Endpoint) async throws -> Response
}

extension Plugin {
    public func prepare(_ request: URLRequest, context: CallContext) async throws -> URLRequest { request }

    public func willSend(_ request: PreparedRequest, context: CallContext) {}

    public func didReceive(_ result: Result<Response, TalynError>, context: CallContext) {}

    public func process(
        _ result: Result<Response, TalynError>,
        context: CallContext
    ) -> Result<Response, TalynError> {
        result
    }

    public func intercept(_ endpoint: Endpoint, context: CallContext, next: @escaping Next) async throws -> Response {
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
            self = .failure(TalynError(error))
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
}
