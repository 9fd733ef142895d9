#if Tools
import ArgumentParser
import Foundation

/// A SHA-256 digest, as `sha256sum` writes it.
struct DigestArgument: ExpressibleByArgument, Hashable {
    let bytes: Data

    init?(argument: String) {
        let digits = argument.utf8.compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
        guard digits.count == 64, argument.utf8.count == 64 else { return nil }
        bytes = Data(stride(from: 0, to: 64, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) })
    }
}
#endif
