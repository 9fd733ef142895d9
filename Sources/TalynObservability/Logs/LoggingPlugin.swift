#if Logging
public import Logging
public import TalynCore
public import TalynPlugins

/// Logs one line for each call, with structured metadata.
///
/// ```swift
/// let github = Provider<GitHub>(plugins: [LoggingPlugin()])
/// ```
///
/// A success is logged at `debug`, and a failure at `info`. A cancelled call is no failure. URLs have the template of the
/// target's path, and errors have no secrets.
/// For header fields and bodies, see ``/Talyn/NetworkLoggerPlugin``.
public struct LoggingPlugin: CallObserver {
    private let givenLogger: Logger?
    private let failureLevel: Logger.Level
    private let redaction: Redaction

    /// Creates a plugin.
    ///
    /// - Parameters:
    ///   - logger: The logger; nil for the one of the task, `Logger.current`.
    ///   - failureLevel: The level of failed calls.
    ///   - redaction: Masks the URLs.
    public init(logger: Logger? = nil, failureLevel: Logger.Level = .info, redaction: Redaction = .default) {
        givenLogger = logger
        self.failureLevel = failureLevel
        self.redaction = redaction
    }

    public func didEnd(_ result: Result<Response, TalynError>, context: CallContext) {
        let logger = givenLogger ?? Logger.current
        switch result {
        case .success(let response):
            guard logger.logLevel <= .debug else { return }
            logger.debug("call succeeded", metadata: metadata(context, statusCode: response.statusCode))
        case .failure(let error):
            let level: Logger.Level = error.isCancelled ? .debug : failureLevel
            guard logger.logLevel <= level else { return }
            var values = metadata(context, statusCode: error.response?.statusCode)
            values["error"] = "\(error)"
            values["error.type"] = ExchangeError.type(of: error).map { "\($0)" }
            logger.log(level: level, error.isCancelled ? "call was cancelled" : "call failed", metadata: values)
        }
    }

    private func metadata(_ context: CallContext, statusCode: Int?) -> Logger.Metadata {
        let (endpoint, metrics) = (context.endpoint, context.metrics)
        let redaction = redaction.masking(context.secretNames)
        var values: Logger.Metadata = [
            "http.request.method": "\(endpoint.method.rawValue)",
            "url.full": "\(ExchangeAttributes.url(endpoint.concealingPath(in: endpoint.url), by: redaction))",
            "target": "\(context.target.targetName)",
            "duration": "\(metrics.duration / .seconds(1))",
            "attempts": "\(metrics.attempts.count)",
        ]
        if let template = endpoint.knownPathTemplate { values["url.template"] = "\(template)" }
        if let statusCode { values["http.response.status_code"] = "\(statusCode)" }
        return values
    }
}

extension NetworkLoggerPlugin {
    /// Creates a logger that writes each entry to swift-log.
    ///
    /// - Parameters:
    ///   - level: The amount of detail.
    ///   - logger: The logger; nil for the one of the task, `Logger.current`.
    ///   - logLevel: The level of the entries.
    ///   - redaction: The values to mask.
    public init(
        _ level: Level = .headerFields,
        to logger: Logger?,
        at logLevel: Logger.Level = .debug,
        redaction: Redaction = .default
    ) {
        self.init(
            level,
            redaction: redaction,
            output: { target, entries in
                let logger = logger ?? Logger.current
                for entry in entries {
                    logger.log(level: logLevel, "\(entry)", metadata: ["target": "\(target.targetName)"])
                }
            },
            formatEntry: { label, text, _ in "\(label): \(text)" }
        )
    }
}
#endif
