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
        /// The media type; nil if the caller gives one.
        var mediaType: String?
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

    var model: OperationModel
    /// The `operationId`, or the method and the path.
    var id: String
    var tag: TagPlan
    var function: String
    var arguments: [Argument]
    /// No body, or one for each media type.
    var bodies: [Body]
    var result: Result
    var accept: String?
    var events: Events?
    /// Whether the response is a sequence of JSON lines.
    var lines: TypeUse?
    var failures: [(status: String, type: TypeUse)]
    var security: [SecurityRequirement]
    /// The scopes that are needed, by the names of schemes of OAuth.
    var scopes: [String: Set<String>]
    /// The way to the next page, and the function that follows it.
    var pages: Pages?

    struct Pages {
        var rule: PageRule
        var function: String
    }
}

/// A tag with the names of its type and its property.
final class TagPlan {
    let name: String
    let typeName: String
    let propertyName: String
    let description: [String]
    var functions = NameScope(["provider"])

    init(name: String, typeName: String, propertyName: String, description: [String]) {
        self.name = name
        self.typeName = typeName
        self.propertyName = propertyName
        self.description = description
    }
}
