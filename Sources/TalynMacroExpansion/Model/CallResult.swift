#if Macros
import SwiftSyntax
import SwiftSyntaxBuilder

/// The result of a function that calls an endpoint, and the statement that makes the call.
struct CallResult {
    /// Sequences. The function returns them without waiting, and iterating them makes the call.
    private static let sequences: Set<String> = ["EventStream", "ResponseStream", "TransferStream"]

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

    private var text: String { type?.trimmedDescription ?? "Void" }

    var isSequence: Bool { Self.sequences.contains(name) }

    /// Whether a download has such a result.
    var isOfDownload: Bool { success?.isOfDownload ?? ["Response", "TransferStream", "Void"].contains(name) }

    /// The argument for an unknown call site.
    static let unknownPlace = "line: 0"

    /// The success type of a `Result` whose failure is a `TalynError`; nil for other types.
    private var success: CallResult? {
        guard type?.nominalName == "Result", let arguments = type?.genericArguments, arguments.count == 2,
            arguments[1].nominalName == "TalynError"
        else { return nil }
        return CallResult(arguments[0], isForeign: isForeign)
    }

    /// Whether the function returns failures instead of throwing them.
    var holdsFailure: Bool { success != nil }

    /// The statement that makes the call.
    ///
    /// - Parameters:
    ///   - target: The target as an expression.
    ///   - provider: The provider as an expression.
    ///   - destination: The destination of a download as an expression; nil for other calls.
    ///   - place: The arguments for the call site, `fileID` and `line`.
    func statement(calling target: String, with provider: String, to destination: String? = nil, place: String)
        -> String
    {
        if let success {
            let call = success.statement(calling: target, with: provider, to: destination, place: place)
            let lines = success.name == "Void" ? [call, "return .success(())"] : ["return .success(\(call))"]
            let body = lines.joined(separator: "\n").indented
            return "do throws(Talyn.TalynError) {\n\(body)\n} catch {\n    return .failure(error)\n}"
        }
        if let destination {
            return download("\(provider).download(\(target), to: \(destination), \(place))")
        }
        switch name {
        case "Void": return "_ = try await \(provider).request(\(target), as: Talyn.EmptyResult.self, \(place))"
        case "Response": return "try await \(provider).request(\(target), \(place))"
        case "ResponseStream": return "\(provider).stream(\(target), \(place))"
        case "TransferStream": return "\(provider).transfer(\(target), \(place))"
        case "EventStream":
            let element = type?.genericArguments.first
            guard let element, element.nominalName != "ServerSentEvent" else {
                return "\(provider).events(\(target), \(place))"
            }
            return "\(provider).events(\(target), as: \(element.trimmedDescription).self, \(place))"
        default:
            return "try await \(provider).request(\(target), as: \(isSimple ? text : "(\(text))").self, \(place))"
        }
    }

    private func download(_ transfer: String) -> String {
        switch name {
        case "TransferStream": transfer
        case "Void": "_ = try await \(transfer).response()"
        default: "try await \(transfer).response()"
        }
    }

    private var isSimple: Bool {
        guard let type else { return true }
        return type.is(IdentifierTypeSyntax.self) || type.is(MemberTypeSyntax.self) || type.is(ArrayTypeSyntax.self)
    }
}
#endif
