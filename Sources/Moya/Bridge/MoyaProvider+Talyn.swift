public import Foundation
public import TalynCore

extension MoyaProvider {
    /// Creates a provider whose live calls have Talyn's plugins, and perhaps a transport of Talyn's.
    ///
    /// ```swift
    /// let provider = MoyaProvider<GitHub>(plugins: [NetworkLoggerPlugin()], talynPlugins: [RetryPlugin()])
    /// ```
    ///
    /// Talyn's plugins wrap a call. For each attempt, Moya's plugins run `prepare` and `willSend`. The stubs of `stubClosure` answer without
    /// Talyn's plugins. With the trait `Alamofire`, the session sends the requests, but overridden methods of it aren't called.
    ///
    /// - Parameters:
    ///   - endpointClosure: Makes an endpoint of a target.
    ///   - requestClosure: Makes a request of an endpoint.
    ///   - stubClosure: Decides whether a stub answers a target.
    ///   - callbackQueue: The queue of the handlers.
    ///   - session: Sends the requests, if there is no other transport.
    ///   - plugins: Moya's plugins.
    ///   - trackInflights: Whether identical calls that are under way at the same time share one request.
    ///   - talynPlugins: Talyn's plugins, such as `RetryPlugin`. The first one is outermost.
    ///   - transport: Sends the requests in place of the session.
    public convenience init(
        endpointClosure: @escaping EndpointClosure = { MoyaProvider.defaultEndpointMapping(for: $0) },
        requestClosure: @escaping RequestClosure = { MoyaProvider.defaultRequestMapping(for: $0, closure: $1) },
        stubClosure: @escaping StubClosure = { MoyaProvider.neverStub($0) },
        callbackQueue: DispatchQueue? = nil,
        session: Session = MoyaProvider<Target>.defaultAlamofireSession(),
        plugins: [any PluginType] = [],
        trackInflights: Bool = false,
        talynPlugins: [any TalynCore.Plugin],
        transport: (any TalynCore.Transport)? = nil
    ) {
        self.init(
            endpointClosure: endpointClosure,
            requestClosure: requestClosure,
            stubClosure: stubClosure,
            callbackQueue: callbackQueue,
            session: session,
            plugins: plugins,
            trackInflights: trackInflights
        )
        live = LiveTransport(
            transport ?? session.talynTransport,
            session: transport == nil ? session : nil,
            // The plugins may hold calls back, and let later ones pass.
            keepsOrder: talynPlugins.isEmpty
        )
        engine = Self.engine(live, plugins: talynPlugins)
        prefersEngine = true
    }
}
