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
    /// The way to the next page; nil for a call without pages.
    var pagination: Pagination?
    /// The arguments that calls over a WebSocket have besides, by their labels.
    var conversation: [String: String] = [:]
    /// The arguments for the call site, `fileID` and `line`.
    var place = Self.unknownPlace
    /// Where the compiler reports an error in the call, as arguments of `#sourceLocation`; nil for the expansion.
    var location: String?

    /// The options of a WebSocket with these subprotocols, as expressions.
    static func webSocket(_ subprotocols: String) -> String {
        "Talyn.WebSocketOptions { $0.subprotocols = \(subprotocols) }"
    }

    /// The arguments after those of the result: the options, and the call site.
    var trailing: String {
        [options.map { "options: \($0)" }, place].compactMap { $0 }.joined(separator: ", ")
    }

    /// The call of a function of the provider.
    func calling(_ function: String, _ arguments: String...) -> String {
        "\(provider).\(function)(\(([target] + arguments + [trailing]).joined(separator: ", ")))"
    }

    /// The call of a function of the provider that opens a WebSocket.
    ///
    /// - Parameter codec: The conversion of the messages, unless an argument sets another one.
    func conversing(_ function: String, codec: String) -> String {
        let arguments = conversation.merging(["codec": codec]) { own, _ in own }
        func argument(_ label: String) -> String? { arguments[label].map { "\(label): \($0)" } }
        let all = [
            target, argument("codec"), argument("webSocket"), argument("reconnection"), trailing, argument("resume"),
        ]
        return "\(provider).\(function)(\(all.compactMap { $0 }.joined(separator: ", ")))"
    }

    /// The call that gives pages. It takes no call site.
    ///
    /// - Parameter value: The type of the value of a page; nil for responses.
    func pages(as value: String?) -> String {
        let arguments = [
            "of: \(target)",
            value.map { "as: \($0).self" },
            pagination.map { "by: \($0.way)" },
            pagination?.prefetching.map { "prefetching: \($0)" },
            options.map { "options: \($0)" },
        ]
        return "\(provider).pages(\(arguments.compactMap { $0 }.joined(separator: ", ")))"
    }
}

/// The arguments of `@Paged`, as expressions.
struct Pagination {
    let way: String
    let prefetching: String?

    init?(_ attribute: Attribute?) {
        guard let attribute, let way = attribute.unlabelled.first?.trimmedDescription else { return nil }
        self.way = way
        prefetching = attribute.argument("prefetching")?.trimmedDescription
    }

    private init(way: String, prefetching: String?) {
        self.way = way
        self.prefetching = prefetching
    }

    /// The same with the name of a type instead of `Self`.
    func namingSelf(_ name: String) -> Pagination {
        Pagination(way: way.namingSelf(name), prefetching: prefetching?.namingSelf(name))
    }
}
#endif
