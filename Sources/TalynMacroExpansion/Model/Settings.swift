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
    /// The attributes `@Encoder` and `@FormEncoder` of the endpoint itself, by name.
    var encoderAttributes: [String: AttributeSyntax] = [:]
    var headers: [HeaderField] = []
    var options: [Option] = []
    /// The name of a static member of `KeyMapping`.
    var keyMapping: String?
    // Expressions.
    var encoder: String?
    var formEncoder: String?
    var decoder: String?
    var envelope: String?
    var validation: String?
    var authorization: String?
    var sample: String?
    var resultType: String?
    var failureType: String?

    /// The settings of a type, overridden by those of an endpoint.
    ///
    /// Endpoints don't inherit the result type: on a type, it is that of the whole target.
    func overridden(by others: Settings) -> Settings {
        var result = others
        result.bodyKind = others.bodyKind ?? bodyKind
        result.keyMapping = others.keyMapping ?? keyMapping
        result.encoder = others.encoder ?? encoder
        result.formEncoder = others.formEncoder ?? formEncoder
        result.decoder = others.decoder ?? decoder
        result.envelope = others.envelope ?? envelope
        result.validation = others.validation ?? validation
        result.authorization = others.authorization ?? authorization
        result.sample = others.sample ?? sample
        result.failureType = others.failureType ?? failureType
        result.headers =
            headers.filter { mine in !others.headers.contains { $0.isNamed(mine.name) } } + others.headers
        result.options =
            options.filter { mine in !others.options.contains { $0.name == mine.name } } + others.options
        return result
    }
}

extension Settings.HeaderField {
    /// Whether the field has this name. Names are case-insensitive (RFC 9110, section 5.1).
    func isNamed(_ other: String) -> Bool {
        name.lowercased() == other.lowercased()
    }
}
#endif
