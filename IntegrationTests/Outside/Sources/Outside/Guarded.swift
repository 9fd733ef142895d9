import Foundation

/// A value that one thread at a time can use. `Mutex` needs newer systems.
final class Guarded<Value: Sendable>: @unchecked Sendable {  // Unchecked: the lock guards the value.
    private let lock = NSLock()
    private var value: Value

    init(_ value: Value) {
        self.value = value
    }

    func withLock<Result>(_ body: (inout Value) -> Result) -> Result {
        lock.lock()
        defer { lock.unlock() }
        return body(&value)
    }
}
