/// The form of a schema's values, as Swift can have it.
indirect enum Shape {
    case json
    case string
    case int
    case int64
    case uint64
    case double
    case bool
    case date
    /// Seconds since 1970.
    case unixDate
    case day
    /// Bytes outside JSON.
    case binary
    case array(Schema?)
    /// An array with a schema for each place.
    case tuple(TupleShape)
    /// An object whose names are data.
    case map(Schema?)
    case object(ObjectShape)
    case enumeration(EnumShape)
    case union([Schema], Schema.Discriminator?)
    /// The same as another schema.
    case same(Schema)
}

extension Shape {
    /// Whether the values have no parts and no type of their own.
    var isScalar: Bool {
        switch self {
        case .json, .string, .int, .int64, .uint64, .double, .bool, .date, .unixDate, .day, .binary: true
        case .array, .tuple, .map, .object, .enumeration, .union, .same: false
        }
    }

    /// Whether a type of the sources is declared for the shape or its elements.
    var needsDeclaration: Bool {
        switch self {
        case .object, .enumeration, .union, .array, .tuple, .map: true
        default: false
        }
    }
}

/// A shape, and whether `null` may stand in its place.
struct NullableShape {
    var shape: Shape
    var null = Nullability.unsaid
    /// Whether no value has the shape, since the parts of the schema exclude each other.
    var isContradiction = false
}

enum Nullability {
    /// The schema doesn't speak of types.
    case unsaid
    case allowed
    case forbidden

    /// The nullability by several schemas: `null` is allowed if none of them forbids it.
    func and(_ other: Nullability) -> Nullability {
        if self == .forbidden || other == .forbidden { return .forbidden }
        return self == .allowed || other == .allowed ? .allowed : .unsaid
    }
}

/// The known values of an open enum.
struct EnumShape {
    struct Case {
        var value: String
        /// The name in the document, or the value.
        var name: String
        var description: String?
        var isDeprecated = false
    }

    var isText: Bool
    var cases: [Case]

    /// The values, once those of another enum were added.
    fileprivate(set) var known: Set<String> = []

    mutating func add(_ other: EnumShape) {
        if known.isEmpty { known = Set(cases.map(\.value)) }
        for item in other.cases where known.insert(item.value).inserted { cases.append(item) }
    }

    func and(_ other: EnumShape) -> EnumShape {
        let common = Set(other.cases.map(\.value))
        return EnumShape(isText: isText, cases: cases.filter { common.contains($0.value) })
    }
}
