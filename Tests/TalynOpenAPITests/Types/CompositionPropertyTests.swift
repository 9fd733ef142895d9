#if Tools
import TalynStubs
import Testing
import _TalynSupport

@testable import TalynOpenAPI

/// Random compositions, whose types are compared with what a JSON Schema validator says of random values.
struct CompositionPropertyTests {
    private static let documents = 40

    @Test func typesOfCompositionsAgreeWithTheValidator() throws {
        var valid = 0
        var wrong = 0
        for seed in 0..<Self.documents {
            let trial = try Trial(seed: seed)
            try trial.run()
            valid += trial.validCount
            wrong += trial.wrongCount
        }
        // Values that don't occur prove nothing.
        #expect(valid > Self.documents * 10)
        #expect(wrong > Self.documents * 10)
    }
}

/// The schemas of one document, with their types.
private final class Trial {
    private let seed: Int
    private let text: String
    private let document: CheckedDocument
    private let types: TypePlanner
    private var random: SeededRandom
    private(set) var validCount = 0
    private(set) var wrongCount = 0

    init(seed: Int) throws {
        var compositions = Compositions(seed: seed)
        self.seed = seed
        text = compositions.document()
        document = try CheckedDocument(text: text)
        types = TypePlanner(document.document, clientName: "Shop", Configuration(), Diagnostics())
        random = SeededRandom(seed: UInt64(seed), sequence: 1)
    }

    func run() throws {
        for (name, schema) in document.document.schemas {
            let type = types.type(of: schema, at: TypePlanner.Place(name: name))
            for _ in 0..<3 {
                // No value fits a composition whose parts exclude each other.
                guard let value = value(for: schema, name) else { break }
                validCount += 1
                expect(PlannedDecoder.decodes(value, type), "\(name) doesn't decode \(text(of: value))")
                checkNames(value, name, type)
                checkWrong(value, name, schema, type)
            }
            checkProperties(name, schema, type)
        }
    }

    /// A value that fits a schema; nil if none is found.
    private func value(for schema: Schema, _ name: String) -> JSONNode? {
        let names = schema.propertyNames.sorted()
        if name == "Either", random.number(in: 0...1) == 0 {
            return random.number(in: 0...1) == 0 ? .string("x") : .array([])
        }
        var members = names.map { JSONNode.Member($0, member($0)) }.filter { _ in random.number(in: 0...4) > 0 }
        for _ in 0..<12 {
            let value = JSONNode.object(members)
            let faults = document.checker.faults(of: value, schema, .response)
            if faults.isEmpty { return isOfChild(value, name) ? value : nil }
            var wrong = Set(faults.map { String($0.pointer.dropFirst().prefix { $0 != "/" }) })
            // A required member is missing.
            if wrong == [""] {
                wrong = Set(names.filter { name in !members.contains { $0.name == name } })
                members += wrong.sorted().map { JSONNode.Member($0, member($0)) }
            }
            members = members.compactMap { old in
                if !wrong.contains(old.name) { return old }
                return random.number(in: 0...3) == 0 ? nil : JSONNode.Member(old.name, member(old.name))
            }
            members.sort { $0.name < $1.name }
        }
        return nil
    }

    /// A value of the kind that a property has in the compositions.
    private func member(_ name: String) -> JSONNode {
        func one(_ values: [JSONNode]) -> JSONNode { values[random.number(in: 0...values.count - 1)] }
        let leaf = JSONNode.object([JSONNode.Member("number", .number("7")), JSONNode.Member("text", .string("x"))])
        switch name {
        case "text": return one([.string("x"), .string("y"), .string("z"), .null])
        case "number": return one([.number("2"), .number("7"), .number("1.5"), .null])
        case "first", "second": return .number("1")
        case "list":
            let flagged = JSONNode.object([JSONNode.Member("flag", .bool(true)), JSONNode.Member("text", .string("x"))])
            return one([.array([]), .array([leaf]), .array([flagged]), .array([leaf, .object([])])])
        case "flag": return .bool(true)
        case "inner": return one([leaf, .object([]), .object([JSONNode.Member("number", .number("2"))])])
        case "several": return one([.number("2"), .string("x")])
        case "kind": return one([.string("cat"), .string("dog"), .string("puppy")])
        default: return one([.null, .string("x")])
        }
    }

    /// Whether a value of a base is one of the child that its discriminator names. The validator doesn't know the children.
    private func isOfChild(_ value: JSONNode, _ name: String) -> Bool {
        guard let kind = value["kind"]?.text, name == "Pet" else { return value["kind"] == nil || name != "Pet" }
        let child = document.document.schemas.first { $0.name.lowercased() == kind }
        return child.map { document.checker.faults(of: value, $0.schema, .response).isEmpty } ?? false
    }

    /// Each member that the schema describes has a property.
    private func checkNames(_ value: JSONNode, _ name: String, _ type: TypeUse) {
        guard case .object(let object)? = type.unwrapped.declaration?.kind, case .object(let members) = value else {
            return
        }
        let known = Set(object.properties.map(\.wireName))
        for member in members { expect(known.contains(member.name), "\(name) has no property \(member.name)") }
    }

    /// A member or an element of another type than the schema's isn't decoded.
    private func checkWrong(_ value: JSONNode, _ name: String, _ schema: Schema, _ type: TypeUse) {
        let others: [JSONNode] = [.bool(true), .number("1.5"), .string("x"), .array([]), .object([])]
        for (pointer, changed) in Self.changes(of: value, to: others) where !pointer.hasSuffix("/kind") {
            check(changed, pointer, name, schema, type)
        }
        // An optional property may be null, too.
        guard case .object(let members) = value else { return }
        for (index, member) in members.enumerated() where isRequired(member.name, type) && member.name != "kind" {
            var members = members
            members[index].value = .null
            check(.object(members), "/\(member.name)", name, schema, type)
        }
    }

    private func check(_ changed: JSONNode, _ pointer: String, _ name: String, _ schema: Schema, _ type: TypeUse) {
        let faults = document.checker.faults(of: changed, schema, .response)
        guard let fault = faults.first(where: { $0.pointer == pointer && $0.rule == .type }) else { return }
        wrongCount += 1
        let text = "\(name) decodes \(text(of: changed)), whose \(pointer) \(fault.reason)"
        expect(!PlannedDecoder.decodes(changed, type), text)
    }

    /// The values with another value in place of one member or element, and the place.
    private static func changes(of value: JSONNode, to others: [JSONNode]) -> [(pointer: String, value: JSONNode)] {
        var changes: [(pointer: String, value: JSONNode)] = []
        func add(_ name: String, _ inner: JSONNode, _ make: (JSONNode) -> JSONNode) {
            let all = others.map { (pointer: "", value: $0) } + Self.changes(of: inner, to: others)
            changes += all.map { ("/\(name)\($0.pointer)", make($0.value)) }
        }
        switch value {
        case .object(let members):
            for (index, member) in members.enumerated() {
                add(member.name, member.value) { value in
                    var members = members
                    members[index].value = value
                    return .object(members)
                }
            }
        case .array(let elements):
            for (index, element) in elements.enumerated() {
                add("\(index)", element) { value in
                    var elements = elements
                    elements[index] = value
                    return .array(elements)
                }
            }
        default: break
        }
        return changes
    }

    private func isRequired(_ name: String, _ type: TypeUse) -> Bool {
        guard case .object(let object)? = type.unwrapped.declaration?.kind else { return false }
        return object.properties.first { $0.wireName == name }?.isRequired ?? false
    }

    /// The type has each property of the parts, and those that a part requires aren't optional.
    private func checkProperties(_ name: String, _ schema: Schema, _ type: TypeUse) {
        guard case .object(let object)? = type.unwrapped.declaration?.kind else { return }
        var stack = [schema]
        var known: Set<ObjectIdentifier> = []
        while let part = stack.popLast() {
            guard known.insert(ObjectIdentifier(part)).inserted else { continue }
            stack += part.allOf + (part.referenced.map { [$0] } ?? [])
            for (property, _) in part.properties {
                expect(object.properties.contains { $0.wireName == property }, "\(name) has no property \(property)")
            }
            for property in object.properties where part.required.contains(property.wireName) {
                expect(property.isRequired, "\(property.wireName) of \(name) isn't required")
            }
        }
    }

    private func expect(_ condition: Bool, _ problem: String) {
        #expect(condition, "seed \(seed): \(problem)\n\(text)")
    }

    private func text(of value: JSONNode) -> String {
        switch value {
        case .null: "null"
        case .bool(let bool): "\(bool)"
        case .number(let digits): digits
        case .string(let text): "\"\(text)\""
        case .array(let elements): "[\(elements.map { text(of: $0) }.joined(separator: ", "))]"
        case .object(let members):
            "{\(members.map { "\"\($0.name)\": \(text(of: $0.value))" }.joined(separator: ", "))}"
        }
    }
}
#endif
