#if Macros
import SwiftSyntax

/// The settings from the attributes of a type or of an endpoint, other than the roles of values.
struct Settings {
    enum BodyKind {
        case json
        case form
        case multipart
    }

    struct HeaderField {
        let name: String
        /// The value as an expression.
        let value: String
    }

    struct Option {
        let name: String
        let value: String
    }

    var bodyKind: BodyKind?
    /// The attribute that sets the kind of body.
    var bodyAttribute: AttributeSyntax?
    var headers: [HeaderField] = []
    var options: [Option] = []
    var coding = Coding()
    // Expressions.
    var envelope: String?
    var validation: String?
    var authorization: String?
    var sample: String?
    var resultType: String?
    /// The arguments of `@Paged`.
    var pagination: Pagination?
    var failureBodyType: String?

    /// The settings of a type, overridden by those of an endpoint.
    ///
    /// Endpoints don't inherit the result type: on a type, it is that of the whole target. `@Paged` belongs to an endpoint.
    func overridden(by others: Settings) -> Settings {
        var result = others
        result.bodyKind = others.bodyKind ?? bodyKind
        result.coding = coding.overridden(by: others.coding)
        result.envelope = others.envelope ?? envelope
        result.validation = others.validation ?? validation
        result.authorization = others.authorization ?? authorization
        result.sample = others.sample ?? sample
        result.failureBodyType = others.failureBodyType ?? failureBodyType
        result.headers =
            headers.filter { mine in !others.headers.contains { $0.isNamed(mine.name) } } + others.headers
        result.options = options.overridden(by: others.options)
        return result
    }
}

extension Settings {
    /// The formats from `@Coding`.
    struct Coding {
        /// The options as an expression.
        var base: String?
        /// The formats with their own labels. They change those of the base.
        var formats: [Option] = []

        /// Whether the names of values are sent in snake case.
        var isSnakeCase: Bool { formats.contains { $0.name == "keys" && $0.value == ".snakeCase" } }

        /// The formats of a type, overridden by those of an endpoint.
        fileprivate func overridden(by others: Coding) -> Coding {
            if others.base != nil { return others }
            return Coding(base: base, formats: formats.overridden(by: others.formats))
        }
    }
}

extension [Settings.Option] {
    fileprivate func overridden(by others: [Settings.Option]) -> [Settings.Option] {
        filter { mine in !others.contains { $0.name == mine.name } } + others
    }
}

extension Settings.HeaderField {
    /// Whether the field has this name. Names are case-insensitive (RFC 9110, section 5.1).
    func isNamed(_ other: String) -> Bool {
        name.lowercased() == other.lowercased()
    }
}
#endif
