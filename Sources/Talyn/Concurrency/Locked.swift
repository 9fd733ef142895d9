import Foundation

/// A value that is only reached under its lock.
///
/// A mutex of the system's, in one allocation with the value: those of Synchronization and os need newer systems than
/// Talyn does, and Foundation's costs two allocations more.
package struct Locked<Value>: @unchecked Sendable {  // The value is only touched between lock and unlock.
    private let buffer: ManagedBuffer<Value, pthread_mutex_t>

    package init(_ value: Value) {
        buffer = LockedBuffer<Value>.create(minimumCapacity: 1) { buffer in
            buffer.withUnsafeMutablePointerToElements { mutex in
                mutex.initialize(to: pthread_mutex_t())
                pthread_mutex_init(mutex, nil)
            }
            return value
        }
    }

    package func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
        try buffer.withUnsafeMutablePointers { value, mutex in
            pthread_mutex_lock(mutex)
            defer { pthread_mutex_unlock(mutex) }
            return try body(&value.pointee)
        }
    }
}

private final class LockedBuffer<Value>: ManagedBuffer<Value, pthread_mutex_t> {
    deinit {
        withUnsafeMutablePointerToElements { mutex in
            pthread_mutex_destroy(mutex)
            mutex.deinitialize(count: 1)
        }
    }
}
