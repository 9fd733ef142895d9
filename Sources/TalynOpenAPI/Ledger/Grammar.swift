/// The objects of OpenAPI 3.0, 3.1 and 3.2 and of Swagger 2 with their members, and what each member is to the sources.
///
/// The tables say what a member is for. Whether the sources have a member is known by its ``Node/uses``.
struct Grammar {
    enum Kind: String {
        case document, info, server, variable, tag, pathItem, operation, parameter, header, body, response, mediaType,
            encoding, schema, discriminator, securityScheme, flow, components, documentation
    }

    indirect enum Form: Sendable {
        /// A value without objects of the specification inside.
        case value
        case mediaTypeName
        case object(Kind)
        case list(Form)
        case map(Form)
        /// A map of components, which count when something refers to them.
        case components(Form)
    }

    enum Member: Sendable {
        /// The sources should have it.
        case part(Form)
        /// It restricts values. The types don't check it.
        case validation
        /// It says something to readers, or to other tools.
        case annotation(Form)
    }

    /// The member of an object; nil for a name that the specification doesn't have there.
    static func member(_ name: String, of kind: Kind) -> Member? {
        if name == "externalDocs", kind != .components { return .annotation(.object(.documentation)) }
        if kind != .schema, kind != .components, descriptive.contains(name) { return .annotation(.value) }
        if let member = members[kind]?[name] { return member }
        // A parameter of Swagger 2 is a schema, too.
        return kind == .parameter || kind == .header ? members[.schema]?[name] : nil
    }

    static var names: Set<String> { members.values.reduce(into: descriptive) { $0.formUnion($1.keys) } }

    /// The members that describe any object.
    private static let descriptive = "description summary externalDocs example examples deprecated".tokenSet

    /// The members of each object: parts, `!` before those that restrict values, and `?` before those that say something to readers.
    ///
    /// A part with objects inside has their form: `=tag` for one, `=[tag]` for an array, `={tag}` for a map, and `=<tag>` for components.
    /// Members of Swagger 2 stand in lines of their own.
    ///
    /// Schemas have the keywords of JSON Schema (drafts 4 to 2020-12) and of OpenAPI. A keyword that makes the type of a value is a part.
    /// One that says which values of the type are valid restricts them. The schemas inside `then`, `not` and their like restrict the
    /// values of a type that is known without them. If they have properties of their own, these are parts.
    private static let table = """
        document: openapi info=info servers=[server] paths={pathItem} webhooks={pathItem} components=components
            security=[{[value]}] tags=[tag] ?$self ?jsonSchemaDialect
            swagger host basePath schemes consumes=[mediaTypeName] produces=[mediaTypeName] definitions={schema}
            parameters=<parameter> responses=<response> securityDefinitions={securityScheme}
        info: ?title ?version ?termsOfService ?contact ?license
        server: url variables={variable} ?name
        variable: default !enum
        tag: name ?parent ?kind
        documentation: ?url
        pathItem: parameters=[parameter] servers=[server] get=operation put=operation post=operation delete=operation
            options=operation head=operation patch=operation trace=operation query=operation
            additionalOperations={operation}
        operation: tags=[value] operationId parameters=[parameter] requestBody=body responses={response} callbacks={{pathItem}}
            security=[{[value]}] servers=[server]
            consumes=[mediaTypeName] produces=[mediaTypeName] schemes
        parameter: name in required style explode allowReserved allowEmptyValue schema=schema content={mediaType}
            collectionFormat
        header: style explode schema=schema content={mediaType} !required
            collectionFormat
        body: required content={mediaType}
        response: content={mediaType} headers={header} links
            schema=schema
        mediaType: schema=schema itemSchema=schema encoding={encoding} prefixEncoding itemEncoding
        encoding: contentType headers={header} style explode allowReserved encoding={encoding} prefixEncoding
            itemEncoding
        securityScheme: type name in scheme flows={flow} openIdConnectUrl oauth2MetadataUrl ?bearerFormat
            authorizationUrl tokenUrl scopes ?flow
        flow: authorizationUrl tokenUrl deviceAuthorizationUrl scopes ?refreshUrl
        components: schemas={schema} responses=<response> parameters=<parameter> requestBodies=<body> headers=<header>
            securitySchemes={securityScheme} pathItems=<pathItem> mediaTypes=<mediaType> callbacks=<{pathItem}> ?examples ?links
        discriminator: propertyName mapping defaultMapping
        schema: type enum const nullable properties={schema} required additionalProperties=schema
            patternProperties={schema} unevaluatedProperties=schema items=schema prefixItems=[schema]
            additionalItems=schema unevaluatedItems=schema allOf=[schema] anyOf=[schema] oneOf=[schema]
            discriminator=discriminator $ref $dynamicRef $recursiveRef then=schema else=schema dependentSchemas={schema}
            dependencies={schema} contentSchema=schema readOnly writeOnly
            !if !not !propertyNames !contains !minContains !maxContains !dependentRequired !pattern !minLength
            !maxLength !minimum !maximum !exclusiveMinimum !exclusiveMaximum !multipleOf !minItems !maxItems
            !uniqueItems !minProperties !maxProperties
            ?title ?description ?default ?deprecated ?format ?example ?examples ?xml ?$comment ?$id ?id ?$schema
            ?$anchor ?$dynamicAnchor ?$recursiveAnchor ?$vocabulary ?$defs ?definitions ?contentEncoding
            ?contentMediaType
            collectionFormat
        """

    private static let members: [Kind: [String: Member]] = {
        var members: [Kind: [String: Member]] = [:]
        var kind = Kind.document
        for token in table.tokens {
            if token.hasSuffix(":") {
                kind = Kind(rawValue: String(token.dropLast())) ?? kind
            } else if token.hasPrefix("!") {
                members[kind, default: [:]][String(token.dropFirst())] = .validation
            } else if token.hasPrefix("?") {
                members[kind, default: [:]][String(token.dropFirst())] = .annotation(.value)
            } else {
                let name = String(token.prefix { $0 != "=" })
                members[kind, default: [:]][name] = .part(form(token.dropFirst(name.count + 1)))
            }
        }
        return members
    }()

    private static func form(_ text: Substring) -> Form {
        switch text.first {
        case "[": .list(form(text.dropFirst().dropLast()))
        case "{": .map(form(text.dropFirst().dropLast()))
        case "<": .components(form(text.dropFirst().dropLast()))
        default: text == "mediaTypeName" ? .mediaTypeName : Kind(rawValue: String(text)).map { .object($0) } ?? .value
        }
    }
}
