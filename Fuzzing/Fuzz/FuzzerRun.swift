#if FUZZING && LIBFUZZER
import Foundation
import FuzzTargets

/// A run of libFuzzer, which calls from one thread only.
final class FuzzerRun {
    private let target: FuzzTarget
    private let limit: Int
    private var inputs = 0
    private var bytes = 0
    private let start = Date()

    nonisolated(unsafe) private static var current: FuzzerRun?

    private init(_ target: FuzzTarget, limit: Int) {
        self.target = target
        self.limit = limit
    }

    /// Feeds a parser until the number of bytes, and returns the status of libFuzzer if it ends before.
    static func start(_ target: FuzzTarget, limit: Int, options: [String]) -> CInt {
        current = FuzzerRun(target, limit: limit)
        var count = CInt(options.count + 1)
        var pointers = ([CommandLine.arguments[0]] + options).map { strdup($0) } + [nil]
        return pointers.withUnsafeMutableBufferPointer { buffer in
            var start = buffer.baseAddress
            return runFuzzer(&count, &start) { bytes, count in
                FuzzerRun.current?.check(UnsafeRawBufferPointer(start: bytes, count: count))
                return 0
            }
        }
    }

    private func check(_ input: UnsafeRawBufferPointer) {
        target.run(input)
        inputs += 1
        bytes += input.count
        if bytes >= limit { end() }
    }

    /// Prints the totals. libFuzzer regards a regular exit in the target as a fault.
    private func end() -> Never {
        let seconds = Int(Date().timeIntervalSince(start).rounded())
        print("total \(target.name): \(inputs) inputs, \(bytes) bytes, \(seconds) s")
        fflush(nil)
        _exit(0)
    }
}

/// The driver of libFuzzer (https://llvm.org/docs/LibFuzzer.html#using-libfuzzer-as-a-library).
@_silgen_name("LLVMFuzzerRunDriver")
private func runFuzzer(
    _ count: UnsafeMutablePointer<CInt>,
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>,
    _ check: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt
#endif
