#if canImport(Darwin)
import Darwin
#elseif canImport(Android)
import Android
#elseif canImport(Musl)
import Musl
#elseif canImport(Glibc)
import Glibc
#endif

/// Work with nested values, which needs more of the call stack than each thread has: the threads of tasks have 512 KB on Apple platforms.
enum DeepStack {
    /// The bytes of the call stack. The unused ones take no memory.
    private static let size = 16 << 20

    private final class Work {
        let run: () -> Void

        init(_ run: @escaping () -> Void) { self.run = run }
    }

    /// Does the work on a thread of its own, and waits for it.
    static func run<Value, Failure: Error>(_ work: () throws(Failure) -> Value) throws(Failure) -> Value {
        var result: Result<Value, Failure>?
        func run() {
            do throws(Failure) { result = .success(try work()) } catch { result = .failure(error) }
        }
        guard isDone(run), let result else { return try work() }
        return try result.get()
    }

    /// Whether there was a thread for the work.
    private static func isDone(_ run: () -> Void) -> Bool {
        withoutActuallyEscaping(run) { run in
            let attributes = UnsafeMutablePointer<pthread_attr_t>.allocate(capacity: 1)
            defer { attributes.deallocate() }
            guard pthread_attr_init(attributes) == 0 else { return false }
            defer { pthread_attr_destroy(attributes) }
            guard pthread_attr_setstacksize(attributes, size) == 0 else { return false }
            let work = Unmanaged.passRetained(Work(run))
            // Darwin has another type. The check of Apple's platforms on Linux compiles with glibc.
            #if canImport(ObjectiveC)
            var thread: pthread_t?
            #else
            var thread = pthread_t()
            #endif
            let start = pthread_create(&thread, attributes, { Self.start($0) }, work.toOpaque())
            guard start == 0 else {
                work.release()
                return false
            }
            #if canImport(ObjectiveC)
            if let thread { pthread_join(thread, nil) }
            #else
            pthread_join(thread, nil)
            #endif
            return true
        }
    }

    private static func start(_ work: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
        if let work { Unmanaged<Work>.fromOpaque(work).takeRetainedValue().run() }
        return nil
    }
}
