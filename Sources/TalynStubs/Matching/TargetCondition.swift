import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A condition on targets.
struct TargetCondition: Sendable {
    let type: ObjectIdentifier
    /// The key of the only target, if it is hashable.
    let key: LookupKey?
    let matches: @Sendable (any TargetType) -> Bool
    /// The request of the only target, for a server, which doesn't know targets.
    let request: URLRequest?
    /// The condition in words, without values.
    let label: String

    /// A target as a key of a dictionary.
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
