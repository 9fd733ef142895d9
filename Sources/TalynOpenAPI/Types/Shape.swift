/// The form of a schema's values, as Swift can have it.
indirect enum Shape {
    case json
    case string
    case int
    case int64
    case double
    case bool
    /// A time of RFC 3339.
    case date
    /// Seconds since 1970.
    case unixDate
    /// A day without a time.
    case day
    /// Bytes outside JSON.
    case binary
    case array(Schema?)
    /// An object whose names are data.
    case map(Schema?)
    case object(ObjectShape)
    case enumeration(EnumShape)
    case union([Schema], Schema.Discriminator?)
    /// The same as another schema.
    case same(Schema)
}

/// A shape, and whether `null` may stand in its place.
struct NullableShape {
    var shape: Shape
    var isNullable = false
}

/// The properties of an object, with those of the schemas that it consists of.
struct ObjectShape {
    struct Property {
        var name: String
        /// One schema, or those of several variants of the object.
        var schemas: [Schema]
        var isRequired: Bool
    }

    enum Additional {
        /// Unknown names are ignored.
        case ignored
        case any
        case schema(Schema)
    }

    var properties: [Property] = []
    var additional = Additional.ignored
    private var index: [String: Int] = [:]

    init() {}

    /// Adds a property that must fit its other schemas, too.
    mutating func add(_ name: String, _ schema: Schema) {
        guard let known = index[name] else {
            index[name] = properties.count
            properties.append(Property(name: name, schemas: [schema], isRequired: false))
            return
        }
        guard let other = properties[known].schemas.first, other !== schema else { return }
        properties[known].schemas = [other.and(schema)]
    }

    mutating func require(_ names: Set<String>) {
        for index in properties.indices where names.contains(properties[index].name) {
            properties[index].isRequired = true
        }
    }

    /// Adds the properties that one of several variants has.
    mutating func add(variants: [ObjectShape]) {
        for variant in variants {
            for property in variant.properties {
                let isRequired = variants.allSatisfy { $0.property(property.name)?.isRequired ?? false }
                if let known = index[property.name] {
                    for schema in property.schemas where !properties[known].schemas.contains(where: { $0 === schema }) {
                        properties[known].schemas.append(schema)
                    }
                    if isRequired { properties[known].isRequired = true }
                } else {
                    index[property.name] = properties.count
                    properties.append(Property(name: property.name, schemas: property.schemas, isRequired: isRequired))
                }
            }
            if case .ignored = additional { additional = variant.additional }
        }
    }

    func property(_ name: String) -> Property? { index[name].map { properties[$0] } }
}

/// The known values of an open enum.
struct EnumShape {
    struct Case {
        var value: String
        /// The name in the document, or the value.
        var name: String
        var description: String?
    }

    /// Whether the values are texts, and not integers.
    var isText: Bool
    var cases: [Case]

    /// The values, once other ones were added.
    fileprivate(set) var known: Set<String> = []

    mutating func add(_ other: EnumShape) {
        if known.isEmpty { known = Set(cases.map(\.value)) }
        for item in other.cases where known.insert(item.value).inserted { cases.append(item) }
    }
}
