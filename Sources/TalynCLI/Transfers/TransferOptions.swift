#if Tools
import ArgumentParser
import Foundation
import Talyn

/// The options of uploads and downloads.
struct TransferOptions: ParsableArguments {
    @Option(
        name: [.customLong("header"), .customShort("H")],
        help: ArgumentHelp("A header field of the request, such as \"Accept: text/csv\".", valueName: "name: value")
    )
    var headerFields: [HeaderArgument] = []

    @Option(help: "The transport: \(TransportName.allNames). By default that of the platform.")
    var transport: TransportName?

    /// The header fields, in the order of the command line.
    var fields: HTTPFields { HTTPFields(headerFields.map { HTTPField(name: $0.name, value: $0.value) }) }

    /// The provider of the call.
    ///
    /// - Parameter plugins: Plugins inside the retries.
    func provider(_ plugins: [any Plugin] = []) -> Provider<FileRequest> {
        Provider(transport: transport?.transport ?? DefaultTransport.shared, plugins: [RetryPlugin()] + plugins)
    }

    static func url(_ text: String) throws -> URL {
        let advice = "Give a URL such as https://example.com/file."
        guard let url = URL(reference: text), let scheme = url.scheme?.lowercased() else {
            throw ArgumentParser.ValidationError("'\(Redaction.strict.url(text))' isn't a URL. \(advice)")
        }
        guard ["http", "https"].contains(scheme) else {
            throw ArgumentParser.ValidationError("The scheme '\(scheme)' isn't supported. \(advice)")
        }
        guard url.host?.isEmpty == false else {
            throw ArgumentParser.ValidationError("'\(Redaction.strict.url(text))' has no host. \(advice)")
        }
        return url
    }
}

/// The request for the URL that the command line names.
struct FileRequest: TargetType {
    let url: URL
    var method = HTTPRequest.Method.get
    var headerFields = HTTPFields()
    var body = RequestBody.none

    var baseURL: URL { url }
    var path: RequestPath { "" }
}
#endif
