import _TalynSupport

extension Schema {
    /// The value by which a discriminator names a variant that its mapping doesn't have: the name of the schema (OpenAPI 3.1.1,
    /// section 4.8.25). Nil for a schema without a name.
    ///
    /// A reference can have another name for the schema. That of a file has the name that the document gives the schema, or that of the file.
    var impliedName: String? {
        let target = target
        if let value = target.valueOfDiscriminator { return value }
        let known = schemas.name(of: target)
        guard let reference = node.reference else { return known }
        let parts = reference.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        if parts.count > 1, parts[1].hasPrefix("/"), let last = parts[1].split(separator: "/").last {
            return last.percentDecodedLeniently.replacing("~1", with: "/").replacing("~0", with: "~")
        }
        if let known { return known }
        guard target.node.key.isEmpty else { return target.node.key }
        let file = target.node.file.name.split(separator: "/").last ?? ""
        let name = file.lastIndex(of: ".").map { file[..<$0] } ?? file
        return name.isEmpty ? nil : String(name)
    }

    /// The value that extensions of AutoRest and of Swagger Codegen give.
    var valueOfDiscriminator: String? {
        (node["x-ms-discriminator-value"] ?? node["x-discriminator-value"])?.scalarText
    }
}
