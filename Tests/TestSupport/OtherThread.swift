import Foundation

/// Whether another thread can do the work now. It can't while this thread holds a lock that the work needs.
///
/// The limit is no guess about a duration: it only ends a test that would wait for ever.
package func anotherThreadCan(_ work: @escaping @Sendable () -> Void) -> Bool {
    let done = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
        work()
        done.signal()
    }
    return done.wait(timeout: .now() + 300) == .success
}
