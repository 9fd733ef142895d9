#if canImport(os)
public import os
#else
public import Synchronization
#endif

// Inlinable, so that the other modules of the package specialize these types, too.

/// A value protected by a lock, stored in the object that owns it. To share a value between closures, use ``Locked``.
///
/// The lock is `OSAllocatedUnfairLock` on Apple platforms, since `Mutex` needs newer systems than Talyn does, and `Mutex`
/// elsewhere.
public struct Lock<Value>: ~Copyable, @unchecked Sendable {  // The lock protects the value.
    #if canImport(os)
    @usableFromInline let lock: OSAllocatedUnfairLock<Value>

    @inlinable public init(_ value: Value) {
        lock = OSAllocatedUnfairLock(uncheckedState: value)
    }

    @inlinable public borrowing func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
        try lock.withLockUnchecked(body)
    }
    #else
    @usableFromInline let lock: Mutex<Unchecked<Value>>

    @inlinable public init(_ value: Value) {
        lock = Mutex(Unchecked(value))
    }

    @inlinable public borrowing func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
        try lock.withLock { state in Unchecked(try body(&state.value)) }.value
    }
    #endif
}

/// A value protected by a lock, shared by all that refer to it.
public final class Locked<Value>: Sendable {
    @usableFromInline let lock: Lock<Value>

    @inlinable public init(_ value: Value) {
        lock = Lock(value)
    }

    @inlinable public func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
        try lock.withLock(body)
    }
}

#if !canImport(os)
/// Lets a value that isn't `Sendable` pass through `Mutex`. The caller of `withLock` must not keep a reference to it.
public struct Unchecked<Value>: @unchecked Sendable {  // The mutex protects the value.
    @usableFromInline var value: Value

    @inlinable init(_ value: Value) {
        self.value = value
    }
}
#endif
