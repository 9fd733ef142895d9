import Foundation
import FuzzTargets

/// Feeds a parser with the inputs of libFuzzer.
///
/// Usage: `fuzz PARSER BYTES [OPTION OF libFuzzer]... [FOLDER | FILE]...`. It ends after the number of bytes.
@main
struct Fuzz {
    /// The state of a run. libFuzzer calls from one thread only.
    private final class Run {
        let target: FuzzTarget
        let limit: Int
        var inputs = 0
        var bytes = 0
        let start = Date()

        init(_ target: FuzzTarget, limit: Int) {
            self.target = target
            self.limit = limit
        }

        func check(_ input: UnsafeRawBufferPointer) {
            target.run(input)
            inputs += 1
            bytes += input.count
            if bytes >= limit { end() }
        }

        /// Prints the totals. libFuzzer regards a regular exit in the target as a fault.
        func end() -> Never {
            let seconds = Int(Date().timeIntervalSince(start).rounded())
            print("total \(target.name): \(inputs) inputs, \(bytes) bytes, \(seconds) s")
            fflush(nil)
            _exit(0)
        }
    }

    nonisolated(unsafe) private static var run: Run?

    static func main() {
        let arguments = CommandLine.arguments
        guard arguments.count > 2, let limit = Int(arguments[2]),
            let target = FuzzTarget.all.first(where: { $0.name == arguments[1] })
        else {
            print(FuzzTarget.all.map(\.name).joined(separator: "\n"))
            return
        }
        run = Run(target, limit: limit)
        var count = CInt(arguments.count - 2)
        var pointers = ([arguments[0]] + arguments.dropFirst(3)).map { strdup($0) } + [nil]
        let status = pointers.withUnsafeMutableBufferPointer { buffer in
            var start = buffer.baseAddress
            return runFuzzer(&count, &start) { bytes, count in
                Fuzz.run?.check(UnsafeRawBufferPointer(start: bytes, count: count))
                return 0
            }
        }
        exit(status)
    }
}

/// The driver of libFuzzer (https://llvm.org/docs/LibFuzzer.html#using-libfuzzer-as-a-library).
@_silgen_name("LLVMFuzzerRunDriver")
private func runFuzzer(
    _ count: UnsafeMutablePointer<CInt>,
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>,
    _ check: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt
