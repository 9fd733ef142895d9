#if Macros
extension FixIt {
    /// Puts attributes in the place of one.
    static func replaceAttribute(
        _ message: String,
        _ old: AttributeSyntax,
        with new: AttributeListSyntax
    ) -> FixIt {
        guard let list = old.parent?.as(AttributeListSyntax.self) else {
            return .replace(message, old, with: old)
        }
        let changed = list.flatMap { element -> [AttributeListSyntax.Element] in
            element.id == old.id || element.as(AttributeSyntax.self)?.id == old.id ? Array(new) : [element]
        }
        return .replace(message, list, with: AttributeListSyntax(changed))
    }

    /// Removes an attribute.
    static func remove(_ attribute: AttributeSyntax, from attributes: AttributeListSyntax) -> FixIt {
        let rest = attributes.filter { $0.as(AttributeSyntax.self)?.id != attribute.id }
        return .replace("remove '@\(attribute.name)'", attributes, with: rest)
    }
}
#endif
