#if Tools
import ArgumentParser
import Foundation
import Talyn

/// What uploads and downloads have in common.
struct TransferOptions: ParsableArguments {
    @Option(
        name: [.customLong("header"), .customShort("H")],
        help: ArgumentHelp("A header field of the request, such as \"Accept: text/csv\".", valueName: "name: value")
    )
    var headerFields: [HeaderArgument] = []

    @Option(help: "What carries the request: \(TransportName.allNames). By default the platform's own choice.")
    var transport: TransportName?

    /// What makes the call.
    var provider: Provider<FileRequest> {
        Provider(
            transport: transport?.transport ?? Provider<FileRequest>.defaultTransport(),
            plugins: [RetryPlugin()]
        )
    }

    static func url(_ text: String) throws -> URL {
        guard let url = URL(string: text), let scheme = url.scheme?.lowercased(), ["http", "https"].contains(scheme),
            url.host?.isEmpty == false
        else {
            let shown = Redaction.strict.url(text)
            throw ArgumentParser.ValidationError("'\(shown)' is no URL; give one such as https://example.com/file.")
        }
        return url
    }
}
#endif
