#if Tools
import ArgumentParser
import Foundation
import Talyn
import _TalynSupport

/// The options of uploads and downloads.
struct TransferOptions: ParsableArguments {
    @Option(
        name: [.customLong("header"), .customShort("H")],
        help: ArgumentHelp("A header field of the request, such as \"Accept: text/csv\".", valueName: "name: value")
    )
    var headerFields: [HeaderArgument] = []

    @Option(help: "The transport: \(TransportName.allNames). By default that of the platform.")
    var transport: TransportName?

    @OptionGroup var authorization: AuthorizationOptions

    /// The header fields, in the order of the command line.
    var fields: HTTPFields { HTTPFields(headerFields.map { HTTPField(name: $0.name, value: $0.value) }) }

    /// The provider of the call.
    ///
    /// - Parameter plugins: Plugins inside the retries.
    /// - Throws: The exit status. The message has been shown then.
    func provider(_ plugins: [any Plugin] = []) async throws -> Provider<FileRequest> {
        let transport = transport?.transport ?? MultiProvider().transport
        let all: [any Plugin] = [RetryPlugin()] + (try await authorization.plugins(transport)) + plugins
        return Provider(transport: transport, plugins: all)
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
