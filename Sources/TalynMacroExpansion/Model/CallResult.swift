#if Macros
import SwiftSyntax
import SwiftSyntaxBuilder

/// The result of a function that calls an endpoint, and the statement that makes the call.
struct CallResult {
    /// Sequences. The function returns them without waiting, and iterating them makes the call.
    private static let sequences: Set<String> = [
        "EventStream", "PageStream", "ResponseStream", "TransferStream", "WebSocketSession",
    ]

    private let type: TypeSyntax?
    /// Whether the name refers to another type than the framework's.
    private let isForeign: Bool

    init(_ type: TypeSyntax?, isForeign: Bool) {
        self.type = type
        self.isForeign = isForeign
    }

    /// - Parameter ownTypes: The names of the types that the declaration contains.
    init(_ type: TypeSyntax?, ownTypes: Set<String>) {
        self.init(type, isForeign: Self.isForeign(type, to: ownTypes))
    }

    /// Whether a type, or the success type of a `Result`, is another type than the framework's.
    static func isForeign(_ type: TypeSyntax?, to ownTypes: Set<String>) -> Bool {
        let value = type?.nominalName == "Result" ? type?.genericArguments.first : type
        return value?.isForeign(to: ownTypes) == true
    }

    private var name: String {
        guard let type else { return "Void" }
        if isForeign { return "" }
        let text = type.trimmedDescription
        return text == "()" ? "Void" : type.nominalName
    }

    var isSequence: Bool { Self.sequences.contains(name) }

    /// Whether a download has such a result.
    var isOfDownload: Bool { success?.isOfDownload ?? ["Response", "TransferStream", "Void"].contains(name) }

    /// The success type of a `Result` whose failure is a `TalynError`; nil for other types.
    private var success: CallResult? {
        guard type?.nominalName == "Result", let arguments = type?.genericArguments, arguments.count == 2,
            arguments[1].nominalName == "TalynError"
        else { return nil }
        return CallResult(arguments[0], isForeign: isForeign)
    }

    /// The failure type of a `Result`, if it isn't a `TalynError`. No call has such a result.
    ///
    /// - Parameter ownTypes: The names of the types that the declaration contains.
    func otherFailure(ownTypes: Set<String>) -> TypeSyntax? {
        guard let type, type.nominalName == "Result", !type.isForeign(to: ownTypes), type.genericArguments.count == 2,
            !holdsFailure
        else { return nil }
        return type.genericArguments[1]
    }

    /// Whether the function returns failures instead of throwing them.
    var holdsFailure: Bool { success != nil }

    /// The type of the value of a page, if the function returns pages; nil for other results.
    var page: CallResult? {
        guard name == "PageStream" else { return nil }
        let value = type?.genericArguments.first
        // A type of the declaration itself needs its full name, if it has the name of the framework's.
        return CallResult(value, ownTypes: [])
    }

    /// The types of the messages, if the function returns a connection or a session of a WebSocket; nil for other results.
    var conversation: Conversation? {
        if let success { return success.isSequence ? nil : success.conversation }
        guard ["WebSocketConnection", "WebSocketSession"].contains(name), let types = type?.genericArguments,
            types.count == 2
        else { return nil }
        return Conversation(incoming: types[0], outgoing: types[1], isSession: isSequence)
    }

    /// The statement that makes the call.
    func statement(of call: EndpointCall) -> String {
        guard let success else { return lines([expression(of: call)], of: call) }
        let expression = success.expression(of: call)
        let body = success.name == "Void" ? [expression, "return .success(())"] : ["return .success(\(expression))"]
        return """
            do throws(Talyn.TalynError) {
            \(success.lines(body, of: call).indented)
            } catch {
                return .failure(error)
            }
            """
    }

    /// The statement that makes the call for pages.
    func pagesStatement(of call: EndpointCall) -> String { lines([pages(of: call)], of: call) }

    private func lines(_ lines: [String], of call: EndpointCall) -> String {
        lines.located(at: isDoubtful ? call.location : nil).joined(separator: "\n")
    }

    /// Whether the type may not fit, so that the compiler reports an error.
    private var isDoubtful: Bool {
        guard let type else { return false }
        let always: Set<String> = ["Void", "Response", "ResponseStream", "TransferStream", "String", "Data"]
        return !always.contains(name) && type.trimmedDescription != "EventStream<ServerSentEvent>"
    }

    private func expression(of call: EndpointCall) -> String {
        if let destination = call.destination { return download(call.calling("download", "to: \(destination)")) }
        switch name {
        case "Void": return "_ = try await \(call.calling("request", "as: Talyn.EmptyResult.self"))"
        case "Response": return "try await \(call.calling("request"))"
        case "ResponseStream": return call.calling("stream")
        case "TransferStream": return call.calling("transfer")
        case "WebSocketConnection":
            return "try await \(call.conversing("connect", codec: conversation?.codec ?? ".json()"))"
        case "WebSocketSession": return call.conversing("session", codec: conversation?.codec ?? ".json()")
        case "PageStream": return page?.pages(of: call) ?? call.pages(as: nil)
        case "EventStream":
            let element = type?.genericArguments.first
            guard let element, element.nominalName != "ServerSentEvent" || element.isForeign(to: []) else {
                return call.calling("events")
            }
            return call.calling("events", "as: \(element.trimmedDescription).self")
        default:
            return "try await \(call.calling("request", "as: \(typeText).self"))"
        }
    }

    /// The call that gives pages of this type.
    func pages(of call: EndpointCall) -> String {
        call.pages(as: name == "Response" ? nil : typeText)
    }

    private func download(_ transfer: String) -> String {
        switch name {
        case "TransferStream": transfer
        case "Void": "_ = try await \(transfer).response()"
        default: "try await \(transfer).response()"
        }
    }

    /// The type before `.self`, in parentheses if it needs them.
    var typeText: String {
        guard let type else { return "Void" }
        let isSimple =
            type.is(IdentifierTypeSyntax.self) || type.is(MemberTypeSyntax.self) || type.is(ArrayTypeSyntax.self)
        return isSimple ? type.trimmedDescription : "(\(type.trimmedDescription))"
    }
}
#endif
