/// The enums of parameters that several operations have, such as `direction`.
///
/// An enum with the same values under the same name is one type. The most frequent values of a name get the name alone.
struct SharedEnums {
    private var counts: [String: [String: Int]] = [:]
    private var known: [String: TypeUse] = [:]
    /// The most frequent values of each name.
    private var best: [String: String] = [:]

    init(_ operations: [OperationModel], _ shapes: ShapeReader) {
        for parameter in operations.flatMap(\.parameters) {
            guard let schema = parameter.schema, let (_, key) = Self.values(of: schema, shapes) else { continue }
            counts[parameter.name, default: [:]][key, default: 0] += 1
        }
        for (name, sets) in counts { best[name] = sets.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key }
    }

    /// The enum of a schema, or of an array's elements, and its values as a key.
    private static func values(of schema: Schema, _ shapes: ShapeReader) -> (isArray: Bool, key: String)? {
        let found = shapes.resolve(schema)
        // A named schema is shared by its name.
        guard found.schema === schema else { return nil }
        switch found.shape {
        case .enumeration(let shape) where shape.cases.count > 1:
            return (false, "\(shape.isText) \(shape.cases.map(\.value))")
        case .array(let items?): return values(of: items, shapes).flatMap { $0.isArray ? nil : (true, $0.key) }
        default: return nil
        }
    }

    /// The type of a parameter's schema; nil for one that is no such enum.
    mutating func type(of schema: Schema, named parameter: String, or name: String, _ types: TypePlanner) -> TypeUse? {
        guard let (isArray, key) = Self.values(of: schema, types.shapes), let sets = counts[parameter] else {
            return nil
        }
        let identity = "\(parameter) \(key)"
        if let known = known[identity] { return isArray ? .array(known) : known }
        let count = sets[key] ?? 0
        let isMostFrequent = count > 1 && best[parameter] == key
        let place = TypePlanner.Place(name: isMostFrequent ? SwiftName.type(parameter) : name)
        let type = types.type(of: schema, at: place).unwrapped
        known[identity] = type.element?.unwrapped ?? type
        return type
    }
}
