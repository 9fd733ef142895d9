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

    /// Chains that end in the same type.
    static let chains = chains(of: length)

    /// The same, short enough to be read many times, and longer than each limit of depth.
    static let shortChains = chains(of: 1_000)

    private static func chains(of count: Int) -> [HostileDocument] {
        [
            chain("references", "$", count: count),
            chain("items", #"{"type": "array", "items": $}"#, count: count),
            chain("prefixItems", #"{"type": "array", "prefixItems": [$], "minItems": 1}"#, count: count / 5),
            chain("additionalProperties", #"{"type": "object", "additionalProperties": $}"#, count: count / 5),
            chain("patternProperties", #"{"type": "object", "patternProperties": {"^a": $}}"#, count: count / 5),
            chain("allOf of one", #"{"allOf": [$]}"#, count: count),
            chain("anyOf of one", #"{"anyOf": [$]}"#, count: count),
            chain("oneOf of one", #"{"oneOf": [$]}"#, count: count),
            chain("anyOf with null", #"{"anyOf": [$, {"type": "null"}]}"#, count: count),
            chain("allOf twice", #"{"allOf": [$, $]}"#, end: object, count: count / 5),
            chain("anyOf twice", #"{"anyOf": [$, $]}"#, end: object, count: count / 5),
            chain("oneOf twice", #"{"oneOf": [$, $]}"#, end: object, count: count / 5),
            chain("not", #"{"not": $}"#, count: count),
            chain("if", #"{"if": $, "then": $, "else": $}"#, count: count),
            chain("contains", #"{"type": "array", "contains": $}"#, count: count),
            chain("propertyNames", #"{"type": "object", "propertyNames": $}"#, count: count),
        ]
    }

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
