#if Macros
/// What a function gives that calls an endpoint, and how it is got from the provider.
struct CallResult {
    /// Sequences that are there at once, and call when they are read.
    private static let sequences: Set<String> = ["EventStream", "ResponseStream", "TransferStream"]

    private let type: TypeSyntax?
    /// Whether the type is somebody else's, whatever it is called.
    private let isForeign: Bool

    init(_ type: TypeSyntax?, isForeign: Bool) {
        self.type = type
        self.isForeign = isForeign
    }

    /// - Parameter ownTypes: The names of the types that are declared around it.
    init(_ type: TypeSyntax?, ownTypes: Set<String>) {
        self.init(type, isForeign: Self.isForeign(type, to: ownTypes))
    }

    /// Whether a type, or what a `Result` has of it, is somebody else's.
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

    /// Whether the provider isn't told where the call is written.
    var isPlaceless: Bool { ["EventStream", "TransferStream"].contains(name) }

    /// The argument for a call whose place is unknown.
    static let unknownPlace = "line: 0"

    /// What a `Result` has if the call succeeds; nil if it is none, or one with errors of another type.
    private var success: CallResult? {
        guard type?.nominalName == "Result", let arguments = type?.genericArguments, arguments.count == 2,
            arguments[1].nominalName == "TalynError"
        else { return nil }
        return CallResult(arguments[0], isForeign: isForeign)
    }

    /// Whether failures are returned, and not thrown.
    var holdsFailure: Bool { success != nil }

    /// The statement that makes the call.
    ///
    /// - Parameters:
    ///   - target: The target as an expression.
    ///   - provider: The provider as an expression.
    ///   - validates: Whether the target says which statuses are a success; otherwise those from 200 to 299 are.
    ///   - place: The arguments that say where the call is written.
    func statement(calling target: String, with provider: String, validates: Bool, place: String) -> String {
        if let success {
            let call = success.statement(calling: target, with: provider, validates: validates, place: place)
            let lines = success.name == "Void" ? [call, "return .success(())"] : ["return .success(\(call))"]
            let body = lines.joined(separator: "\n").indented
            return "do throws(Talyn.TalynError) {\n\(body)\n} catch {\n    return .failure(error)\n}"
        }
        let response = "try await \(provider).request(\(target), \(place))"
        let checked = "\(response)\(validates ? "" : ".filterSuccessfulStatusCodes()")"
        switch name {
        case "Void": return "_ = try await \(provider).request(\(target), as: Talyn.EmptyResult.self, \(place))"
        case "Response": return response
        case "String": return "\(checked).mapString()"
        case "Data": return "\(checked).data"
        case "ResponseStream": return "\(provider).stream(\(target), \(place))"
        case "TransferStream": return "\(provider).transfer(\(target))"
        case "EventStream":
            let element = type?.genericArguments.first
            guard let element, element.nominalName != "ServerSentEvent" else { return "\(provider).events(\(target))" }
            return "\(provider).events(\(target), as: \(element.trimmedDescription).self)"
        default:
            return "try await \(provider).request(\(target), as: \(isSimple ? text : "(\(text))").self, \(place))"
        }
    }

    private var isSimple: Bool {
        guard let type else { return true }
        return type.is(IdentifierTypeSyntax.self) || type.is(MemberTypeSyntax.self) || type.is(ArrayTypeSyntax.self)
    }
}
#endif
