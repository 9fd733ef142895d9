/// Writes requests and responses to a log, without their secrets.
///
/// ```swift
/// let logger = NetworkLoggerPlugin(configuration: .init(logOptions: .verbose))
/// let provider = Provider<API>(plugins: [logger])
/// ```
///
/// What is written of each attempt, and how, is a matter of its ``configuration``. Put it last among the plugins to see
/// the request as all of them have left it.
public final class NetworkLoggerPlugin: Plugin {
    private let box: Locked<Configuration>

    /// What is written, and how; may be changed at any time.
    public var configuration: Configuration {
        get { box.withLock { $0 } }
        set { box.withLock { $0 = newValue } }
    }

    /// Creates a logger.
    public init(configuration: Configuration = Configuration()) {
        box = Locked(configuration)
    }

    public func willSend(_ request: any RequestType, target: any TargetType) {
        let configuration = configuration
        let entries = LogEntries(configuration: configuration, target: target)
        guard configuration.logOptions.contains(.formatRequestAscURL) else {
            return configuration.output(target, entries.request(request))
        }
        if let request = request as? PreparedRequest {
            configuration.output(target, entries.command(request.cURLCommand(redaction: configuration.redaction)))
        } else {
            request.cURLDescription { configuration.output(target, entries.command($0)) }
        }
    }

    public func didReceive(_ result: Result<Response, TalynError>, target: any TargetType) {
        let configuration = configuration
        let entries = LogEntries(configuration: configuration, target: target)
        switch result {
        case .success(let response): configuration.output(target, entries.response(response, isError: false))
        case .failure(let error): configuration.output(target, entries.error(error))
        }
    }
}
