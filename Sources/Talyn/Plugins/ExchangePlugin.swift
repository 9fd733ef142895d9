import HTTPTypes

/// A plugin that wraps each exchange with a server.
///
/// A call can have several exchanges: its attempts, and the redirects and challenges of each. A cache that answers makes no exchange.
package protocol ExchangePlugin: Plugin {
    /// Hears of the connections of the transport, if it reports them.
    var connectionObserver: (any ConnectionObserver)? { get }

    /// Sends the request of an exchange, or changes it first.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - next: Continues with the next plugin, or with the transport after the last one.
    func exchange(
        _ request: TransportRequest,
        next: @Sendable (TransportRequest) async throws -> TransportResponse
    ) async throws -> TransportResponse
}

extension ExchangePlugin {
    package var connectionObserver: (any ConnectionObserver)? { nil }
}

/// A plugin that also wraps the look-ups in a cache.
package protocol LookUpPlugin: ExchangePlugin {
    /// Sends the request to a cache, which answers it or makes an exchange. The last `Cache-Status` of the response is the
    /// cache's own (RFC 9211).
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - next: Continues with the next plugin, or with the cache after the last one.
    func lookUp(
        _ request: TransportRequest,
        next: @Sendable (TransportRequest) async throws -> TransportResponse
    ) async throws -> TransportResponse
}

/// A transport that answers some requests itself, such as a cache, and sends the others through another transport.
package protocol TransportLayer: Transport {
    /// The other transport.
    var transport: any Transport { get }

    /// The layer over a change of the other transport.
    func changing(_ change: (any Transport) -> any Transport) -> any Transport
}

/// A transport whose requests plugins wrap. The first plugin is outermost.
struct ObservedTransport: Transport {
    private typealias Next = @Sendable (TransportRequest) async throws -> TransportResponse
    private typealias Wrapper = @Sendable (TransportRequest, Next) async throws -> TransportResponse

    private let transport: any Transport
    private let wrappers: [Wrapper]

    /// The transport with the exchange plugins among plugins around its exchanges, and the look-up plugins around its cache;
    /// without such plugins, the transport itself.
    static func make(_ transport: any Transport, _ plugins: [any Plugin]) -> any Transport {
        let plugins = plugins.compactMap { $0 as? any ExchangePlugin }
        return plugins.isEmpty ? transport : make(transport, observedBy: plugins)
    }

    private static func make(_ transport: any Transport, observedBy plugins: [any ExchangePlugin]) -> any Transport {
        if let layer = transport as? any TransportLayer {
            let layer = layer.changing { make($0, observedBy: plugins) }
            let plugins = plugins.compactMap { $0 as? any LookUpPlugin }
            guard !plugins.isEmpty else { return layer }
            return ObservedTransport(transport: layer, wrappers: plugins.map { $0.lookUp(_:next:) })
        }
        if let reporting = transport as? any ConnectionReporting {
            for observer in plugins.compactMap(\.connectionObserver) { reporting.connectionObservers.add(observer) }
        }
        return ObservedTransport(transport: transport, wrappers: plugins.map { $0.exchange(_:next:) })
    }

    var defaultHeaderFields: HTTPFields { transport.defaultHeaderFields }

    func send(_ request: TransportRequest) async throws -> TransportResponse {
        try await send(request, from: 0)
    }

    private func send(_ request: TransportRequest, from index: Int) async throws -> TransportResponse {
        guard index < wrappers.count else { return try await transport.sendNamingLimits(request) }
        return try await wrappers[index](request) { try await send($0, from: index + 1) }
    }
}
