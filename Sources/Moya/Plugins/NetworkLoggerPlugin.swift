import Foundation
import TalynCore

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Writes requests and responses to a log, without their secrets.
///
/// It masks the values of header fields and parameters that have the names of secrets, in URLs, header fields and bodies. Formatters
/// of the app receive bodies as they are.
public final class NetworkLoggerPlugin {
    /// The content and the format of the log.
    public var configuration: Configuration

    /// Creates a logger.
    public init(configuration: Configuration = Configuration()) {
        self.configuration = configuration
    }

    /// A logger of methods and header fields.
    public class var `default`: NetworkLoggerPlugin {
        NetworkLoggerPlugin(configuration: Configuration(logOptions: .default))
    }

    /// A logger of methods, header fields and bodies.
    public class var verbose: NetworkLoggerPlugin {
        NetworkLoggerPlugin(configuration: Configuration(logOptions: .verbose))
    }
}

extension NetworkLoggerPlugin: PluginType {
    public func willSend(_ request: any RequestType, target: any TargetType) {
        let configuration = configuration
        guard configuration.logOptions.contains(.formatRequestAscURL) else {
            return configuration.output(target, entries(of: request, target: target))
        }
        _ = request.cURLDescription { command in
            configuration.output(target, [configuration.formatter.entry("Request", command, target)])
        }
    }

    public func didReceive(_ result: Result<Moya.Response, MoyaError>, target: any TargetType) {
        switch result {
        case .success(let response):
            configuration.output(target, entries(of: response, isError: false, target: target))
        case .failure(let error):
            let items =
                error.response.map { entries(of: $0, isError: true, target: target) }
                ?? [entry("Error", "Error calling \(masked(target)) : \(masked(error))", target)]
            configuration.output(target, items)
        }
    }
}

extension NetworkLoggerPlugin {
    private func entry(_ identifier: String, _ message: String, _ target: any TargetType) -> String {
        configuration.formatter.entry(identifier, message, target)
    }

    private func masked(_ value: Any) -> String { Redaction.default.masked("\(value)") }

    private func entries(of request: any RequestType, target: any TargetType) -> [String] {
        guard let urlRequest = request.request else { return [entry("Request", "(invalid request)", target)] }
        let options = configuration.logOptions
        var entries = [entry("Request", Redaction.default.url(urlRequest.description), target)]
        if options.contains(.requestHeaders) {
            let fields = request.sessionHeaders.merging(urlRequest.allHTTPHeaderFields ?? [:]) { _, own in own }
            entries.append(entry("Request Headers", Redaction.default.headerFields(fields).description, target))
        }
        if options.contains(.requestBody) {
            if let stream = urlRequest.httpBodyStream {
                entries.append(entry("Request Body Stream", stream.description, target))
            }
            if let body = urlRequest.httpBody {
                let text = configuration.formatter.text(
                    ofRequestBody: body,
                    type: urlRequest.value(forHTTPHeaderField: "Content-Type")
                )
                entries.append(entry("Request Body", text, target))
            }
        }
        if options.contains(.requestMethod), let method = urlRequest.httpMethod {
            entries.append(entry("HTTP Request Method", method, target))
        }
        return entries
    }

    private func entries(of response: Response, isError: Bool, target: any TargetType) -> [String] {
        var entries: [String] = []
        let redaction = Redaction.default.masking(secretsOf: response.request)
        if let head = response.response {
            entries.append(entry("Response", redaction.masked(head), target))
        } else {
            entries.append(entry("Response", "Received empty network response for \(masked(target)).", target))
        }
        if configuration.logOptions.contains(isError ? .errorResponseBody : .successResponseBody) {
            let type = response.response?.value(forHTTPHeaderField: "Content-Type")
            let text = configuration.formatter.text(ofResponseBody: response.data, type: type, redaction)
            entries.append(entry("Response Body", text, target))
        }
        return entries
    }
}

extension Redaction {
    /// The description of a response, without the secrets of its URL and its header fields.
    fileprivate func masked(_ head: HTTPURLResponse) -> String {
        let fields = head.allHeaderFields as? [String: String] ?? [:]
        let url = head.url?.absoluteString ?? ""
        // `Access-Control-Allow-Credentials` is no secret.
        let open = fields.filter { $0.key.lowercased().hasPrefix("access-control-") }
        let shown = (fields: headerFields(fields).merging(open) { _, open in open }, url: self.url(url))
        if shown.fields == fields, shown.url == url { return head.description }
        guard let maskedURL = URL(string: shown.url) ?? head.url?.host.flatMap({ URL(string: "https://\($0)") }),
            let masked = HTTPURLResponse(
                url: maskedURL,
                statusCode: head.statusCode,
                httpVersion: "HTTP/1.1",
                headerFields: shown.fields
            )
        else { return "Status code \(head.statusCode)" }
        return masked.description
    }
}
