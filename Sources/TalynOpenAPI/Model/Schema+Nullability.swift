extension Schema {
    /// Whether `null` is allowed by the schema itself: by OpenAPI 3.0's `nullable`, by a type, or by the values.
    var allowsNull: Bool {
        saysNullable || ownTypes.contains("null") || (values?.contains { $0.isNull } ?? false)
    }

    /// Whether the schema says `nullable`.
    ///
    /// The word counts beside `allOf` and `$ref`, and alone in a part of `allOf`, too. By the specification, it only has an effect beside
    /// `type`.
    var saysNullable: Bool {
        switch part {
        case .all, .alone, .own: (node["nullable"] ?? node["x-nullable"])?.bool == true || hasNullablePart
        case .oneOf, .anyOf, .none: false
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
        if !ownTypes.isEmpty { return ownTypes == ["null"] }
        if let values { return values.allSatisfy(\.isNull) && !values.isEmpty }
        return false
    }
}
