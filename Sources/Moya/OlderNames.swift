// The spellings of Moya 13 and 14 that differ from those of 15.

public import Foundation

#if Alamofire
public import Alamofire
#endif

/// The name of `Session` in Moya 13.
@available(*, deprecated, renamed: "Session")
public typealias Manager = Session

extension Session {
    /// The header fields of a session without a configuration of its own, by their name in Moya 13.
    @available(*, deprecated, message: "Set the headers of a configuration to .default.")
    public static var defaultHTTPHeaders: [String: String] { URLSessionConfiguration.af.default.headers.dictionary }
}

extension MoyaProvider {
    /// Creates a provider, with the names of Moya 13.
    @available(
        *,
        deprecated,
        renamed: "init(endpointClosure:requestClosure:stubClosure:callbackQueue:session:plugins:trackInflights:)"
    )
    public convenience init(
        endpointClosure: @escaping EndpointClosure = { MoyaProvider.defaultEndpointMapping(for: $0) },
        requestClosure: @escaping RequestClosure = { MoyaProvider.defaultRequestMapping(for: $0, closure: $1) },
        stubClosure: @escaping StubClosure = { MoyaProvider.neverStub($0) },
        callbackQueue: DispatchQueue? = nil,
        manager: Session,
        plugins: [any PluginType] = [],
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

    /// The default session, by its name in Moya 13.
    @available(*, deprecated, renamed: "defaultAlamofireSession")
    public final class func defaultAlamofireManager() -> Session { defaultAlamofireSession() }
}

extension NetworkLoggerPlugin {
    /// Creates a logger, with the options of Moya 13.
    ///
    /// - Parameters:
    ///   - verbose: Whether bodies are logged, too.
    ///   - cURL: Whether requests are logged as curl commands.
    ///   - output: Writes an entry. It is called for each entry. By default, entries are printed.
    ///   - requestDataFormatter: Makes text of the body of a request.
    ///   - responseDataFormatter: Changes the body of a response before it becomes text.
    @available(*, deprecated, renamed: "init(configuration:)")
    @_disfavoredOverload
    @preconcurrency
    public convenience init(
        verbose: Bool = false,
        cURL: Bool = false,
        output: sending ((_ separator: String, _ terminator: String, _ items: Any...) -> Void)? = nil,
        requestDataFormatter: sending ((Data) -> String)? = nil,
        responseDataFormatter: sending ((Data) -> Data)? = nil
    ) {
        var configuration = Configuration(logOptions: verbose ? .verbose : .default)
        if cURL { configuration.logOptions.insert(.formatRequestAscURL) }
        if let output { configuration.output = { _, items in for item in items { output(", ", "\n", item) } } }
        if let requestDataFormatter { configuration.formatter.requestData = requestDataFormatter }
        if let responseDataFormatter {
            configuration.formatter.responseData = { String(decoding: responseDataFormatter($0), as: UTF8.self) }
        }
        self.init(configuration: configuration)
    }
}

extension AccessTokenPlugin {
    /// Creates a plugin whose closure gets the authorization type of a target, as in Moya 14.
    ///
    /// - Parameter tokenClosure: Returns the token for an authorization type.
    @available(
        *,
        deprecated,
        message: "Take the target: Moya 15 gives it to the closure in place of its authorizationType."
    )
    @_disfavoredOverload
    @preconcurrency
    public init(tokenClosure: sending @escaping (AuthorizationType) -> String) {
        self.init { target -> String in
            (target as? any AccessTokenAuthorizable)?.authorizationType.map { tokenClosure($0) } ?? ""
        }
    }

    /// Creates a plugin with one token for all targets, as in Moya 13.
    ///
    /// - Parameter tokenClosure: Returns the token.
    @available(*, deprecated, message: "Take the target: Moya 15 gives it to the closure.")
    @_disfavoredOverload
    @preconcurrency
    public init(tokenClosure: sending @escaping () -> String) {
        self.init { (_: any TargetType) -> String in tokenClosure() }
    }
}
