extension Provider {
    /// A provider with the same base URL, transport and clock, and with more plugins or other options.
    ///
    /// ```swift
    /// let patient = github.adding(plugins: [RetryPlugin()])
    /// ```
    ///
    /// - Parameters:
    ///   - plugins: Plugins inside those of this provider.
    ///   - requestOptions: Options that replace those of this provider.
    public func adding(
        plugins: [any Plugin] = [],
        requestOptions: RequestOptions = RequestOptions()
    ) -> Provider<Target> {
        Provider(configuration: configuration.adding(plugins, requestOptions))
    }
}

extension MultiProvider {
    /// A provider with the same base URL, transport and clock, and with more plugins or other options; see
    /// ``Provider/adding(plugins:requestOptions:)``.
    public func adding(
        plugins: [any Plugin] = [],
        requestOptions: RequestOptions = RequestOptions()
    ) -> MultiProvider {
        MultiProvider(configuration: configuration.adding(plugins, requestOptions))
    }
}

extension ProviderConfiguration {
    fileprivate func adding(_ plugins: [any Plugin], _ options: RequestOptions) -> ProviderConfiguration {
        ProviderConfiguration(
            baseURL: baseURL,
            transport: transport,
            plugins: self.plugins.all + plugins,
            requestOptions: requestOptions.overridden(by: options),
            time: time
        )
    }
}
