#if canImport(os)
import os
#else
import Synchronization
#endif

/// A value protected by a lock.
///
/// The lock is `OSAllocatedUnfairLock` on Apple platforms, since `Mutex` needs newer systems than Talyn does, and `Mutex`
/// elsewhere.
package final class Locked<Value>: @unchecked Sendable {  // The lock protects the value.
    #if canImport(os)
    private let lock: OSAllocatedUnfairLock<Value>

    package init(_ value: Value) {
        lock = OSAllocatedUnfairLock(uncheckedState: value)
    }

    package func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
        try lock.withLockUnchecked(body)
    }
    #else
    private let lock: Mutex<Unchecked<Value>>

    package init(_ value: Value) {
        lock = Mutex(Unchecked(value: value))
    }

    package func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
        try lock.withLock { state in Unchecked(value: try body(&state.value)) }.value
    }
    #endif
}

#if !canImport(os)
/// Lets a value that isn't `Sendable` pass through `Mutex`. The caller of `withLock` must not keep a reference to it.
private struct Unchecked<Value>: @unchecked Sendable {  // The mutex protects the value.
    var value: Value
}
#endif
