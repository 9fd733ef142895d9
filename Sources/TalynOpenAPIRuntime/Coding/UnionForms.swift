/// The forms of JSON by which the variants of a union are recognised.
public struct UnionForms: Sendable {
    /// One form that a variant can have.
    public struct Form: Sendable {
        enum Kind: Sendable {
            case any, string, integer, number, boolean, array, object
        }

        let index: Int
        let kind: Kind
        var required: [String] = []
        var known: Set<String> = []
        var constants: [String: String] = [:]
        var values: Set<String> = []
        /// The number of elements that have a place, and the texts of those that have only one; nil for any number.
        var count: Int?
        var elements: [Int: String] = [:]
        /// The forms that the elements can have; none for elements of which nothing is known.
        var items: [Form] = []
    }

    let forms: [Form]
    let property: String?
    let cases: [String: Int]
    let isCertain: Bool
    let fallback: Int?
    let statuses: [String: Int]

    /// Creates forms.
    ///
    /// - Parameters:
    ///   - forms: The forms of all variants.
    ///   - property: The property whose text tells the variant.
    ///   - cases: The index of the variant for each text of the property.
    ///   - isCertain: Whether another text of the property is a variant that the document doesn't have.
    ///   - fallback: The index of the variant of objects without a known text of the property.
    ///   - statuses: The index of the variant for each status of a response, such as `200`, or `2XX`.
    public init(
        _ forms: [Form],
        by property: String? = nil,
        _ cases: [String: Int] = [:],
        isCertain: Bool = true,
        otherwise fallback: Int? = nil,
        statuses: [String: Int] = [:]
    ) {
        self.statuses = statuses
        self.forms = forms
        self.property = property
        self.cases = cases
        self.isCertain = isCertain
        self.fallback = fallback
    }
}

extension UnionForms.Form {
    /// Any JSON.
    public static func any(_ index: Int) -> Self { Self(index: index, kind: .any) }

    /// A text, or preferably one of some texts.
    public static func string(_ index: Int, _ values: Set<String> = []) -> Self {
        Self(index: index, kind: .string, values: values)
    }

    /// A whole number.
    public static func integer(_ index: Int) -> Self { Self(index: index, kind: .integer) }

    /// A number.
    public static func number(_ index: Int) -> Self { Self(index: index, kind: .number) }

    /// `true` or `false`.
    public static func boolean(_ index: Int) -> Self { Self(index: index, kind: .boolean) }

    /// An array.
    ///
    /// - Parameters:
    ///   - index: The index of the variant.
    ///   - count: The number of elements that it knows; nil for any number.
    ///   - constants: The only texts that elements can have, by their places. The first place is 0.
    ///   - items: The forms that the elements can have. Their indices have no meaning.
    public static func array(
        _ index: Int,
        count: Int? = nil,
        constants: [Int: String] = [:],
        of items: [Self] = []
    ) -> Self {
        Self(index: index, kind: .array, count: count, elements: constants, items: items)
    }

    /// An object.
    ///
    /// - Parameters:
    ///   - index: The index of the variant.
    ///   - required: The names that it must have.
    ///   - known: Other names that it can have.
    ///   - constants: Names with the only text that they can have.
    public static func object(
        _ index: Int,
        _ required: [String] = [],
        _ known: Set<String> = [],
        constants: [String: String] = [:]
    ) -> Self {
        Self(index: index, kind: .object, required: required, known: known.union(required), constants: constants)
    }
}

extension Decoder {
    /// Decodes the variant of a union that fits best.
    ///
    /// A discriminator decides if the document has one and its value is known. Otherwise, a variant must have the type of the
    /// JSON, its required names and its constants. Of those, the one with the most matching names comes first. If its decoding
    /// fails, the next one is tried. A union inside that both variants have in one place is decoded once, so that a recursive union
    /// takes time by the size of the JSON alone.
    ///
    /// The variant of a response is the one of its status, if the document gives one.
    ///
    /// - Parameters:
    ///   - forms: The forms of the variants.
    ///   - make: Decodes the variant with an index.
    /// - Returns: Nil if no variant fits.
    public func union<Union>(_ forms: UnionForms, _ make: (Int) throws -> Union) throws -> Union? {
        if let index = forms.variantOfStatus { return try make(index) }
        let shape = JSONShape(self)
        let candidates = forms.candidates(for: shape)
        func first(_ memory: UnionMemory?) -> Union? {
            for index in candidates {
                if let union = try? make(index) { return union }
                memory?.begin()
            }
            return nil
        }
        // A scalar has no unions inside.
        guard shape.isContainer, !candidates.isEmpty else { return first(nil) }
        if let memory = UnionMemory.current { return memory.value(of: self) { first(memory) } }
        let memory = UnionMemory()
        return UnionMemory.$current.withValue(memory) { first(memory) }
    }
}

extension UnionForms {
    /// The status of the response that is being decoded.
    @TaskLocal static var status: Int?

    /// The index of the variant that the status tells; nil if it tells none.
    var variantOfStatus: Int? {
        guard !statuses.isEmpty, let status = Self.status else { return nil }
        return statuses["\(status)"] ?? statuses["\(status / 100)XX"]
    }

    /// The indices of the variants that can have the shape, the best first.
    func candidates(for shape: JSONShape) -> [Int] {
        if let property {
            let value = shape.text(of: property)
            if let value, let index = cases[value] { return [index] }
            if let fallback, shape.isObject { return [fallback] }
            if value != nil, isCertain { return [] }
        }
        var best: [(index: Int, score: Int)] = []
        // The places in the list above, by the index of the variant.
        var places: [Int: Int] = [:]
        for form in forms {
            guard let score = form.score(for: shape) else { continue }
            if let known = places[form.index] {
                best[known].score = Swift.max(best[known].score, score)
            } else {
                places[form.index] = best.count
                best.append((form.index, score))
            }
        }
        // The sort is stable, so the order of the document decides otherwise.
        return best.sorted { $0.score > $1.score }.map(\.index)
    }
}

extension UnionForms.Form {
    /// The number of signs that the shape has this form; nil if it hasn't.
    func score(for shape: JSONShape) -> Int? {
        switch (kind, shape.kind) {
        case (.any, _): return -1
        case (.string, .scalar(.string(let text))): return values.isEmpty ? 1 : values.contains(text) ? 2 : 0
        case (.integer, .scalar(.integer)): return 2
        case (.number, .scalar(.integer)), (.number, .scalar(.number)), (.boolean, .scalar(.bool)):
            return 1
        case (.array, .array(let array)): return score(for: array)
        case (.object, .object):
            let names = shape.names
            guard required.allSatisfy({ names.contains($0) }) else { return nil }
            var constantCount = 0
            for (name, value) in constants where names.contains(name) {
                guard shape.text(of: name) == value else { return nil }
                constantCount += 1
            }
            let matching = known.intersection(names).count
            // Names that the variant doesn't know speak against it.
            return constantCount * 1_000 + matching * 2 - (names.count - matching)
        default: return nil
        }
    }

    /// The number of signs that an array has this form; nil if it hasn't.
    private func score(for array: ArrayShape) -> Int? {
        if count == nil, elements.isEmpty, items.isEmpty { return 1 }
        let texts = array.texts(first: (elements.keys.max() ?? -1) + 1)
        var constantCount = 0
        for (place, value) in elements where place < texts.count {
            guard texts[place] == value else { return nil }
            constantCount += 1
        }
        // Elements that the variant doesn't know speak against it.
        let unknown = count.map { Swift.max(0, array.count - $0) } ?? 0
        // The first element stands for the others, which are alike.
        guard !items.isEmpty, let first = array.first else { return 1 + constantCount * 1_000 - unknown }
        return items.compactMap { $0.score(for: first) }.max()
    }
}

/// The elements of an array, each of which is read once it is asked for.
struct ArrayShape {
    fileprivate let decoder: any Decoder

    var count: Int { (try? decoder.unkeyedContainer())?.count ?? 0 }

    /// The shape of the first element; nil for an empty array.
    var first: JSONShape? {
        guard var container = try? decoder.unkeyedContainer(), !container.isAtEnd else { return nil }
        return (try? container.superDecoder()).map { JSONShape($0) }
    }

    /// The texts of the first elements, the digits of whole numbers, or `true` and `false`; nil for other elements.
    func texts(first count: Int) -> [String?] {
        guard count > 0, var container = try? decoder.unkeyedContainer() else { return [] }
        var texts: [String?] = []
        while texts.count < count, !container.isAtEnd {
            // The decoder of an element goes on to the next one, whatever the element is.
            guard let element = try? container.superDecoder().singleValueContainer() else { break }
            texts.append(
                (try? element.decode(String.self)) ?? (try? element.decode(Int.self)).map { String($0) }
                    ?? (try? element.decode(Bool.self)).map { String($0) }
            )
        }
        return texts
    }
}

/// The type of a JSON value, and the names of an object's members.
struct JSONShape {
    enum Kind {
        case scalar(JSONValue)
        case array(ArrayShape)
        case object(KeyedDecodingContainer<PropertyKey>)
    }

    let kind: Kind
    let names: Set<String>

    var isObject: Bool { if case .object = kind { true } else { false } }

    /// Whether it has values inside.
    var isContainer: Bool { if case .scalar = kind { false } else { true } }

    init(_ decoder: any Decoder) {
        if let object = try? decoder.properties() {
            kind = .object(object)
            names = Set(object.allKeys.map(\.stringValue))
            return
        }
        names = []
        let scalar = try? JSONValue(scalarIn: decoder.singleValueContainer())
        kind = scalar.map { .scalar($0) } ?? .array(ArrayShape(decoder: decoder))
    }

    /// The text of a member, the digits of a whole number, or `true` and `false`.
    func text(of name: String) -> String? {
        guard case .object(let container) = kind, names.contains(name) else { return nil }
        let key = PropertyKey(name)
        return (try? container.decode(String.self, forKey: key))
            ?? (try? container.decode(Int.self, forKey: key)).map { String($0) }
            ?? (try? container.decode(Bool.self, forKey: key)).map { String($0) }
    }
}
