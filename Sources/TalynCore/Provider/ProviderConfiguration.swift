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

    /// - Parameter original: The follow-ups of another provider over the same transport, whose accepted challenges count here, too.
    init(
        baseURL: URL?,
        transport: any Transport,
        plugins: [any Plugin],
        requestOptions: RequestOptions,
        time: TimeSource,
        like original: FollowUpHandler? = nil
    ) {
        self.baseURL = baseURL
        self.transport = transport
        substitute = transport.substitute
        self.plugins = PluginStations(plugins)
        followUps = FollowUpHandler(transport, with: self.plugins, like: original)
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
            time: time,
            like: followUps
        )
    }
}
