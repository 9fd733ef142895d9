#if Macros
import SwiftSyntax

/// The parts of a call, as expressions.
struct EndpointCall {
    /// The argument for an unknown call site.
    static let unknownPlace = "line: 0"

    let target: String
    let provider: String
    /// The destination of a download; nil for other calls.
    var destination: String?
    /// The options of the call; nil without any.
    var options: String?
    /// The arguments for the call site, `fileID` and `line`.
    var place = Self.unknownPlace

    /// The arguments after those of the result: the options, and the call site.
    var trailing: String {
        [options.map { "options: \($0)" }, place].compactMap { $0 }.joined(separator: ", ")
    }

    /// The call of a function of the provider.
    func calling(_ function: String, _ arguments: String...) -> String {
        "\(provider).\(function)(\(([target] + arguments + [trailing]).joined(separator: ", ")))"
    }
}
#endif
