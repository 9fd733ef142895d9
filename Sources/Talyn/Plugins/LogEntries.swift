import Foundation
import HTTPTypes

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// What a ``NetworkLoggerPlugin`` writes of a request or of how it ended.
struct LogEntries: Sendable {
    let configuration: NetworkLoggerPlugin.Configuration
    let target: any TargetType

    private var options: NetworkLoggerPlugin.Configuration.LogOptions { configuration.logOptions }
    private var redaction: Redaction { configuration.redaction }

    func command(_ command: String) -> [String] {
        [entry("Request", command)]
    }

    func request(_ request: any RequestType) -> [String] {
        guard let urlRequest = request.request else { return [entry("Request", "(invalid request)")] }
        var entries = [entry("Request", redaction.url(urlRequest.url?.absoluteString ?? "(no URL)"))]
        if options.contains(.requestHeaders) {
            let fields = urlRequest.headerFields(with: request.sessionHeaders)
            entries.append(entry("Request Headers", text(redaction.headerFields(fields))))
        }
        if options.contains(.requestBody), let body = urlRequest.httpBody {
            let contentType = urlRequest.value(forHTTPHeaderField: "Content-Type")
            let text = text(body, contentType, configuration.formatter.requestData)
            entries.append(entry("Request Body", text))
        }
        if options.contains(.requestMethod), let method = urlRequest.httpMethod {
            entries.append(entry("HTTP Request Method", method))
        }
        return entries
    }

    func response(_ response: Response, isError: Bool) -> [String] {
        let url = response.url.map { " " + redaction.url($0.absoluteString) } ?? ""
        let fields = text(redaction.headerFields(response.headerFields.combined))
        var entries = [entry("Response", "\(response.statusCode)\(url) \(fields)")]
        if options.contains(isError ? .errorResponseBody : .successResponseBody) {
            let contentType = response.headerFields[.contentType]
            // A file is not read for it: it may be of any size.
            let body =
                response.fileURL == nil
                ? text(response.data, contentType, configuration.formatter.responseData)
                : "\(response.length) bytes, in a file"
            entries.append(entry("Response Body", body))
        }
        return entries
    }

    func error(_ error: TalynError) -> [String] {
        let entries = error.response.map { response($0, isError: true) } ?? []
        // What a target's case holds may be secret, such as the password of a sign-in.
        let name = redaction.isOff ? "\(target)" : "\(type(of: target))"
        return entries + [entry("Error", "\(name): \(error.description)")]
    }

    private func entry(_ identifier: String, _ message: String) -> String {
        configuration.formatter.entry(identifier, message, target)
    }

    private func text(_ body: Data, _ contentType: String?, _ formatter: (Data) -> String) -> String {
        redaction.body(body, contentType: contentType).map(formatter) ?? Redaction.length(of: body)
    }

    private func text(_ fields: [String: String]) -> String {
        fields.isEmpty
            ? "[:]"
            : "[\(fields.sorted { $0.key < $1.key }.map { "\"\($0.key)\": \"\($0.value)\"" }.joined(separator: ", "))]"
    }
}
