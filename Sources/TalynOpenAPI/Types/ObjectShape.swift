/// The properties of an object, with those of the schemas that it consists of.
struct ObjectShape {
    struct Property {
        var name: String
        /// One schema, or those of several variants of the object.
        var schemas: [Schema]
        var isRequired: Bool
        /// The value by which a discriminator names the object.
        var discriminatorValue: DiscriminatorValue?
    }

    enum Additional {
        case ignored
        case any
        case schema(Schema)
    }

    private(set) var properties: [Property] = []
    var additional = Additional.ignored
    private var index: [String: Int] = [:]

    init() {}

    /// Adds a property with another name than those before.
    mutating func add(_ name: String, _ schemas: [Schema], isRequired: Bool = false) {
        index[name] = properties.count
        properties.append(Property(name: name, schemas: schemas, isRequired: isRequired))
    }

    mutating func require(_ names: Set<String>) {
        for index in properties.indices where names.contains(properties[index].name) {
            properties[index].isRequired = true
        }
    }

    /// Whether a property has too many combinations of schemas.
    private(set) var isCut = false

    /// The number of combinations of schemas for one property. More of them keep those of the object.
    private static let maximumCombinations = 200

    /// Adds what one of several variants has. A property that all variants describe fits one of them. One that the object itself
    /// describes fits both.
    mutating func add(variants: [ObjectShape]) {
        let own = Dictionary(uniqueKeysWithValues: properties.map { ($0.name, $0) })
        for name in variants.flatMap({ $0.properties.map(\.name) }).distinct(by: \.self) {
            let others = variants.map { $0.property(name) }
            let isRequired = others.allSatisfy { $0?.isRequired ?? false }
            let schemas = others.compactMap { $0?.schemas }.flatMap { $0 }
            guard let position = index[name], let property = own[name] else {
                add(name, schemas.distinct, isRequired: isRequired)
                continue
            }
            // Unions of unions multiply their variants.
            guard property.schemas.count * schemas.count <= Self.maximumCombinations else {
                isCut = true
                continue
            }
            var joined = property.schemas.flatMap { one in schemas.map { one.schemas.all([one, $0]) } }
            if others.contains(where: { $0 == nil }) { joined = property.schemas + joined }
            properties[position].schemas = joined.distinct
            if isRequired { properties[position].isRequired = true }
        }
        for variant in variants {
            if variant.isCut { isCut = true }
            if case .ignored = additional { additional = variant.additional }
        }
    }

    /// Gives a property the value that a discriminator has for the object.
    mutating func set(_ value: DiscriminatorValue) {
        if let known = index[value.property] {
            properties[known].discriminatorValue = value
        } else {
            add(value.property, [value.schema])
            properties[properties.count - 1].discriminatorValue = value
        }
    }

    func property(_ name: String) -> Property? { index[name].map { properties[$0] } }
}
