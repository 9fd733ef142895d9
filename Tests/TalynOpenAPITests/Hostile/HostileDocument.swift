#if Tools
import Testing

/// Documents that no person writes: long chains of schemas by each keyword, and wide ones.
struct HostileDocument: CustomTestStringConvertible, Sendable {
    /// The length of chains. Recursion would need more of the call stack than a task has.
    private static let length = 3_000

    let testDescription: String
    let text: String

    /// A document with one operation, whose body and result are the schema `S0`.
    ///
    /// - Parameter schemas: The schemas, with their names, as JSON.
    init(_ name: String, _ schemas: [String]) {
        testDescription = name
        let content = ##"{"application/json": {"schema": {"$ref": "#/components/schemas/S0"}}}"##
        text = """
            {"openapi": "3.1.0", "info": {"title": "Shop", "version": "1"}, "paths": {"/things": {"post": {
            "operationId": "change", "requestBody": {"content": \(content)},
            "responses": {"200": {"description": "", "content": \(content)}}}}},
            "components": {"schemas": {\(schemas.joined(separator: ",\n"))}}}
            """
    }

    /// A document with parts of one kind, each of which refers to the next one.
    ///
    /// - Parameters:
    ///   - kind: The name in `components`.
    ///   - end: The last one.
    ///   - path: The item of the path, from the first one.
    init(_ kind: String, end: String, _ path: String) {
        testDescription = kind
        let links = (0..<Self.length).map { "\"C\($0)\": {\"$ref\": \"#/components/\(kind)/C\($0 + 1)\"}" }
        text = """
            {"openapi": "3.1.0", "info": {"title": "Shop", "version": "1"},
            "paths": {"/things": \(path.replacing("$", with: "{\"$ref\": \"#/components/\(kind)/C0\"}"))},
            "components": {"\(kind)": {\(links.joined(separator: ",\n")), "C\(Self.length)": \(end)}}}
            """
    }

    /// A chain of schemas.
    ///
    /// - Parameters:
    ///   - schema: The schema of a link: `$` stands for the next one, and `#` for the number.
    ///   - end: The last one.
    static func chain(
        _ name: String,
        _ schema: String,
        end: String = #"{"type": "string"}"#,
        count: Int = length
    ) -> HostileDocument {
        let links = (0..<count).map { index in
            let text = schema.replacing("$", with: "{\"$ref\": \"#/components/schemas/S\(index + 1)\"}")
            return "\"S\(index)\": \(text.replacing("%", with: "\(index)"))"
        }
        return HostileDocument(name, links + ["\"S\(count)\": \(end)"])
    }

    /// One schema with many parts. `%` stands for the number.
    static func wide(_ name: String, _ start: String, _ part: String, _ end: String, count: Int) -> HostileDocument {
        let parts = (0..<count).map { part.replacing("%", with: "\($0)") }
        return HostileDocument(name, ["\"S0\": \(start)\(parts.joined(separator: ",\n"))\(end)"])
    }

    private static let object = #"{"type": "object", "properties": {"z": {"type": "string"}}}"#

    /// A kind of documents that can have any length.
    struct Growing: CustomTestStringConvertible, Sendable {
        let name: String
        let of: @Sendable (Int) -> HostileDocument
        var testDescription: String { name }
    }

    /// Chains by each keyword that has schemas, which can have any length.
    static let growing = links.map { link in
        Growing(name: link.name) { chain(link.name, link.schema, end: link.end, count: $0) }
    }

    /// Chains that end in the same type.
    static let chains = chains(of: length)

    /// The same, short enough to be read many times, and longer than each limit of depth.
    static let shortChains = chains(of: 1_000)

    private static func chains(of count: Int) -> [HostileDocument] {
        links.filter { !$0.hasTypes }.map { link in
            chain(link.name, link.schema, end: link.end, count: link.isSlow ? count / 5 : count)
        }
    }

    /// A schema of a chain.
    private struct Link {
        let name: String
        let schema: String
        var end = #"{"type": "string"}"#
        /// Whether a long chain takes more time than the others.
        var isSlow = false
        /// Whether each schema is a type of its own.
        var hasTypes = false
    }

    private static let links = [
        Link(name: "references", schema: "$"),
        Link(name: "items", schema: #"{"type": "array", "items": $}"#),
        Link(name: "prefixItems", schema: #"{"type": "array", "prefixItems": [$], "minItems": 1}"#, isSlow: true),
        Link(
            name: "additionalProperties",
            schema: #"{"type": "object", "additionalProperties": $}"#,
            isSlow: true
        ),
        Link(
            name: "patternProperties",
            schema: #"{"type": "object", "patternProperties": {"^a": $}}"#,
            isSlow: true
        ),
        Link(name: "allOf of one", schema: #"{"allOf": [$]}"#),
        Link(name: "anyOf of one", schema: #"{"anyOf": [$]}"#),
        Link(name: "oneOf of one", schema: #"{"oneOf": [$]}"#),
        Link(name: "anyOf with null", schema: #"{"anyOf": [$, {"type": "null"}]}"#),
        Link(name: "allOf twice", schema: #"{"allOf": [$, $]}"#, end: object, isSlow: true),
        Link(name: "anyOf twice", schema: #"{"anyOf": [$, $]}"#, end: object, isSlow: true),
        Link(name: "oneOf twice", schema: #"{"oneOf": [$, $]}"#, end: object, isSlow: true),
        Link(name: "not", schema: #"{"not": $}"#),
        Link(name: "if", schema: #"{"if": $, "then": $, "else": $}"#),
        Link(name: "contains", schema: #"{"type": "array", "contains": $}"#),
        Link(name: "propertyNames", schema: #"{"type": "object", "propertyNames": $}"#),
        Link(name: "properties", schema: #"{"type": "object", "properties": {"a": $}}"#, hasTypes: true),
        Link(
            name: "dependentSchemas",
            schema: #"{"properties": {"a": {"type": "string"}}, "dependentSchemas": {"a": $}}"#,
            hasTypes: true
        ),
        Link(name: "unevaluatedProperties", schema: #"{"type": "object", "unevaluatedProperties": $}"#, hasTypes: true),
        Link(
            name: "unevaluatedItems",
            schema: #"{"type": "array", "prefixItems": [{"type": "string"}], "unevaluatedItems": $}"#,
            hasTypes: true
        ),
        Link(
            name: "allOf",
            schema: #"{"allOf": [$, {"properties": {"p%": {"type": "string"}}}]}"#,
            end: object,
            hasTypes: true
        ),
        Link(name: "oneOf", schema: #"{"oneOf": [$, {"type": "integer"}]}"#, hasTypes: true),
    ]

    /// Chains and lists with a type for each schema.
    static let types = [
        chain("properties", #"{"type": "object", "required": ["a"], "properties": {"a": $}}"#, count: 500),
        chain(
            "dependentSchemas",
            #"{"properties": {"a": {"type": "string"}}, "dependentSchemas": {"a": $}}"#,
            count: 500
        ),
        chain("allOf", #"{"allOf": [$, {"properties": {"p%": {"type": "string"}}}]}"#, end: object, count: 300),
        chain("anyOf", #"{"anyOf": [$, {"properties": {"p%": {"type": "string"}}}]}"#, end: object, count: 300),
        chain("oneOf", #"{"oneOf": [$, {"type": "integer"}]}"#, count: 300),
        wide("many properties", #"{"properties": {"#, #""p%": {"type": "string"}"#, "}}", count: 3_000),
        wide(
            "properties with one name",
            #"{"properties": {"#,
            #""p.%.": {"properties": {"a%": {}}}"#,
            "}}",
            count: 300
        ),
        wide("enum", #"{"enum": ["#, #""v%""#, "]}", count: 10_000),
        wide("enum of one-value enums", #"{"oneOf": ["#, #"{"type": "string", "enum": ["v%"]}"#, "]}", count: 1_000),
        wide("wide allOf", #"{"allOf": ["#, #"{"properties": {"p%": {"type": "string"}}}"#, "]}", count: 1_000),
        wide("wide oneOf", #"{"oneOf": ["#, #"{"required": ["p%"], "properties": {"p%": {}}}"#, "]}", count: 300),
    ]

    /// Chains of references in other places than schemas.
    static let references = [
        HostileDocument(
            "parameters",
            end: #"{"name": "q", "in": "query", "schema": {"type": "string"}}"#,
            #"{"get": {"parameters": [$], "responses": {"204": {"description": ""}}}}"#
        ),
        HostileDocument("responses", end: #"{"description": ""}"#, #"{"get": {"responses": {"204": $}}}"#),
        HostileDocument(
            "requestBodies",
            end: #"{"content": {"application/json": {"schema": {"type": "string"}}}}"#,
            #"{"post": {"requestBody": $, "responses": {"204": {"description": ""}}}}"#
        ),
        HostileDocument("pathItems", end: #"{"get": {"responses": {"204": {"description": ""}}}}"#, "$"),
        HostileDocument(
            "examples",
            end: #"{"value": "a"}"#,
            #"{"get": {"responses": {"200": {"description": "", "content": {"application/json": {"examples": {"a": $}}}}}}}"#
        ),
        HostileDocument(
            "headers",
            end: #"{"required": true, "schema": {"type": "string"}}"#,
            #"{"get": {"responses": {"204": {"description": "", "headers": {"X-A": $}}}}}"#
        ),
    ]
}
#endif
