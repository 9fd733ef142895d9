#if Macros
/// What attributes say of a type or of one of its endpoints, beside where values go.
struct Settings {
    enum BodyKind {
        case json
        case form
        case multipart
    }

    struct HeaderField {
        let name: String
        /// The expression of its value.
        let value: String
    }

    struct Option {
        let name: String
        let value: String
    }

    var bodyKind: BodyKind?
    /// The attribute that says what the body is.
    var bodyAttribute: AttributeSyntax?
    /// The attributes `@Encoder` and `@FormEncoder` of an endpoint itself, by their names.
    var encoderAttributes: [String: AttributeSyntax] = [:]
    var headers: [HeaderField] = []
    var options: [Option] = []
    /// The name of a case of `KeyMapping`.
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

    /// These settings, with those of an endpoint in the place of the same ones.
    ///
    /// What a type says of results is said of the type, and none of its endpoints.
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
    /// Whether the field has a name, which is case-insensitive (RFC 9110, section 5.1).
    func isNamed(_ other: String) -> Bool {
        name.lowercased() == other.lowercased()
    }
}
#endif
