package import _TalynSupport

/// A transport that replaces the transport of a provider: it answers with stubs or a recording, or it records.
///
/// A test gives one to all its calls; see ``withSubstitute(_:clock:isolation:_:)``. A provider that already has a substitute keeps it.
public protocol SubstituteTransport: AnyObject, Transport {
    /// Whether the requests reach a server.
    var isLive: Bool { get }
}

extension Transport {
    /// The transport as a substitute, or the substitute inside it; nil without one.
    public var substitute: (any SubstituteTransport)? { first(of: (any SubstituteTransport).self) }
}

/// Sends the requests of all calls in a part of a test by another transport, whatever provider makes them.
///
/// The code under test keeps its providers. The transport replaces the innermost one of each, and those around it stay. A provider
/// that has a ``SubstituteTransport`` keeps its own. Child tasks and a `Task {}` inherit the transport, and detached tasks don't, so
/// tests can run in parallel.
///
/// ```swift
/// try await withSubstitute(recorder) {
///     let zen = try await Provider<GitHub>().request(.zen, as: String.self)
///     print(zen)
/// }
/// ```
///
/// - Parameters:
///   - transport: A ``SubstituteTransport``, or a transport around one. Any other one counts as live.
///   - clock: The clock of everything that was created without one. By default, the clock stays.
///   - isolation: The actor of `body`.
///   - body: The part of the test.
/// - Returns: The result of `body`.
/// - Throws: The error of `body`.
public func withSubstitute<Value>(
    _ transport: any Transport & AnyObject,
    clock: (any Clock<Duration>)? = nil,
    isolation: isolated (any Actor)? = #isolation,
    _ body: () async throws -> Value
) async rethrows -> Value {
    let outer = clock == nil ? TaskScope.current : nil
    let time = outer?.time ?? TimeSource(clock ?? ContinuousClock())
    let scope = TaskScope(substitute: transport, time: time, work: outer?.work)
    return try await TaskScope.$current.withValue(scope) { try await body() }
}

extension TaskScope {
    /// Answers the calls of the scope, unless a provider has a substitute itself.
    package var transport: (any Transport & AnyObject)? { substitute as? any Transport & AnyObject }
}
