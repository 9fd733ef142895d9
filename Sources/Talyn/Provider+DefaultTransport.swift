public import TalynCore
public import _TalynFoundation

extension Provider {
    /// Creates a provider with the default transport: AsyncHTTPClient on Linux and URLSession on Apple platforms, shared by
    /// all providers.
    ///
    /// On Linux without the trait `AsyncHTTPClient`, the default fails every call.
    ///
    /// - Parameters:
    ///   - baseURL: A base URL that replaces those of all targets, such as the one of a staging server.
    ///   - plugins: Behaviour that is added to every call. The first plugin is outermost.
    ///   - requestOptions: Options of every call. Those of the target and of the call replace them.
    ///   - clock: The clock of deadlines, delays and metrics.
    public convenience init(
        baseURL: URL? = nil,
        plugins: [any Plugin] = [],
        requestOptions: RequestOptions = RequestOptions(),
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.init(
            baseURL: baseURL,
            transport: DefaultTransport.shared,
            plugins: plugins,
            requestOptions: requestOptions,
            clock: clock
        )
    }
}

extension MultiProvider {
    /// Creates a provider with the default transport; see ``Provider/init(baseURL:plugins:requestOptions:clock:)``.
    public convenience init(
        baseURL: URL? = nil,
        plugins: [any Plugin] = [],
        requestOptions: RequestOptions = RequestOptions(),
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.init(
            baseURL: baseURL,
            transport: DefaultTransport.shared,
            plugins: plugins,
            requestOptions: requestOptions,
            clock: clock
        )
    }
}
