#if FUZZING
import Foundation
import FuzzTargets

/// Feeds the parsers with inputs.
///
/// Usage: `Fuzz --list` for the names of the parsers. `Fuzz --seeds FOLDER` gives each parser the inputs of its folder.
/// With the driver of libFuzzer: `Fuzz PARSER BYTES [OPTION OF libFuzzer]... [FOLDER | FILE]...`. It ends after the number
/// of bytes.
@main
struct Fuzz {
    static func main() throws {
        let arguments = Array(CommandLine.arguments.dropFirst())
        if arguments.first == "--seeds", arguments.count == 2 {
            return try check(seeds: URL(fileURLWithPath: arguments[1]))
        }
        #if LIBFUZZER
        if arguments.count > 1, let limit = Int(arguments[1]),
            let target = FuzzTarget.all.first(where: { $0.name == arguments[0] })
        {
            exit(FuzzerRun.start(target, limit: limit, options: Array(arguments.dropFirst(2))))
        }
        #endif
        print(FuzzTarget.all.map(\.name).joined(separator: "\n"))
    }

    /// Gives each parser the inputs of its folder. It prints the name of an input first, since a finding ends the process.
    private static func check(seeds folder: URL) throws {
        for target in FuzzTarget.all {
            let inputs = folder.appendingPathComponent(target.name)
            for name in try FileManager.default.contentsOfDirectory(atPath: inputs.path).sorted() {
                print("\(target.name)/\(name)")
                fflush(nil)
                try Data(contentsOf: inputs.appendingPathComponent(name)).withUnsafeBytes { target.run($0) }
            }
        }
    }
}
#else
@main
struct Fuzz {
    static func main() {
        print("Fuzz needs Linux, and a debug build or -Xswiftc -enable-testing -Xswiftc -DFUZZING.")
    }
}
#endif
