import TalynCore
import TalynStubs
import _TalynSupport

/// Checks JSON values by the schemas of a document (JSON Schema 2020-12, with the words of OpenAPI 3.0 and Swagger 2).
///
/// Time and depth are limited. A value that is too deep or too large counts as right from there on.
final class SchemaChecker {
    enum Direction {
        case request, response
    }

    /// The text in place of secrets, which fits each schema; nil if values have no secrets.
    private let mask: String?
    var patterns = PatternMatcher()
    private(set) var direction = Direction.response
    /// The checks that are left for a value.
    private var remaining = 0
    /// The checks of all values so far.
    private(set) var count = 0
    /// The results for schemas that consist of others, which several schemas can share.
    private var known: [Memory: Result] = [:]
    /// The checks that ended at a schema by which the value is being checked already.
    private var cycleCount = 0
    /// Whether a part of the value wasn't checked, so that it only counts as right.
    var wasCut = false

    /// The nested checks.
    static let maximumDepth = 100
    /// The nested checks after which the others have a call stack of their own. Some threads have 512 KB, and each check takes more than
    /// 5 KB in a debug build.
    private static let depthOfOwnStack = 25
    static let maximumFaults = 50

    init(mask: String? = nil) {
        self.mask = mask
    }

    func faults(of value: JSONNode, _ schema: Schema, _ direction: Direction) -> [Fault] {
        self.direction = direction
        remaining = 1_000_000
        patterns.reset()
        wasCut = false
        defer {
            count += 1_000_000 - remaining
            known = [:]
        }
        return faults(of: value, schema, Place(owner: schema))
    }

    /// A value and a schema. Each value has a pointer of its own.
    private struct Memory: Hashable {
        let schema: ObjectIdentifier
        let owner: ObjectIdentifier
        let pointer: String
    }

    private struct Result {
        let faults: [Fault]
        let wasCut: Bool
    }

    struct Place {
        var pointer = ""
        /// The number of checks around this one: of values, and of the parts of their schemas.
        var depth = 0
        /// The schema that the value was first checked by.
        var owner: Schema
        /// The schemas that the value is being checked by. References can lead in a circle.
        var active: [ObjectIdentifier] = []

        func member(_ name: String, _ schema: Schema) -> Place {
            Place(pointer: pointer.pointer(to: name), depth: depth, owner: schema)
        }

        /// The place of a member's name, which no pointer of RFC 6901 leads to.
        func name(_ name: String, _ schema: Schema) -> Place {
            Place(pointer: "\(pointer)~#\(name)", depth: depth, owner: schema)
        }
    }

    func faults(of value: JSONNode, _ schema: Schema, _ place: Place) -> [Fault] {
        remaining -= 1
        guard remaining > 0, place.depth <= Self.maximumDepth else { return cut() }
        if case .string = value, hasMask(value) { return cut() }
        if let isAllowed = schema.node.bool {
            return isAllowed ? [] : [Fault(pointer: place.pointer, rule: .members, reason: "must not be there")]
        }
        if case .null = value, schema.part != .element,
            (schema.node["nullable"] ?? schema.node["x-nullable"])?.bool == true
        {
            return []
        }
        guard !place.active.contains(ObjectIdentifier(schema)) else {
            cycleCount += 1
            return cut()
        }
        guard schema.hasParts else { return newFaults(of: value, schema, place) }
        // Parts can share parts, so that there are exponentially many ways to one.
        let memory = Memory(schema: .init(schema), owner: .init(place.owner), pointer: place.pointer)
        if let result = known[memory] {
            wasCut = wasCut || result.wasCut
            return result.faults
        }
        let (wasCutBefore, cyclesBefore) = (wasCut, cycleCount)
        wasCut = false
        let faults = newFaults(of: value, schema, place)
        // The result inside a circle of references is only a part of it.
        if cycleCount == cyclesBefore { known[memory] = Result(faults: faults, wasCut: wasCut) }
        wasCut = wasCut || wasCutBefore
        return faults
    }

    private func newFaults(of value: JSONNode, _ schema: Schema, _ outer: Place) -> [Fault] {
        if outer.depth == Self.depthOfOwnStack { return DeepStack.run { faultsOfParts(of: value, schema, outer) } }
        return faultsOfParts(of: value, schema, outer)
    }

    private func faultsOfParts(of value: JSONNode, _ schema: Schema, _ outer: Place) -> [Fault] {
        var place = outer
        place.active.append(ObjectIdentifier(schema))
        place.depth += 1
        func fault(_ reason: String, _ rule: Fault.Rule = .other) -> [Fault] {
            [Fault(pointer: place.pointer, rule: rule, reason: reason)]
        }
        if let reason = typeFault(of: value, schema) { return fault(reason, .type) }
        var faults: [Fault] = []
        if let referenced = schema.referenced {
            faults += self.faults(of: value, referenced, place)
        } else if schema.isReference {
            wasCut = true
        }
        if let values = schema.values, !values.contains(where: { Self.isEqual(value, $0, schema) }) {
            faults += hasMask(value) ? cut() : fault(Self.valuesReason(values))
        }
        switch value {
        case .number(let digits): faults += numberFaults(digits, schema).flatMap { fault($0) }
        case .string(let text): faults += textFaults(text, schema).flatMap { fault($0) }
        case .array(let elements): faults += arrayFaults(elements, schema, place)
        case .object(let members): faults += objectFaults(members, schema, place)
        case .null, .bool: break
        }
        for part in schema.allOf where faults.count < Self.maximumFaults {
            faults += self.faults(of: value, part, place)
        }
        faults += unionFaults(of: value, schema, place)
        if let not = schema.keyword("not"), verdict(on: value, not, place).fits == true {
            faults += fault("must not fit the schema of 'not'")
        }
        if let condition = schema.keyword("if"), let holds = verdict(on: value, condition, place).fits,
            let branch = schema.keyword(holds ? "then" : "else")
        {
            faults += self.faults(of: value, branch, place)
        }
        return Array(faults.prefix(Self.maximumFaults))
    }

    // MARK: Parts that aren't checked

    /// Checks a value where fitting a schema can be wrong. `fits` is nil if there is no fault because a part wasn't checked, which leaves
    /// ``wasCut`` set.
    func verdict(on value: JSONNode, _ schema: Schema, _ place: Place) -> (faults: [Fault], fits: Bool?) {
        let before = wasCut
        wasCut = false
        let faults = self.faults(of: value, schema, place)
        let isUncertain = wasCut && faults.isEmpty
        wasCut = before || isUncertain
        return (faults, isUncertain ? nil : faults.isEmpty)
    }

    /// No faults, for a part that isn't checked.
    private func cut() -> [Fault] {
        wasCut = true
        return []
    }

    /// Whether a value has a text in place of a secret. Too deep a value counts as one.
    func hasMask(_ value: JSONNode, depth: Int = 0) -> Bool {
        guard let mask else { return false }
        guard depth < Self.maximumDepth else { return true }
        switch value {
        case .string(let text): return text.contains(mask)
        case .array(let elements): return elements.contains { hasMask($0, depth: depth + 1) }
        case .object(let members): return members.contains { hasMask($0.value, depth: depth + 1) }
        case .null, .bool, .number: return false
        }
    }

    // MARK: Types and values

    private func typeFault(of value: JSONNode, _ schema: Schema) -> String? {
        let types = schema.types
        if types.isEmpty {
            return schema.isNull && value != .null ? "must be null, and is \(value.kindWithArticle)" : nil
        }
        let isAllowed =
            switch value {
            case .null: schema.allowsNull
            case .bool: types.contains("boolean")
            case .number: types.contains("number") || types.contains("integer") && value.isWhole
            case .string: types.contains("string")
            case .array: types.contains("array")
            case .object: types.contains("object")
            }
        // Other words, such as Swagger's `file`, allow each value.
        if isAllowed || types.contains(where: { !Self.typeNames.contains($0) }) { return nil }
        let names = types.map { type in
            type == "boolean"
                ? "a Boolean" : ["integer", "array", "object"].contains(type) ? "an \(type)" : "a \(type)"
        }
        return "must be \(names.joined(separator: " or ")), and is \(value.kindWithArticle)"
    }

    private static let typeNames = ["boolean", "number", "integer", "string", "array", "object"]

    private static func isEqual(_ value: JSONNode, _ node: Node, _ schema: Schema) -> Bool {
        let expected = JSONNode(schema.value(of: node))
        if value == expected { return true }
        guard case .number(let one) = value, case .number(let other) = expected, let one = DecimalNumber(one) else {
            return false
        }
        return one == DecimalNumber(other)
    }

    private static func valuesReason(_ values: [Node]) -> String {
        let texts = values.prefix(8).map { $0.scalarText.map { "'\($0)'" } ?? $0.kind }
        let list = texts.joined(separator: ", ") + (values.count > 8 ? ", … (\(values.count) values)" : "")
        return values.count == 1 ? "must be \(list)" : "must be one of \(list)"
    }

    // MARK: Numbers and texts

    private func numberFaults(_ digits: String, _ schema: Schema) -> [String] {
        guard let number = DecimalNumber(digits) else { return [] }
        var reasons: [String] = []
        func check(_ keyword: String, _ words: String, _ isBroken: (DecimalNumber) -> Bool) {
            if let (limit, text) = Self.limit(keyword, schema), isBroken(limit) {
                reasons.append("must be \(words) \(text)")
            }
        }
        // OpenAPI 3.0 has Booleans beside the limits.
        let excludesMinimum = schema.node["exclusiveMinimum"]?.bool == true
        let excludesMaximum = schema.node["exclusiveMaximum"]?.bool == true
        check("minimum", excludesMinimum ? "more than" : "at least") { number < $0 || excludesMinimum && number == $0 }
        check("maximum", excludesMaximum ? "less than" : "at most") { number > $0 || excludesMaximum && number == $0 }
        check("exclusiveMinimum", "more than") { number <= $0 }
        check("exclusiveMaximum", "less than") { number >= $0 }
        if let (divisor, text) = Self.limit("multipleOf", schema) {
            switch number.isMultiple(of: divisor) {
            case true: break
            case false: reasons.append("must be a multiple of \(text)")
            case nil: wasCut = true
            }
        }
        let isNumber = schema.types == ["number"]
        if isNumber, schema.hasIntegerFormat, !number.isWhole {
            reasons.append("must be a whole number by its format '\(schema.format ?? "")'")
        }
        if isNumber || schema.types.contains("integer"),
            let (minimum, maximum) = Self.integerRanges[schema.format ?? ""],
            DecimalNumber(minimum).map({ number < $0 }) == true || DecimalNumber(maximum).map({ number > $0 }) == true
        {
            reasons.append("must be an integer of \(schema.format == "int32" ? 32 : 64) bits")
        }
        return reasons
    }

    private static let integerRanges = [
        "int32": ("\(Int32.min)", "\(Int32.max)"), "int64": ("\(Int64.min)", "\(Int64.max)"),
        "uint64": ("0", "\(UInt64.max)"),
    ]

    private static func limit(_ keyword: String, _ schema: Schema) -> (DecimalNumber, String)? {
        guard case .number(let digits)? = schema.node[keyword]?.value else { return nil }
        return DecimalNumber(digits).map {
            ($0, Int(digits) == nil ? Double(digits).map { text($0) } ?? digits : digits)
        }
    }

    static func text(_ number: Double) -> String { Int(exactly: number).map { String($0) } ?? "\(number)" }

    private func textFaults(_ text: String, _ schema: Schema) -> [String] {
        // A body outside JSON is in place of its bytes.
        if schema.format == "binary" { return [] }
        var reasons: [String] = []
        reasons += Self.countFaults(text.unicodeScalars.count, "Length", "character", schema)
        if let pattern = schema.node["pattern"]?.text {
            switch patterns.matches(text, pattern) {
            case true: break
            case false: reasons.append("must match the pattern \(pattern)")
            case nil: wasCut = true
            }
        }
        if let format = schema.format, let reason = TextFormat.fault(of: text, format) { reasons.append(reason) }
        return reasons
    }

    /// The faults of a count by a minimum and a maximum, such as `minItems` and `maxItems`.
    static func countFaults(_ count: Int, _ keyword: String, _ noun: String, _ schema: Schema) -> [String] {
        func fault(_ words: String, _ limit: Double) -> String {
            "must have \(words) \(text(limit)) \(noun)\(limit == 1 ? "" : "s")"
        }
        let minimum = schema.number("min\(keyword)").flatMap { Double(count) < $0 ? fault("at least", $0) : nil }
        let maximum = schema.number("max\(keyword)").flatMap { Double(count) > $0 ? fault("at most", $0) : nil }
        return [minimum, maximum].compactMap { $0 }
    }
}
