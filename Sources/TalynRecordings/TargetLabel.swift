import TalynCore
import _TalynSupport

/// The identity of a target in a recording: its type and its case, without the values of the case, which may be secrets.
struct TargetLabel: Hashable, Sendable {
    /// The full name of the type without its module, such as `GitHubClient.Target`.
    let type: String

    /// The name of the case; nil if the target isn't an enum.
    let `case`: String?

    /// The module of the type; nil if the recording doesn't have it.
    let module: String?

    init(type: String, case: String?, module: String? = nil) {
        self.type = type
        self.case = `case`
        self.module = module
    }

    init(_ target: any TargetType) {
        let (module, name) = TypeName.full(of: Swift.type(of: target))
        self.init(type: name, case: TypeName.ofCase(target), module: module)
    }

    /// The label with only the last part of the type's name, as in entries that were written by hand.
    var short: TargetLabel {
        // The arguments of a generic type may have dots, too.
        let end = type.firstIndex(of: "<") ?? type.endIndex
        let start = type[..<end].lastIndex(of: ".").map { type.index(after: $0) } ?? type.startIndex
        return TargetLabel(type: String(type[start...]), case: `case`)
    }

    /// Whether it can be a label with only the last part of the type's name.
    var isShort: Bool { module == nil && !type.contains(".") }

    var withoutModule: TargetLabel { TargetLabel(type: type, case: `case`) }
}

extension TargetLabel: CustomStringConvertible {
    var description: String { `case`.map { "\(type).\($0)" } ?? type }
}
