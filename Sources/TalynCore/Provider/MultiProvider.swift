public import _TalynFoundation
import _TalynSupport

/// Calls targets of any type.
///
/// ```swift
/// let api = MultiProvider()
/// let zen = try await api.request(GitHub.zen, as: String.self)
/// let account = try await api.request(FindAccount(name: "ada"))
/// let repositories = api.provider(for: GitHub.self).pages(of: .repositories(of: "ada"), as: [Repository].self)
/// ```
public final class MultiProvider: Sendable {
    let configuration: ProviderConfiguration

    /// Creates a provider; see ``Provider/init(baseURL:transport:plugins:requestOptions:clock:)``.
    public init(
        baseURL: URL? = nil,
        transport: any Transport,
        plugins: [any Plugin] = [],
        requestOptions: RequestOptions = RequestOptions(),
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        configuration = ProviderConfiguration(
            baseURL: baseURL,
            transport: transport,
            plugins: plugins,
            requestOptions: requestOptions,
            time: TimeSource(clock)
        )
    }

    init(configuration: ProviderConfiguration) {
        self.configuration = configuration
    }

    /// A provider with the same base URL, transport and clock, and with more plugins or other options; see
    /// ``Provider/adding(plugins:requestOptions:)``.
    public func adding(
        plugins: [any Plugin] = [],
        requestOptions: RequestOptions = RequestOptions()
    ) -> MultiProvider {
        MultiProvider(configuration: configuration.adding(plugins, requestOptions))
    }

    /// The transport, for example to record its calls.
    public var transport: any Transport { configuration.transport }

    /// A provider of one type of targets, with the same transport, plugins and options.
    public func provider<Target: TargetType>(for type: Target.Type) -> Provider<Target> {
        Provider<Target>(configuration: configuration)
    }

    /// Calls a target, as a ``Provider`` does.
    public func request<Target: TargetType>(
        _ target: Target,
        options: RequestOptions = RequestOptions(),
        fileID: StaticString = #fileID,
        line: Int = #line
    ) async throws(TalynError) -> Response {
        try await provider(for: Target.self).request(target, options: options, fileID: fileID, line: line)
    }

    /// Calls a target and returns its result; see ``DecodableTargetType``.
    public func request<Target: DecodableTargetType>(
        _ target: Target,
        options: RequestOptions = RequestOptions(),
        fileID: StaticString = #fileID,
        line: Int = #line
    ) async throws(TalynError) -> Target.ResultType {
        try await provider(for: Target.self).request(target, options: options, fileID: fileID, line: line)
    }

    /// Calls a target and decodes its response; see ``Provider/request(_:as:atKeyPath:using:options:fileID:line:)``.
    public func request<Value: Decodable & Sendable, Target: TargetType>(
        _ target: Target,
        as type: Value.Type,
        atKeyPath keyPath: String? = nil,
        using decoder: JSONDecoder? = nil,
        options: RequestOptions = RequestOptions(),
        fileID: StaticString = #fileID,
        line: Int = #line
    ) async throws(TalynError) -> Value {
        try await provider(for: Target.self).request(
            target,
            as: type,
            atKeyPath: keyPath,
            using: decoder,
            options: options,
            fileID: fileID,
            line: line
        )
    }
}
