#if Tools
import TalynStubs
import _TalynSupport

@testable import TalynOpenAPI

/// Decides whether generated types would decode a JSON value, from their plans.
///
/// A union's case for unknown values doesn't count.
enum PlannedDecoder {
    static func decodes(_ value: JSONNode, _ type: TypeUse) -> Bool {
        switch (type, value) {
        case (.json, _): true
        case (.optional, .null): true
        case (.optional(let type), _): decodes(value, type)
        case (.string, .string), (.binary, .string), (.date, .string), (.day, .string): true
        case (.int, .number), (.int64, .number), (.uint64, .number), (.unixDate, .number): value.isWhole
        case (.double, .number), (.bool, .bool): true
        case (.array(let type), .array(let elements)): elements.allSatisfy { decodes($0, type) }
        case (.map(let type), .object(let members)): members.allSatisfy { decodes($0.value, type) }
        case (.named(let declaration), _): decodes(value, declaration)
        default: false
        }
    }

    private static func decodes(_ value: JSONNode, _ declaration: Declaration) -> Bool {
        switch declaration.kind {
        case .object(let object): return decodes(value, object)
        case .enumeration(let shape, _): return decodes(value, shape.isText ? .string : .int)
        case .union(let union):
            if let discriminator = union.discriminator {
                let text = value[discriminator.property]?.text
                if let known = discriminator.cases.first(where: { $0.value == text }) {
                    return decodes(value, union.cases[known.index].type)
                }
                if let fallback = discriminator.fallback { return decodes(value, union.cases[fallback].type) }
                if text != nil, discriminator.isCertain { return false }
            }
            return union.cases.contains { decodes(value, $0.type) }
        case .tuple(let tuple):
            guard case .array(let elements) = value else { return false }
            return tuple.properties.indices.allSatisfy { index in
                let property = tuple.properties[index]
                guard index < elements.count else { return !property.isRequired }
                return elements[index] == .null && (property.isNullable || !property.isRequired)
                    || decodes(elements[index], property.type)
            }
                && elements.dropFirst(tuple.properties.count).allSatisfy { element in
                    tuple.additional.map { decodes(element, $0) } ?? true
                }
        case .multipart, .events: return false
        }
    }

    private static func decodes(_ value: JSONNode, _ object: ObjectType) -> Bool {
        guard case .object(let members) = value else { return false }
        for property in object.properties {
            let isOptional = !property.isRequired || property.isNullable
            guard let member = value[property.wireName], member != .null || !isOptional else {
                if !isOptional { return false }
                continue
            }
            guard decodes(member, property.type) else { return false }
        }
        guard let type = object.additional else { return true }
        let names = Set(object.properties.map(\.wireName))
        return members.allSatisfy { names.contains($0.name) || decodes($0.value, type) }
    }
}
#endif
