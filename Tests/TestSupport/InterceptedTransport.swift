import HTTPTypes
package import TalynCore

/// A transport whose exchanges go through a plugin, for tests of the plugin without a provider.
package struct InterceptedTransport: WrappingTransport {
    private let plugin: any ExchangeInterceptor
    package let base: any Transport

    package init(_ plugin: any ExchangeInterceptor, over base: any Transport) {
        self.plugin = plugin
        self.base = base
    }

    package func wrapping(_ base: any Transport) -> any Transport { InterceptedTransport(plugin, over: base) }

    package func send(_ request: OutgoingRequest) async throws -> TransportResponse {
        try await plugin.intercept(request) { try await base.send($0) }
    }
}
