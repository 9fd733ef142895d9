import TalynCore
import _TalynSupport

/// The values that unions inside a union have decoded to, so that a variant that fails repeats none of them.
///
/// Without it, each level of a recursive union tries each of its variants on all levels below, and a small text takes exponential
/// time. The memory lives as long as the decoding of the outermost union. It remembers from the first variant that fails, so that
/// each value is decoded twice at most, and unions whose first variant fits pay nothing.
final class UnionMemory: Sendable {
    /// The memory of the union that is being decoded around this one.
    @TaskLocal static var current: UnionMemory?

    private struct Key: Hashable {
        let path: [String]
        let type: ObjectIdentifier
    }

    private struct State {
        var isNeeded = false
        var values: [Key: Any] = [:]
    }

    // Decoding is synchronous, so nobody waits for this lock.
    private let state = Locked(State())

    /// Remembers the values from now on.
    func begin() { state.withLock { $0.isNeeded = true } }

    /// The value at the place of a decoder: the remembered one, or else a new one.
    func value<Value>(of decoder: any Decoder, _ make: () throws -> Value) rethrows -> Value {
        guard state.withLock(\.isNeeded) else {
            let value = try make()
            // A variant inside has failed. The types around this one may ask for the value again.
            if state.withLock(\.isNeeded) { remember(value, Self.key(of: decoder, Value.self)) }
            return value
        }
        let key = Self.key(of: decoder, Value.self)
        // Two steps, since a missing value is an optional, too.
        if let known = state.withLock({ $0.values[key] }), let value = known as? Value { return value }
        let value = try make()
        remember(value, key)
        return value
    }

    private func remember(_ value: Any, _ key: Key) { state.withLock { $0.values[key] = value } }

    private static func key(of decoder: any Decoder, _ type: Any.Type) -> Key {
        Key(path: decoder.codingPath.map(\.stringValue), type: ObjectIdentifier(type))
    }
}

extension UnionMemory? {
    /// The value at the place of a decoder, which is a new one outside unions.
    func value<Value>(of decoder: any Decoder, _ make: () throws -> Value) rethrows -> Value {
        if let self { try self.value(of: decoder, make) } else { try make() }
    }
}
