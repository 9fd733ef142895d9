/// An operation with the names and types of its functions.
struct OperationPlan {
    struct Argument {
        var name: String
        var type: TypeUse
        var isRequired: Bool
        var parameter: Parameter
        /// The default value in Swift, for a required parameter that has one.
        var defaultValue: String?
    }

    /// A body in one of the media types that the operation takes.
    struct Body {
        enum Kind {
            case json(TypeUse)
            case form(TypeUse, style: String?, styles: [(name: String, style: String)])
            case multipart(Declaration)
            /// A multipart body without named parts in the document.
            case parts
            case text
            case bytes
        }

        var label: String
        var kind: Kind
        /// The media types. The caller chooses one of several, or of a range.
        var mediaTypes: [String]
        /// Whether the caller gives the media type.
        var isChosen: Bool
        /// The media type that a call without another one has; nil if the caller must give one.
        var standardType: String?
        var isRequired: Bool
        var description: String?
    }

    enum Result {
        case empty
        case value(TypeUse)
        case text
        case bytes
    }

    /// The elements of a stream.
    enum Events {
        case plain
        case decoded(TypeUse)
    }

    /// A function that calls the operation.
    struct Call {
        enum Kind {
            case empty
            case value(TypeUse)
            case text
            case bytes
            case events(Events)
            case lines(TypeUse)
            case sequence(TypeUse)
        }

        var kind: Kind
        var name: String
        /// The media types that the call asks for. The caller chooses one of several. None for any. One that depends on the status has
        /// all of them, separated by commas.
        var mediaTypes: [String]
        /// The name of the function for the stream of bytes.
        var streamName = ""
    }

    var model: OperationModel
    /// The `operationId`, or the method and the path.
    var id: String
    var tag: TagPlan
    var function: String
    var arguments: [Argument]
    /// No body, or one for each media type.
    var bodies: [Body]
    /// The functions that call the operation. The first one has the name of the operation, and the others ask for other media types.
    var calls: [Call]
    /// The name of the argument for one of several media types of a response.
    var acceptName = "accept"
    var failures: [(status: String, type: TypeUse)]
    var security: [SecurityRequirement]
    /// The scopes that are needed, by the names of schemes of OAuth.
    var scopes: [String: Set<String>]
    /// The way to the next page, and the function that follows it.
    var pages: Pages?
    /// The event that ends a stream of events; nil if neither the configuration nor the document tells one.
    var endOfEvents: EndOfEvents?
    /// Whether the times in the result are seconds since 1970.
    var hasUnixTimes = false

    struct Pages {
        var rule: PageRule
        var function: String
    }
}

extension OperationPlan {
    var result: Result {
        switch calls[0].kind {
        case .value(let type): .value(type)
        case .text, .lines, .sequence: .text
        case .bytes: .bytes
        case .empty, .events: .empty
        }
    }

    /// The types of what the calls give, and of failures.
    var received: [Declaration] {
        calls.flatMap(\.types).flatMap(\.declarations) + failures.flatMap(\.type.declarations)
    }
}

extension OperationPlan.Body {
    var declarations: [Declaration] {
        switch kind {
        case .json(let type), .form(let type, _, _): type.declarations
        case .multipart(let declaration): [declaration]
        case .parts, .text, .bytes: []
        }
    }
}

extension OperationPlan.Call {
    var types: [TypeUse] {
        switch kind {
        case .value(let type), .lines(let type), .sequence(let type), .events(.decoded(let type)): [type]
        case .empty, .text, .bytes, .events(.plain): []
        }
    }
}

/// A tag with the names of its type and its property.
final class TagPlan {
    let name: String
    let typeName: String
    let propertyName: String
    let description: [String]
    var functions = NameScope(["provider"])

    /// The key of a tag. Names that differ in their case or their signs have one key. A name of signs has a key of its own.
    static func key(of name: String) -> String {
        let words = Words(name).list
        return words.isEmpty ? name : words.joined(separator: " ")
    }

    init(name: String, typeName: String, propertyName: String, description: [String]) {
        self.name = name
        self.typeName = typeName
        self.propertyName = propertyName
        self.description = description
    }
}
