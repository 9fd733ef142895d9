#if canImport(os)
package import os
#else
package import Synchronization
#endif

/// A value protected by a lock, stored in the object that owns it. To share a value between closures, use ``Locked``.
///
/// The lock is `OSAllocatedUnfairLock` on Apple platforms, since `Mutex` needs newer systems than Talyn does, and `Mutex`
/// elsewhere.
package struct Lock<Value>: ~Copyable, @unchecked Sendable {  // The lock protects the value.
    #if canImport(os)
    package let lock: OSAllocatedUnfairLock<Value>

    package init(_ value: Value) {
        lock = OSAllocatedUnfairLock(uncheckedState: value)
    }

    package borrowing func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
        try lock.withLockUnchecked(body)
    }
    #else
    package let lock: Mutex<Unchecked<Value>>

    package init(_ value: Value) {
        lock = Mutex(Unchecked(value))
    }

    package borrowing func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
        try lock.withLock { state in Unchecked(try body(&state.value)) }.value
    }
    #endif
}

/// A value protected by a lock, shared by all that refer to it.
package final class Locked<Value>: Sendable {
    private let lock: Lock<Value>

    package init(_ value: Value) {
        lock = Lock(value)
    }

    package func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
        try lock.withLock(body)
    }
}

#if !canImport(os)
/// Lets a value that isn't `Sendable` pass through `Mutex`. The caller of `withLock` must not keep a reference to it.
package struct Unchecked<Value>: @unchecked Sendable {  // The mutex protects the value.
    package var value: Value

    init(_ value: Value) {
        self.value = value
    }
}
#endif
