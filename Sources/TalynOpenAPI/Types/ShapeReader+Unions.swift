extension ShapeReader {
    /// The shape of a schema that allows one of several others, which are not `null`.
    func union(_ schema: Schema, _ all: [Schema], _ discriminator: Schema.Discriminator?) -> NullableShape {
        var variants: [Schema] = []
        var owners: Set<ObjectIdentifier> = []
        var allowsNull = false
        var forbidsNull = true
        func add(_ variant: Schema, depth: Int) {
            let inner = shape(of: variant)
            let resolved = resolve(variant)
            // A union that contains itself has no more values by that.
            if resolved.schema === schema { return }
            if resolved.null == .allowed { allowsNull = true }
            if resolved.null != .forbidden { forbidsNull = false }
            // A union without a name of its own is a part of this one.
            if depth < 20, !variant.isReference, case .union(let others, nil) = inner.shape {
                for other in others { add(other, depth: depth + 1) }
            } else if owners.insert(ObjectIdentifier(resolved.schema)).inserted {
                variants.append(variant)
            }
        }
        for variant in all { add(variant, depth: 0) }
        var result = NullableShape(shape: .json, null: allowsNull ? .allowed : forbidsNull ? .forbidden : .unsaid)
        if variants.count == 1 {
            result.shape = .same(variants[0])
        } else if !variants.isEmpty {
            result.shape = joined(variants) ?? .union(variants, discriminator)
        }
        return result
    }

    /// One shape for all variants, if there is one: an enum of all values, or the wider type.
    func joined(_ variants: [Schema]) -> Shape? {
        let shapes = variants.map { resolve($0).shape }
        if let first = shapes.first, shapes.allSatisfy({ $0.isSameScalar(as: first) }) { return first }
        if shapes.allSatisfy(\.isText) { return .string }
        var result: EnumShape?
        for shape in shapes {
            switch shape {
            case .enumeration(let shape):
                guard result.map({ $0.isText == shape.isText }) ?? true else { return nil }
                if result == nil { result = shape } else { result?.add(shape) }
            // An open enum has all other texts.
            case .string where shapes.contains(where: \.isTextEnum): break
            case .int where shapes.contains(where: \.isIntegerEnum): break
            case .int, .int64, .uint64, .double:
                guard shapes.allSatisfy(\.isNumber) else { return nil }
                // No type of Swift has all numbers of both.
                if shapes.contains(where: { $0.isSameScalar(as: .uint64) }) { return nil }
                return shapes.contains { $0.isSameScalar(as: .double) } ? .double : .int64
            default: return nil
            }
        }
        return result.map { .enumeration($0) }
    }
}
