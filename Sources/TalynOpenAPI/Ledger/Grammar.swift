/// The objects of OpenAPI 3.0, 3.1 and 3.2 and of Swagger 2 with their members, and what each member is to the sources.
///
/// The tables say what a member is for. Whether the sources have a member is known by its ``Node/uses``.
struct Grammar {
    enum Kind: Hashable {
        case document, info, server, variable, tag, pathItem, operation, parameter, header, body, response, mediaType,
            encoding
        case schema, discriminator, securityScheme, flow, components, documentation
    }

    indirect enum Form: Sendable {
        /// A value without objects of the specification inside.
        case value
        /// The name of a media type in Swagger 2.
        case mediaTypeName
        case object(Kind)
        case list(Form)
        case map(Form)
        /// A map of components, which count when something refers to them.
        case components(Form)
    }

    enum Role {
        /// The sources should have it.
        case part
        /// It restricts values. The types don't check it.
        case validation
        /// It says something to readers, or to other tools.
        case annotation
    }

    struct Member: Sendable {
        var role: Role
        var form: Form

        static func part(_ form: Form = .value) -> Member { Member(role: .part, form: form) }
        static let validation = Member(role: .validation, form: .value)
        static func annotation(_ form: Form = .value) -> Member { Member(role: .annotation, form: form) }
    }

    /// The member of an object; nil for a name that the specification doesn't have there.
    static func member(_ name: String, of kind: Kind) -> Member? {
        if kind != .schema, kind != .components, descriptive.contains(name) {
            return .annotation(name == "externalDocs" ? .object(.documentation) : .value)
        }
        if let member = members[kind]?[name] { return member }
        // A parameter of Swagger 2 is a schema, too.
        return kind == .parameter || kind == .header ? schema[name] : nil
    }

    /// The names of all members.
    static var names: Set<String> { members.values.reduce(into: descriptive) { $0.formUnion($1.keys) } }

    /// The members that describe any object.
    private static let descriptive: Set<String> = [
        "description", "summary", "externalDocs", "example", "examples", "deprecated",
    ]

    private static let members: [Kind: [String: Member]] = [
        .document: [
            "openapi": .part(), "swagger": .part(), "$self": .annotation(), "jsonSchemaDialect": .annotation(),
            "info": .part(.object(.info)), "servers": .part(.list(.object(.server))),
            "paths": .part(.map(.object(.pathItem))), "webhooks": .part(.map(.object(.pathItem))),
            "components": .part(.object(.components)), "security": .part(.list(.map(.list(.value)))),
            "tags": .part(.list(.object(.tag))),
            // Swagger 2
            "host": .part(), "basePath": .part(), "schemes": .part(), "consumes": .part(.list(.mediaTypeName)),
            "produces": .part(.list(.mediaTypeName)), "definitions": .part(.map(.object(.schema))),
            "parameters": .part(.components(.object(.parameter))), "responses": .part(.components(.object(.response))),
            "securityDefinitions": .part(.map(.object(.securityScheme))),
        ],
        .info: [
            "title": .annotation(), "version": .annotation(), "termsOfService": .annotation(), "contact": .annotation(),
            "license": .annotation(),
        ],
        .server: ["url": .part(), "name": .annotation(), "variables": .part(.map(.object(.variable)))],
        .variable: ["default": .part(), "enum": .validation],
        .tag: ["name": .part(), "parent": .annotation(), "kind": .annotation()],
        .documentation: ["url": .annotation()],
        .pathItem: [
            "parameters": .part(.list(.object(.parameter))), "servers": .part(.list(.object(.server))),
            "additionalOperations": .part(.map(.object(.operation))),
        ].merging(DocumentReader.methods.map { ($0, Member.part(.object(.operation))) }) { $1 },
        .operation: [
            "tags": .part(.list(.value)), "operationId": .part(), "parameters": .part(.list(.object(.parameter))),
            "requestBody": .part(.object(.body)), "responses": .part(.map(.object(.response))), "callbacks": .part(),
            "security": .part(.list(.map(.list(.value)))), "servers": .part(.list(.object(.server))),
            // Swagger 2
            "consumes": .part(.list(.mediaTypeName)), "produces": .part(.list(.mediaTypeName)), "schemes": .part(),
        ],
        .parameter: [
            "name": .part(), "in": .part(), "required": .part(), "style": .part(), "explode": .part(),
            "allowReserved": .part(), "allowEmptyValue": .part(), "schema": .part(.object(.schema)),
            "content": .part(.map(.object(.mediaType))), "collectionFormat": .part(),
        ],
        .header: [
            "required": .validation, "style": .part(), "explode": .part(), "schema": .part(.object(.schema)),
            "content": .part(.map(.object(.mediaType))), "collectionFormat": .part(),
        ],
        .body: ["required": .part(), "content": .part(.map(.object(.mediaType)))],
        .response: [
            "content": .part(.map(.object(.mediaType))), "headers": .part(.map(.object(.header))), "links": .part(),
            // Swagger 2
            "schema": .part(.object(.schema)),
        ],
        .mediaType: [
            "schema": .part(.object(.schema)), "itemSchema": .part(.object(.schema)),
            "encoding": .part(.map(.object(.encoding))), "prefixEncoding": .part(), "itemEncoding": .part(),
        ],
        .encoding: [
            "contentType": .part(), "headers": .part(.map(.object(.header))), "style": .part(), "explode": .part(),
            "allowReserved": .part(), "encoding": .part(.map(.object(.encoding))), "prefixEncoding": .part(),
            "itemEncoding": .part(),
        ],
        .securityScheme: [
            "type": .part(), "name": .part(), "in": .part(), "scheme": .part(), "bearerFormat": .annotation(),
            "flows": .part(.map(.object(.flow))), "openIdConnectUrl": .part(), "oauth2MetadataUrl": .part(),
            // Swagger 2
            "flow": .annotation(), "authorizationUrl": .part(), "tokenUrl": .part(), "scopes": .part(),
        ],
        .flow: [
            "authorizationUrl": .part(), "tokenUrl": .part(), "deviceAuthorizationUrl": .part(),
            "refreshUrl": .annotation(),
            "scopes": .part(),
        ],
        .components: [
            "schemas": .part(.map(.object(.schema))), "responses": .part(.components(.object(.response))),
            "parameters": .part(.components(.object(.parameter))), "examples": .annotation(),
            "requestBodies": .part(.components(.object(.body))), "headers": .part(.components(.object(.header))),
            "securitySchemes": .part(.map(.object(.securityScheme))), "links": .annotation(),
            "callbacks": .annotation(),
            "pathItems": .part(.components(.object(.pathItem))), "mediaTypes": .part(.components(.object(.mediaType))),
        ],
        .discriminator: ["propertyName": .part(), "mapping": .part(), "defaultMapping": .part()],
        .schema: schema,
    ]

    /// The keywords of JSON Schema (drafts 4 to 2020-12) and of OpenAPI.
    ///
    /// A keyword that makes the type of a value is a part. One that says which values of the type are valid is a validation. The
    /// schemas inside `then`, `not` and their like restrict the values of a type that is known without them. If they have
    /// properties of their own, these are parts.
    private static let schema: [String: Member] = [
        "type": .part(), "enum": .part(), "const": .part(), "format": .annotation(), "nullable": .part(),
        "properties": .part(.map(.object(.schema))), "required": .part(),
        "additionalProperties": .part(.object(.schema)), "patternProperties": .part(.map(.object(.schema))),
        "unevaluatedProperties": .part(.object(.schema)), "items": .part(.object(.schema)),
        "prefixItems": .part(.list(.object(.schema))), "additionalItems": .part(.object(.schema)),
        "unevaluatedItems": .part(.object(.schema)), "allOf": .part(.list(.object(.schema))),
        "anyOf": .part(.list(.object(.schema))), "oneOf": .part(.list(.object(.schema))),
        "discriminator": .part(.object(.discriminator)), "$ref": .part(), "$dynamicRef": .part(),
        "$recursiveRef": .part(), "then": .part(.object(.schema)), "else": .part(.object(.schema)),
        "dependentSchemas": .part(.map(.object(.schema))), "dependencies": .part(.map(.object(.schema))),
        "contentSchema": .part(.object(.schema)), "readOnly": .part(), "writeOnly": .part(),
        // Swagger 2
        "collectionFormat": .part(),

        "if": .validation, "not": .validation, "propertyNames": .validation, "contains": .validation,
        "minContains": .validation, "maxContains": .validation, "dependentRequired": .validation,
        "pattern": .validation,
        "minLength": .validation, "maxLength": .validation, "minimum": .validation, "maximum": .validation,
        "exclusiveMinimum": .validation, "exclusiveMaximum": .validation, "multipleOf": .validation,
        "minItems": .validation, "maxItems": .validation, "uniqueItems": .validation, "minProperties": .validation,
        "maxProperties": .validation,

        "title": .annotation(), "description": .annotation(), "default": .annotation(), "deprecated": .annotation(),
        "example": .annotation(), "examples": .annotation(), "externalDocs": .annotation(.object(.documentation)),
        "xml": .annotation(), "$comment": .annotation(), "$id": .annotation(), "id": .annotation(),
        "$schema": .annotation(), "$anchor": .annotation(), "$dynamicAnchor": .annotation(),
        "$recursiveAnchor": .annotation(), "$vocabulary": .annotation(), "$defs": .annotation(),
        "definitions": .annotation(), "contentEncoding": .annotation(), "contentMediaType": .annotation(),
    ]
}
