#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

extension Data {
    /// The first place of some bytes; nil without one. `firstRange(of:)` takes many times as long.
    package func firstRange(ofBytes pattern: String.UTF8View) -> Range<Index>? {
        let pattern = Array(pattern)
        guard let first = pattern.first else { return nil }
        let offset = withUnsafeBytes { bytes -> Int? in
            var rest = bytes[...]
            while let start = rest.firstIndex(of: first) {
                rest = rest[start...]
                if rest.starts(with: pattern) { return start }
                rest = rest.dropFirst()
            }
            return nil
        }
        return offset.map { startIndex + $0..<startIndex + $0 + pattern.count }
    }
}
