import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Which targets a stub is for.
struct TargetCondition: Sendable {
    let type: ObjectIdentifier
    /// The target, if there is only one, and it can be looked up.
    let key: LookupKey?
    let matches: @Sendable (any TargetType) -> Bool
    /// The request of the target, if there is only one: for who doesn't know what is called, as behind a server.
    let request: URLRequest?
    /// What is asked for, without values.
    let label: String

    /// A target in a table.
    struct LookupKey: Hashable, @unchecked Sendable {  // Holds a target, and those are Sendable.
        private let target: AnyHashable

        init?(_ target: any TargetType) {
            guard let target = target as? any Hashable else { return nil }
            self.target = AnyHashable(target)
        }
    }

    init<Target: TargetType & Equatable>(_ target: Target) {
        type = ObjectIdentifier(Target.self)
        key = LookupKey(target)
        matches = { $0 as? Target == target }
        request = try? Endpoint(target).urlRequest()
        label = TargetLabel(target).description
    }

    init<Target: TargetType>(_: Target.Type, label: String, where condition: @escaping @Sendable (Target) -> Bool) {
        type = ObjectIdentifier(Target.self)
        key = nil
        matches = { ($0 as? Target).map(condition) ?? false }
        request = nil
        self.label = label
    }
}
