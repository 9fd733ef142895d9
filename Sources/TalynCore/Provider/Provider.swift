public import _TalynFoundation
import _TalynSupport

/// Calls the endpoints that a target type describes.
///
/// ```swift
/// let github = Provider<GitHub>()
/// let zen = try await github.request(.zen, as: String.self)
/// let ada = try await github.request(.user("ada"), as: User.self)
/// ```
///
/// Stubbed and live calls run the same code. The target becomes an ``Endpoint``, and the endpoint an
/// ``OutgoingRequest``. Plugins change the request, and the transport sends it. The target validates the response.
public final class Provider<Target: TargetType>: Sendable {
    let configuration: ProviderConfiguration

    /// Creates a provider.
    ///
    /// - Parameters:
    ///   - baseURL: A base URL that replaces those of all targets, such as the one of a staging server.
    ///   - transport: The transport. With the module Talyn, it can be left out.
    ///   - plugins: Behaviour that is added to every call. The first plugin is outermost.
    ///   - requestOptions: Options of every call. Those of the target and of the call replace them.
    ///   - clock: The clock of deadlines, delays and metrics.
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

    /// The transport, for example to record its calls.
    public var transport: any Transport { configuration.transport }

    /// The clock of the provider, or the virtual one of a test.
    public var clock: any Clock<Duration> { configuration.time.clock }

    /// The options of a call: those of the provider, of the target and of the call together.
    public func options(of target: Target, _ options: RequestOptions) -> RequestOptions {
        configuration.requestOptions.overridden(by: target.requestOptions).overridden(by: options)
    }

    /// Calls a target.
    ///
    /// Cancelling the task cancels the call: its error's ``TalynError/isCancelled`` is true.
    ///
    /// - Parameters:
    ///   - target: The target.
    ///   - options: Options that replace those of the target.
    ///   - fileID: The file of the call, for a test to fail there.
    ///   - line: The line of the call.
    /// - Throws: ``TalynError``, also for a status that the target's ``TargetType/validation`` doesn't accept.
    public func request(
        _ target: Target,
        options: RequestOptions = RequestOptions(),
        fileID: StaticString = #fileID,
        line: Int = #line
    ) async throws(TalynError) -> Response {
        try await request(target, options: options, setup: CallSetup(callSite: CallSite(fileID: fileID, line: line)))
    }

    /// Calls a target and decodes the JSON of its response, or the payload of the target's ``TargetType/envelope``.
    ///
    /// An empty body is nil for an optional, and an ``EmptyResult``.
    ///
    /// - Parameters:
    ///   - target: The target.
    ///   - type: The type to decode.
    ///   - keyPath: The place of the value in the JSON; see ``Response/decode(_:atKeyPath:using:failsOnEmptyData:)``.
    ///   - decoder: The decoder. By default the one of the target's ``TargetType/coding``.
    ///   - options: Options that replace those of the target.
    ///   - fileID: The file of the call, for a test to fail there.
    ///   - line: The line of the call.
    /// - Throws: ``TalynError``.
    public func request<Value: Decodable & Sendable>(
        _ target: Target,
        as type: Value.Type,
        atKeyPath keyPath: String? = nil,
        using decoder: JSONDecoder? = nil,
        options: RequestOptions = RequestOptions(),
        fileID: StaticString = #fileID,
        line: Int = #line
    ) async throws(TalynError) -> Value {
        let setup = CallSetup(callSite: CallSite(fileID: fileID, line: line))
        return try await offActor { () async throws(TalynError) in
            try await self.call(target, options, setup).response()
                .decode(type, for: target, atKeyPath: keyPath, using: decoder)
        }
    }
}

extension Provider where Target: DecodableTargetType {
    /// Calls a target and returns its result.
    ///
    /// For the response itself, name its type:
    ///
    /// ```swift
    /// let response: Response = try await accounts.request(FindAccount(name: "ada"))
    /// ```
    ///
    /// - Parameters:
    ///   - target: The target.
    ///   - options: Options that replace those of the target.
    ///   - fileID: The file of the call, for a test to fail there.
    ///   - line: The line of the call.
    /// - Throws: ``TalynError``.
    public func request(
        _ target: Target,
        options: RequestOptions = RequestOptions(),
        fileID: StaticString = #fileID,
        line: Int = #line
    ) async throws(TalynError) -> Target.ResultType {
        let setup = CallSetup(callSite: CallSite(fileID: fileID, line: line))
        return try await offActor { () async throws(TalynError) in
            try target.result(of: try await self.call(target, options, setup).response())
        }
    }
}

extension Provider {
    /// A call of a target, ready to run.
    ///
    /// - Parameters:
    ///   - target: The target.
    ///   - options: The options of the call.
    ///   - setup: The receiver of the body, plugins of the call, and more.
    /// - Throws: The error of the target's own check, or of a target that makes no endpoint.
    func call(
        _ target: Target,
        _ options: RequestOptions,
        _ setup: CallSetup
    ) throws(TalynError) -> Call {
        let options = self.options(of: target, options)
        let base: String
        var endpoint: Endpoint
        do {
            try target.checkBeforeSending()
            base = (configuration.baseURL ?? target.baseURL).absoluteString.withHTTPScheme
            endpoint = try Endpoint(target, at: base, options)
            try setup.changeEndpoint?(&endpoint)
        } catch {
            throw TalynError(error).with(target)
        }
        // A test replaces the transport to the server. The transports around it stay.
        let scope = TaskScope.current
        let replacement = configuration.substitute == nil ? scope?.transport : nil
        let isStubbed = (configuration.substitute ?? replacement?.substitute)?.isLive == false
        let plugins = setup.plugins
        let stations =
            plugins.isEmpty ? configuration.plugins : PluginStations(configuration.plugins.all, inner: plugins)
        var followUps = configuration.followUps
        if let replacement {
            followUps = FollowUpHandler(configuration.transport.replacingBase(by: replacement), with: stations)
        } else if plugins.contains(where: { $0 is any ExchangeInterceptor || $0 is any TransportPlugin }) {
            followUps = FollowUpHandler(
                configuration.transport,
                with: stations,
                sharingChallengesOf: followUps,
                reportsConnections: false
            )
        }
        let context = CallContext(
            target: target,
            endpoint: endpoint,
            credentialOrigins: CredentialOrigins(baseURL: base, trusted: setup.trustedOrigins),
            setup: setup,
            providerID: ObjectIdentifier(configuration.followUps),
            stations: stations,
            transport: followUps.transport,
            time: configuration.time.in(scope),
            isStubbed: isStubbed
        )
        if !isStubbed { try LiveCalls.check(context) }
        return Call(context, by: followUps, to: setup.receiver)
    }
}

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
        sharingChallengesOf original: FollowUpHandler? = nil
    ) {
        self.baseURL = baseURL
        self.transport = transport
        substitute = transport.substitute
        self.plugins = PluginStations(plugins)
        followUps = FollowUpHandler(transport, with: self.plugins, sharingChallengesOf: original)
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
            sharingChallengesOf: followUps
        )
    }
}
