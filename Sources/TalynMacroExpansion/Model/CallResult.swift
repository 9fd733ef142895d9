/// What a function gives that calls an endpoint, and how it is got from the provider.
struct CallResult {
    /// Sequences that are there at once, and call when they are read.
    private static let sequences: Set<String> = ["EventStream", "ResponseStream", "TransferStream"]

    private let type: TypeSyntax?

    init(_ type: TypeSyntax?) {
        self.type = type
    }

    private var name: String {
        guard let type else { return "Void" }
        let text = type.trimmedDescription
        return text == "()" ? "Void" : type.nominalName
    }

    private var text: String { type?.trimmedDescription ?? "Void" }

    var isSequence: Bool { Self.sequences.contains(name) }

    /// The statement that makes the call.
    ///
    /// - Parameters:
    ///   - target: The target as an expression.
    ///   - validates: Whether the target says which statuses are a success; otherwise those from 200 to 299 are.
    ///   - provider: The provider as an expression.
    func statement(calling target: String, validates: Bool, provider: String = "provider") -> String {
        let checked = "try await \(provider).request(\(target))\(validates ? "" : ".filterSuccessfulStatusCodes()")"
        switch name {
        case "Void": return "_ = try await \(provider).request(\(target), as: Talyn.EmptyResult.self)"
        case "Response": return "try await \(provider).request(\(target))"
        case "String": return "\(checked).mapString()"
        case "Data": return "\(checked).data"
        case "ResponseStream": return "\(provider).stream(\(target))"
        case "TransferStream": return "\(provider).transfer(\(target))"
        case "EventStream":
            let element = type?.genericArguments.first
            guard let element, element.nominalName != "ServerSentEvent" else { return "\(provider).events(\(target))" }
            return "\(provider).events(\(target), as: \(element.trimmedDescription).self)"
        default:
            return "try await \(provider).request(\(target), as: \(isSimple ? text : "(\(text))").self)"
        }
    }

    private var isSimple: Bool {
        guard let type else { return true }
        return type.is(IdentifierTypeSyntax.self) || type.is(MemberTypeSyntax.self) || type.is(ArrayTypeSyntax.self)
    }
}
