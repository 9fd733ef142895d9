/// A mask of values in a format that ``Redaction`` doesn't know, such as GraphQL.
///
/// All masks are equal: they don't count in a comparison of redactions.
package struct NestedMask: Sendable, Hashable {
    /// Masks the secrets of a value; nil if it has another format.
    let mask: @Sendable (_ value: String, _ redaction: Redaction) -> String?

    package init(_ mask: @escaping @Sendable (_ value: String, _ redaction: Redaction) -> String?) {
        self.mask = mask
    }

    package static func == (left: NestedMask, right: NestedMask) -> Bool { true }

    package func hash(into hasher: inout Hasher) {}
}
