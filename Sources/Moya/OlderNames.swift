// The spellings of Moya 11 to 13 that differ from those of 14 and 15.

@available(*, deprecated, renamed: "Session")
public typealias Manager = Session

extension Provider {
    @available(
        *,
        deprecated,
        renamed: "init(endpointClosure:requestClosure:stubClosure:callbackQueue:session:plugins:trackInflights:)"
    )
    @preconcurrency
    public convenience init(
        endpointClosure: @escaping EndpointClosure = Provider.defaultEndpointMapping,
        requestClosure: @escaping RequestClosure = Provider.defaultRequestMapping,
        stubClosure: @escaping StubClosure = Provider.neverStub,
        callbackQueue: DispatchQueue? = nil,
        manager: Session,
        plugins: [any Plugin] = [],
        trackInflights: Bool = false
    ) {
        self.init(
            endpointClosure: endpointClosure,
            requestClosure: requestClosure,
            stubClosure: stubClosure,
            callbackQueue: callbackQueue,
            session: manager,
            plugins: plugins,
            trackInflights: trackInflights
        )
    }

    @available(*, deprecated, renamed: "defaultAlamofireSession")
    public final class func defaultAlamofireManager() -> Session { defaultAlamofireSession() }
}

extension NetworkLoggerPlugin {
    @available(*, deprecated, renamed: "init(configuration:)")
    @preconcurrency
    public convenience init(
        verbose: Bool,
        cURL: Bool = false,
        requestDataFormatter: (@Sendable (Data) -> String)? = nil,
        responseDataFormatter: (@Sendable (Data) -> Data)? = nil
    ) {
        var configuration = Configuration(logOptions: verbose ? .verbose : .default)
        if cURL { configuration.logOptions.insert(.formatRequestAscURL) }
        if let requestDataFormatter { configuration.formatter.requestData = requestDataFormatter }
        if let responseDataFormatter {
            configuration.formatter.responseData = { String(decoding: responseDataFormatter($0), as: UTF8.self) }
        }
        self.init(configuration: configuration)
    }
}

extension AccessTokenPlugin {
    @available(
        *,
        deprecated,
        message: "Take the target: Moya 15 hands it to the closure in place of its authorizationType."
    )
    @_disfavoredOverload
    @preconcurrency
    public init(tokenClosure: @escaping @Sendable (AuthorizationType) -> String) {
        self.init { target -> String in
            (target as? any AccessTokenAuthorizable)?.authorizationType.map { tokenClosure($0) } ?? ""
        }
    }
}
