import Foundation
import TalynCore
import _TalynSupport

/// Gives its values one after the other, and repeats the last one.
package final class InTurn<Value: Sendable>: Sendable {
    private let values: [Value]
    private let index = Locked(0)

    package init(_ values: [Value]) {
        self.values = values
    }

    /// The number of values that were given.
    package var count: Int { index.withLock { $0 } }

    package func next() -> Value {
        let index = index.withLock { index in
            defer { index += 1 }
            return index
        }
        return values[min(index, values.count - 1)]
    }
}

extension InTurn<Sample> {
    /// Responses with these statuses, without bodies.
    package static func statuses(_ statuses: Int...) -> InTurn {
        InTurn(statuses.map { .networkResponse($0, Data()) })
    }
}
