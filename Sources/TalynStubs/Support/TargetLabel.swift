/// What a target is called: its type and its case, without what the case holds, which may be a secret.
package struct TargetLabel: Hashable, Sendable, Codable {
    /// The name of the type, without its module.
    package let type: String

    /// The name of the case; nil for a target that is no enum.
    package let `case`: String?

    package init(type: String, case: String?) {
        self.type = type
        self.case = `case`
    }

    package init(_ target: any TargetType) {
        type = String(describing: Swift.type(of: target))
        `case` = Self.caseName(of: target)
    }

    private static func caseName(of target: any TargetType) -> String? {
        let mirror = Mirror(reflecting: target)
        guard mirror.displayStyle == .enum else { return nil }
        if let label = mirror.children.first?.label { return label }
        // Without values there is nothing to hide.
        return String(describing: target)
    }
}

extension TargetLabel: CustomStringConvertible {
    package var description: String { `case`.map { "\(type).\($0)" } ?? type }
}
