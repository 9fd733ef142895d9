import _TalynFoundation
import _TalynSupport

/// The settings of a provider, which don't depend on the type of its targets.
struct ProviderConfiguration: Sendable {
    let baseURL: URL?
    let transport: any Transport
    /// The transport, or the one below its layers, if it is a substitute. A cast for each call would take longer than most
    /// of its other parts.
    let substitute: (any SubstituteTransport)?
    /// The follow-ups around the transport.
    let followUps: FollowUpHandler
    let plugins: PluginStations
    let requestOptions: RequestOptions
    let time: TimeSource

    init(
        baseURL: URL?,
        transport: any Transport,
        plugins: [any Plugin],
        requestOptions: RequestOptions,
        time: TimeSource
    ) {
        self.baseURL = baseURL
        self.transport = transport
        substitute = transport.substitute
        self.plugins = PluginStations(plugins)
        followUps = FollowUpHandler(transport, with: self.plugins)
        self.requestOptions = requestOptions
        self.time = time
    }

    /// The settings with more plugins and other options.
    func adding(_ plugins: [any Plugin], _ options: RequestOptions) -> ProviderConfiguration {
        ProviderConfiguration(
            baseURL: baseURL,
            transport: transport,
            plugins: self.plugins.all + plugins,
            requestOptions: requestOptions.overridden(by: options),
            time: time
        )
    }

    /// The plugins and the exchanges of a call.
    ///
    /// - Parameters:
    ///   - own: Plugins of the call, inside those of the provider.
    ///   - replacement: The transport of a test, in place of the innermost one.
    func stations(
        adding own: [any Plugin],
        over replacement: (any Transport)?
    ) -> (PluginStations, FollowUpHandler) {
        let stations = own.isEmpty ? plugins : PluginStations(plugins.all, inner: own)
        if let replacement {
            return (stations, FollowUpHandler(transport.replacingBase(by: replacement), with: stations))
        }
        let haveExchanges = own.contains { $0 is any ExchangeInterceptor || $0 is any TransportPlugin }
        return (stations, haveExchanges ? FollowUpHandler(transport, with: stations, like: followUps) : followUps)
    }
}
