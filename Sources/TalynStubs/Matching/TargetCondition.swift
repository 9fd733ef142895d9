/// A condition on targets.
struct TargetCondition: Sendable {
    /// The type of the targets; nil for a class, whose subclasses count, too.
    let type: ObjectIdentifier?
    /// An empty table for the only target and others of its type, if they are hashable.
    let table: (any TargetTable)?
    let matches: @Sendable (any TargetType) -> Bool
    /// The only target, if the condition has one.
    let target: (any TargetType)?
    /// The request of the only target, for a server, which doesn't know targets.
    let request: OutgoingRequest?
    /// The condition in words, without values.
    let label: String

    init<Target: TargetType & Equatable>(_ target: Target) {
        type = Self.type(of: Target.self)
        table = (target as? any TargetType & Hashable).flatMap { Self.table(for: $0) }
        matches = { $0 as? Target == target }
        self.target = target
        request = try? Endpoint(target).request()
        label = target.targetName
    }

    init<Target: TargetType>(_: Target.Type, label: String, where condition: @escaping @Sendable (Target) -> Bool) {
        type = Self.type(of: Target.self)
        table = nil
        matches = { ($0 as? Target).map(condition) ?? false }
        target = nil
        request = nil
        self.label = label
    }

    private static func type(of type: any TargetType.Type) -> ObjectIdentifier? {
        type is AnyClass ? nil : ObjectIdentifier(type)
    }

    private static func table<Target: TargetType & Hashable>(for _: Target) -> (any TargetTable)? {
        HashedTargets<Target>()
    }
}

/// The numbers of matchers by target, for targets of one type.
protocol TargetTable: Sendable {
    mutating func add(_ number: Int, for target: any TargetType)
    func numbers(for target: any TargetType) -> [Int]
}

/// A table with keys of the type itself: erased keys take several times as long.
private struct HashedTargets<Target: TargetType & Hashable>: TargetTable {
    private var numbers: [Target: [Int]] = [:]

    mutating func add(_ number: Int, for target: any TargetType) {
        guard let target = target as? Target else { return }
        numbers[target, default: []].append(number)
    }

    func numbers(for target: any TargetType) -> [Int] {
        (target as? Target).flatMap { numbers[$0] } ?? []
    }
}
