#if Tools
import _TalynSupport
import TalynStubs

@testable import TalynOpenAPI

/// Makes documents whose schemas consist of others in random ways.
///
/// A property has the same kind of values wherever it is described, so that most compositions have values: `text` is a text, `list` an
/// array, and so on. How precisely a part describes it is random.
struct Compositions {
    private var random: SeededRandom
    private(set) var names: [String] = []
    private var schemas: [String] = []

    init(seed: Int) { random = SeededRandom(seed: UInt64(seed), sequence: 0) }

    /// The text of a document with seven schemas.
    mutating func document() -> String {
        add("Leaf", object(of: ["text", "number"]))
        for index in 1...3 { add("S\(index)", composition(depth: 0)) }
        let kind = one([#"{"type": "string"}"#, #"{"type": "string", "enum": ["cat", "dog", "puppy"]}"#])
        let mapping = "\"cat\": \"\(pointer("Cat"))\", \"puppy\": \"Puppy\", \"dog\": \"\(pointer("Dog"))\""
        add(
            "Pet",
            """
            {"type": "object", "required": ["kind"], "properties": {"kind": \(kind), \(property("text"))}, \
            "discriminator": {"propertyName": "kind", "mapping": {\(mapping)}}}
            """
        )
        add("Cat", allOf([reference("Pet"), object(of: ["number", "list"])]))
        add("Dog", allOf([reference("Pet"), object(of: ["text", "flag"])]))
        add("Puppy", allOf([reference("Dog"), object(of: ["inner"])]))
        add(
            "Either",
            #"{"oneOf": [\#(reference("S1")), {"type": "string"}, {"type": "array", "items": \#(reference("S2"))}]}"#
        )
        return """
            {"openapi": "3.1.0", "info": {"title": "T", "version": "1"}, "paths": {}, "components": {"schemas": {
            \(schemas.joined(separator: ",\n"))}}}
            """
    }

    private mutating func add(_ name: String, _ schema: String) {
        names.append(name)
        schemas.append("\"\(name)\": \(schema)")
    }

    // MARK: Compositions

    private mutating func composition(depth: Int) -> String {
        switch random.number(in: 0...6) {
        case 0: return object(of: subset(), depth: depth)
        case 1:
            // Keywords beside a reference.
            let inner = object(of: subset(), depth: depth)
            return #"{"$ref": "\#(pointer(earlier()))", \#(inner.dropFirst())"#
        case 2:
            // Required names alone.
            let object = object(of: ["text", "number"], depth: depth)
            return allOf([object, #"{"required": ["\#(one(["text", "number"]))"]}"#])
        case 3:
            let own = object(of: subset(), depth: depth).dropFirst()
            return #"{"allOf": [\#(reference(earlier()))], \#(own)"#
        case 4:
            // Variants that each require another property.
            let variants = ["first", "second"].map {
                #"{"type": "object", "required": ["\#($0)"], "properties": {"\#($0)": {"type": "integer"}}}"#
            }
            return
                #"{"anyOf": [\#(variants.joined(separator: ", "))], \#(object(of: subset(), depth: depth).dropFirst())"#
        default:
            var parts = [object(of: subset(), depth: depth), object(of: subset(), depth: depth)]
            for _ in 0...random.number(in: 0...1) { parts.append(reference(earlier())) }
            if random.number(in: 0...1) == 0 { parts.append(#"{"type": "object"}"#) }
            return allOf(parts)
        }
    }

    private mutating func allOf(_ parts: [String]) -> String {
        var parts = parts
        for index in parts.indices.dropFirst() { parts.swapAt(index, random.number(in: 0...index)) }
        return #"{"allOf": [\#(parts.joined(separator: ", "))]}"#
    }

    private mutating func object(of names: [String], depth: Int = 0) -> String {
        let properties = names.map { property($0, depth: depth) }
        let required = names.filter { _ in random.number(in: 0...2) == 0 }.map { "\"\($0)\"" }
        return """
            {"type": "object", "required": [\(required.joined(separator: ", "))], \
            "properties": {\(properties.joined(separator: ", "))}}
            """
    }

    private static let properties = ["text", "number", "list", "inner", "flag", "several", "maybe"]

    private mutating func subset() -> [String] { Self.properties.filter { _ in random.number(in: 0...1) == 0 } }

    /// A property, described more or less precisely.
    private mutating func property(_ name: String, depth: Int = 0) -> String {
        let leaf = reference("Leaf")
        var forms: [String] =
            switch name {
            case "text":
                [
                    "{}", #"{"type": "string"}"#, #"{"type": "string", "enum": ["x", "y"]}"#,
                    #"{"enum": ["x", "y", "z"]}"#, #"{"type": ["string", "null"]}"#,
                    #"{"type": "string", "minLength": 1}"#,
                ]
            case "number":
                [
                    "true", #"{"type": "integer"}"#, #"{"type": "number"}"#, #"{"type": ["integer", "null"]}"#,
                    #"{"type": "integer", "minimum": 2}"#, #"{"type": ["number", "integer"]}"#,
                ]
            case "list":
                [
                    #"{"type": "array"}"#, #"{"type": "array", "items": {"type": "object"}}"#,
                    #"{"type": "array", "items": \#(leaf)}"#, "{}",
                    #"{"type": "array", "items": {"type": "object", "properties": {"flag": {"type": "boolean"}}}}"#,
                ]
            case "inner": [#"{"type": "object"}"#, leaf, "{}", allOf([leaf, #"{"type": "object"}"#])]
            case "flag": [#"{"type": "boolean"}"#, "{}"]
            case "several":
                [#"{"type": ["string", "integer"]}"#, "{}", #"{"oneOf": [{"type": "integer"}, {"type": "string"}]}"#]
            default: [#"{"type": ["string", "null"]}"#, #"{"anyOf": [{"type": "string"}, {"type": "null"}]}"#]
            }
        if name == "inner", depth < 2 { forms.append(composition(depth: depth + 1)) }
        return "\"\(name)\": \(forms[random.number(in: 0...forms.count - 1)])"
    }

    private mutating func earlier() -> String { names[random.number(in: 0...names.count - 1)] }

    private func reference(_ name: String) -> String { #"{"$ref": "\#(pointer(name))"}"# }

    private func pointer(_ name: String) -> String { "#/components/schemas/\(name)" }

    private mutating func one(_ texts: [String]) -> String { texts[random.number(in: 0...texts.count - 1)] }
}
#endif
