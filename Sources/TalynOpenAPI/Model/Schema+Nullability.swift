extension Schema {
    /// Whether `null` is allowed by the schema itself: by OpenAPI 3.0's `nullable`, by a type, or by the values.
    var allowsNull: Bool {
        saysNullable || ownTypes.contains("null")
            || part != .element && (values?.contains { $0.isNull } ?? false)
    }

    /// Whether the schema says `nullable`.
    ///
    /// The word counts beside `allOf` and `$ref`, and alone in a part of `allOf`, too. By the specification, it only has an effect beside
    /// `type`.
    var saysNullable: Bool {
        switch part {
        case .all, .alone, .own: (node["nullable"] ?? node["x-nullable"])?.bool == true || hasNullablePart
        case .oneOf, .anyOf, .element, .none: false
        }
    }

    private var hasNullablePart: Bool {
        guard part != .own, let parts = self["allOf"]?.elements else { return false }
        return parts.contains { part in
            guard case .bool(true)? = part.child("nullable")?.unread, part.reference == nil,
                !(Self.structural + ["type", "required"]).contains(where: { part.child($0) != nil })
            else { return false }
            part.use()
            return part.child("nullable")?.bool == true
        }
    }

    /// Whether `null` is the only value, also by a reference.
    var isNull: Bool {
        if isReference {
            guard target !== self, !target.isReference, target.isNull else { return false }
            target.node.use()
            return true
        }
        if !ownTypes.isEmpty { return ownTypes == ["null"] || ownTypes == ["object"] && node.isNullBesideReferences }
        if let values { return values.allSatisfy(\.isNull) && !values.isEmpty }
        return false
    }
}

extension Node {
    /// Whether the value is a schema of `null` by its type, without a mark.
    ///
    /// YAML needs quotation marks around the type, and many documents lack them. Without these, a variant of a union that says nothing else is
    /// one of `null`. Elsewhere, an empty `type` counts as missing.
    var isTypeOfNull: Bool {
        if case .string("null")? = child("type")?.unread { return true }
        return child("type")?.isNull == true && isVariantOfNull
    }

    /// Whether the value is a variant that OData writes for a nullable reference: an object without properties that can be `null`, beside
    /// references alone.
    fileprivate var isNullBesideReferences: Bool {
        guard child("nullable")?.bool == true,
            !(Schema.structural + ["required"]).contains(where: { child($0) != nil }),
            let variants, ["anyOf", "oneOf"].contains(variants.key)
        else { return false }
        let others = variants.children.filter { $0 !== self }
        guard !others.isEmpty, others.allSatisfy({ $0.reference != nil }) else { return false }
        use()
        return true
    }

    /// Whether the value is a variant of a union that says nothing of its form beside an empty type.
    var isVariantOfNull: Bool {
        guard let variants, ["anyOf", "oneOf"].contains(variants.key) else { return false }
        return !(Schema.structural + ["$ref", "required"]).contains { child($0)?.isNull == false }
    }

    /// The array of variants around the value, if it is one of them.
    private var variants: Node? { ancestor { _ in true } }
}
