#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The name of a target: its type and its case, without the values of the case, which may be secrets.
package struct TargetLabel: Hashable, Sendable {
    /// The full name of the type without its module, such as `GitHubClient.Target`.
    package let type: String

    /// The name of the case; nil if the target isn't an enum.
    package let `case`: String?

    /// The module of the type; nil if the recording doesn't have it.
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

    /// The label with only the last part of the type's name, as in entries that were written by hand.
    package var short: TargetLabel {
        // The arguments of a generic type may have dots, too.
        let end = type.firstIndex(of: "<") ?? type.endIndex
        let start = type[..<end].lastIndex(of: ".").map { type.index(after: $0) } ?? type.startIndex
        return TargetLabel(type: String(type[start...]), case: `case`)
    }

    /// Whether it can be a label with only the last part of the type's name.
    package var isShort: Bool { module == nil && !type.contains(".") }

    package var withoutModule: TargetLabel { TargetLabel(type: type, case: `case`) }

    /// The names, without the address that the name of a private or local type has, and that differs in each run.
    private static func names(of type: any Any.Type) -> (module: String?, name: String) {
        var name = String(reflecting: type)
        // Most names have no parenthesis, and a search for text takes as long as the rest of a replayed call.
        while name.utf8.contains(UInt8(ascii: "(")), let start = name.firstRange(of: "(unknown context at "),
            let end = name[start.upperBound...].firstRange(of: ").")
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
        // A case without values has no secrets.
        return String(describing: target)
    }
}

extension TargetLabel: CustomStringConvertible {
    package var description: String { `case`.map { "\(type).\($0)" } ?? type }
}
