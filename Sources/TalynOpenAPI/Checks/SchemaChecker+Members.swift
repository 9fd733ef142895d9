import TalynStubs
import _TalynSupport

extension SchemaChecker {
    func arrayFaults(_ elements: [JSONNode], _ schema: Schema, _ place: Place) -> [Fault] {
        var faults: [Fault] = []
        func add(_ reason: String) { faults.append(Fault(pointer: place.pointer, rule: .other, reason: reason)) }
        for reason in Self.countFaults(elements.count, "Items", "element", schema) { add(reason) }
        if schema.node["uniqueItems"]?.bool == true {
            // Masked secrets look equal, even if they differ.
            let known = elements.filter { !hasMask($0) }
            if Set(known).count < known.count { add("must have no two equal elements") }
            if known.count < elements.count { wasCut = true }
        }
        let first = schema.prefixItems
        let rest = first.isEmpty ? schema.items : schema.furtherItem
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
        func add(_ reason: String, to pointer: String) {
            faults.append(Fault(pointer: pointer, rule: .members, reason: reason))
        }
        let properties = schema.propertyIndex
        let patterns = schema.named("patternProperties")
        let additional = schema.node["additionalProperties"]
        let isClosed = additional?.bool == false
        let schemaOfOthers = schema.keyword("additionalProperties")
        let isUnevaluatedClosed = schema.node["unevaluatedProperties"]?.bool == false
        let evaluatingParts = isUnevaluatedClosed ? schema.parts(includingConditions: true) : []
        let nameSchema = schema.keyword("propertyNames")
        for member in members where faults.count < Self.maximumFaults {
            let pointer = place.pointer.pointer(to: member.name)
            let property = properties[member.name]
            if let property {
                if direction == .response, property.isWriteOnly {
                    add("is write-only, and must not be in a response", to: pointer)
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
                add("has the name '\(member.name)', which \(fault.reason)", to: place.pointer)
            }
            guard isOther else { continue }
            if isClosed || isUnevaluatedClosed && !isEvaluated(member.name, by: evaluatingParts) {
                add("isn't allowed there", to: pointer)
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
        lazy var parts = place.owner.parts()
        for name in schema.required.sorted() where !names.contains(name) && !isExempt(name, parts) {
            add("lacks the member '\(name)'")
        }
        for reason in Self.countFaults(members.count, "Properties", "member", schema) { add(reason) }
        for (name, node) in schema.node["dependentRequired"]?.members?.list ?? [] where names.contains(name) {
            for other in node.elements?.compactMap(\.text) ?? [] where !names.contains(other) {
                add("lacks the member '\(other)', which '\(name)' needs")
            }
        }
        for (name, dependent) in schema.named("dependentSchemas") where names.contains(name) {
            faults += self.faults(of: .object(members), dependent, place)
        }
        return faults
    }

    /// Whether a required member can be missing in one direction (OpenAPI 3.0, section 4.7.24.2).
    private func isExempt(_ name: String, _ parts: [Schema]) -> Bool {
        parts.lazy.compactMap { $0.propertyIndex[name] }
            .contains { direction == .request ? $0.isReadOnly : $0.isWriteOnly }
    }

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
        return variants.first { $0.impliedName == name }
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
        let part = first.pointer == place.pointer ? "it" : first.pointer
        let reason =
            "fits none of the \(variants.count) variants; the nearest one says that \(part) \(first.reason)"
        return [Fault(pointer: place.pointer, rule: first.rule, reason: reason)]
    }
}
