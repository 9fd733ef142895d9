import Foundation

/// The name of a target: its type and its case, without the values of the case, which may be secrets.
package struct TargetLabel: Hashable, Sendable {
    /// The full name of the type without its module, such as `GitHubClient.Target`.
    package let type: String

    /// The name of the case; nil for a target that is no enum.
    package let `case`: String?

    /// The module of the type; nil if it is unknown, as in recordings of earlier versions.
    package let module: String?

    package init(type: String, case: String?, module: String? = nil) {
        self.type = type
        self.case = `case`
        self.module = module
    }

    package init(_ target: any TargetType) {
        let (module, name) = Self.names(of: Swift.type(of: target))
        self.init(type: name, case: Self.caseName(of: target), module: module)
    }

    /// The full name of a type without its module.
    package static func name(of type: any TargetType.Type) -> String { names(of: type).name }

    /// Recordings of earlier versions name a type by the last part of its name only.
    var short: TargetLabel {
        // Not within the arguments of a generic type.
        let end = type.firstIndex(of: "<") ?? type.endIndex
        let start = type[..<end].lastIndex(of: ".").map { type.index(after: $0) } ?? type.startIndex
        return TargetLabel(type: String(type[start...]), case: `case`)
    }

    /// Whether it names a type as recordings of earlier versions do.
    var isShort: Bool { module == nil && !type.contains(".") }

    var withoutModule: TargetLabel { TargetLabel(type: type, case: `case`) }

    /// The name is the same in each run of the process: a private or local type has the address of its context in it.
    private static func names(of type: any Any.Type) -> (module: String?, name: String) {
        var name = String(reflecting: type)
        while let start = name.range(of: "(unknown context at "),
            let end = name[start.upperBound...].range(of: ").")
        {
            name.removeSubrange(start.lowerBound..<end.upperBound)
        }
        guard let dot = name.firstIndex(of: "."), !name[..<dot].contains("<") else { return (nil, name) }
        return (String(name[..<dot]), String(name[dot...].dropFirst()))
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
