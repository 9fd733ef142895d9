import TalynStubs
import _TalynSupport

extension SchemaChecker {
    func arrayFaults(_ elements: [JSONNode], _ schema: Schema, _ place: Place) -> [Fault] {
        var faults: [Fault] = []
        func add(_ reason: String) { faults.append(Fault(pointer: place.pointer, rule: .other, reason: reason)) }
        let count = Double(elements.count)
        if let minimum = schema.number("minItems"), count < minimum {
            add("must have at least \(Self.counted(minimum, "element"))")
        }
        if let maximum = schema.number("maxItems"), count > maximum {
            add("must have at most \(Self.counted(maximum, "element"))")
        }
        if schema.node["uniqueItems"]?.bool == true {
            // Masked secrets look equal, even if they differ.
            let known = elements.filter { !hasMask($0) }
            if Set(known).count < known.count { add("must have no two equal elements") }
            if known.count < elements.count { wasCut = true }
        }
        // Before JSON Schema 2020-12, an array of schemas in `items` was a tuple.
        let isTuple = schema.node["items"]?.elements != nil
        let first = schema.list(isTuple ? "items" : "prefixItems")
        let rest = schema.keyword(isTuple ? "additionalItems" : "items")
        for (index, element) in elements.enumerated() where faults.count < Self.maximumFaults {
            guard let schema = index < first.count ? first[index] : rest else { break }
            faults += self.faults(of: element, schema, place.member(String(index), schema))
        }
        if let contained = schema.keyword("contains"), schema.number("minContains") != 0,
            !elements.indices.contains(where: { index in
                verdict(on: elements[index], contained, place.member(String(index), contained)).fits != false
            })
        {
            add("must have an element that fits the schema of 'contains'")
        }
        return faults
    }

    func objectFaults(_ members: [JSONNode.Member], _ schema: Schema, _ place: Place) -> [Fault] {
        var faults = missingMembers(members, schema, place)
        let properties = schema.propertyIndex
        let patterns = schema.named("patternProperties")
        let additional = schema.node["additionalProperties"]
        let isClosed = additional?.bool == false
        let schemaOfOthers = schema.keyword("additionalProperties")
        let isUnevaluatedClosed = schema.node["unevaluatedProperties"]?.bool == false
        let evaluatingParts = isUnevaluatedClosed ? schema.parts(includingConditions: true) : []
        let nameSchema = schema.keyword("propertyNames")
        for member in members where faults.count < Self.maximumFaults {
            let property = properties[member.name]
            if let property {
                if direction == .response, property.isWriteOnly {
                    faults.append(
                        Fault(
                            pointer: place.pointer.pointer(to: member.name),
                            rule: .members,
                            reason: "is write-only, and must not be in a response"
                        )
                    )
                }
                faults += self.faults(of: member.value, property, place.member(member.name, property))
            }
            var isOther = property == nil
            for (pattern, schema) in patterns {
                switch self.patterns.matches(member.name, pattern) {
                case true:
                    isOther = false
                    faults += self.faults(of: member.value, schema, place.member(member.name, schema))
                case false: break
                case nil:
                    isOther = false
                    wasCut = true
                }
            }
            if let nameSchema,
                let fault = self.faults(of: .string(member.name), nameSchema, place.name(member.name, nameSchema)).first
            {
                faults.append(
                    Fault(
                        pointer: place.pointer,
                        rule: .members,
                        reason: "has the name '\(member.name)', which \(fault.reason)"
                    )
                )
            }
            guard isOther else { continue }
            if isClosed || isUnevaluatedClosed && !isEvaluated(member.name, by: evaluatingParts) {
                let pointer = place.pointer.pointer(to: member.name)
                faults.append(Fault(pointer: pointer, rule: .members, reason: "isn't allowed there"))
            } else if let schemaOfOthers {
                faults += self.faults(of: member.value, schemaOfOthers, place.member(member.name, schemaOfOthers))
            }
        }
        return faults
    }

    /// Whether a part of a schema speaks of a member, or can speak of it (JSON Schema 2020-12, section 11.3).
    private func isEvaluated(_ name: String, by parts: [Schema]) -> Bool {
        parts.contains { part in
            if part.propertyIndex[name] != nil { return true }
            // A reference that leads nowhere stands for any schema.
            if part.isReference, part.referenced == nil { return true }
            if part.named("patternProperties").contains(where: { patterns.matches(name, $0.name) != false }) {
                return true
            }
            return ["additionalProperties", "unevaluatedProperties"].contains { keyword in
                part.node[keyword].map { $0.bool != false } ?? false
            }
        }
    }

    private func missingMembers(_ members: [JSONNode.Member], _ schema: Schema, _ place: Place) -> [Fault] {
        var faults: [Fault] = []
        func add(_ reason: String) { faults.append(Fault(pointer: place.pointer, rule: .members, reason: reason)) }
        let names = Set(members.map(\.name))
        func has(_ name: String) -> Bool { names.contains(name) }
        lazy var parts = place.owner.parts()
        for name in schema.required.sorted() where !has(name) && !isExempt(name, parts) {
            add("lacks the member '\(name)'")
        }
        let count = Double(members.count)
        if let minimum = schema.number("minProperties"), count < minimum {
            add("must have at least \(Self.counted(minimum, "member"))")
        }
        if let maximum = schema.number("maxProperties"), count > maximum {
            add("must have at most \(Self.counted(maximum, "member"))")
        }
        for (name, node) in schema.node["dependentRequired"]?.members?.list ?? [] where has(name) {
            for other in node.elements?.compactMap(\.text) ?? [] where !has(other) {
                add("lacks the member '\(other)', which '\(name)' needs")
            }
        }
        for (name, dependent) in schema.named("dependentSchemas") where has(name) {
            faults += self.faults(of: .object(members), dependent, place)
        }
        return faults
    }

    /// Whether a required member can be missing in one direction (OpenAPI 3.0, section 4.7.24.2).
    private func isExempt(_ name: String, _ parts: [Schema]) -> Bool {
        for part in parts {
            guard let property = part.propertyIndex[name] else { continue }
            if direction == .request ? property.isReadOnly : property.isWriteOnly { return true }
        }
        return false
    }

    // MARK: Unions

    func unionFaults(of value: JSONNode, _ schema: Schema, _ place: Place) -> [Fault] {
        var faults: [Fault] = []
        for (variants, isExclusive) in [(schema.anyOf, false), (schema.oneOf, true)] where !variants.isEmpty {
            if let variant = discriminated(value, schema, variants) {
                faults += self.faults(of: value, variant, place)
                continue
            }
            let wasCutBefore = wasCut
            var best: [Fault]?
            var matches = 0
            variants: for variant in variants {
                let verdict = verdict(on: value, variant, place)
                switch verdict.fits {
                case true:
                    matches += 1
                    if !isExclusive { wasCut = wasCutBefore }
                    if !isExclusive || matches > 1 { break variants }
                case nil:
                    // Another match says nothing.
                    matches = 1
                    break variants
                case false:
                    if best.map({ weight(verdict.faults, place) < weight($0, place) }) ?? true { best = verdict.faults }
                }
            }
            if matches == 0 {
                faults += noMatch(best ?? [], variants, place)
            } else if matches > 1 {
                let reason = "fits several of the \(variants.count) variants, and must fit one"
                faults.append(Fault(pointer: place.pointer, rule: .other, reason: reason))
            }
        }
        return faults
    }

    /// The variant that a discriminator names; nil if it names none.
    private func discriminated(_ value: JSONNode, _ schema: Schema, _ variants: [Schema]) -> Schema? {
        guard let discriminator = schema.discriminator, let name = value[discriminator.property]?.text else {
            return nil
        }
        if let mapped = discriminator.mapping.first(where: { $0.value == name })?.schema { return mapped }
        // Without a mapping, the value is the name of the schema.
        return variants.first { $0.node["$ref"]?.text?.split(separator: "/").last.map { String($0) } == name }
    }

    /// A fault of the type is worse than others, and one of a member that tells variants apart is, too.
    private func weight(_ faults: [Fault], _ place: Place) -> Int {
        faults.reduce(0) { sum, fault in
            sum + (fault.pointer == place.pointer ? fault.rule == .type ? 1_000 : 10 : fault.rule == .type ? 5 : 1)
        }
    }

    private func noMatch(_ best: [Fault], _ variants: [Schema], _ place: Place) -> [Fault] {
        let types = variants.reduce(into: Set<String>()) { $0.formUnion($1.kinds) }
        guard let first = best.first else { return [] }
        if variants.count == 1 || types.count == variants.count { return best }
        let detail =
            first.pointer == place.pointer
            ? "the nearest one says that it \(first.reason)"
            : "the nearest one says that \(first.pointer) \(first.reason)"
        let reason = "fits none of the \(variants.count) variants; \(detail)"
        return [Fault(pointer: place.pointer, rule: first.rule, reason: reason)]
    }
}
