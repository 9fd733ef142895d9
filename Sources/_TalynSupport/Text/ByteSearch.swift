#if canImport(Darwin)
import Darwin
#elseif canImport(Android)
import Android
#elseif canImport(Musl)
import Musl
#elseif canImport(Glibc)
import Glibc
#endif

/// A search for bytes in a text, in linear time.
public struct ByteSearch {
    /// The longest needle that is compared at each place where its first byte occurs.
    private static let shortLength = 64

    private let needle: [UInt8]

    /// For each prefix of a long needle, the length of the longest shorter prefix that ends it (Knuth, Morris and Pratt).
    private let borders: [Int]

    public init(_ needle: [UInt8]) {
        self.needle = needle
        var borders: [Int] = []
        if needle.count > Self.shortLength {
            borders.reserveCapacity(needle.count)
            borders.append(0)
            var length = 0
            for byte in needle.dropFirst() {
                while length > 0, needle[length] != byte { length = borders[length - 1] }
                if needle[length] == byte { length += 1 }
                borders.append(length)
            }
        }
        self.borders = borders
    }

    /// The starts of the needle. Each is after the end of the one before.
    public func starts(in text: UnsafeBufferPointer<UInt8>) -> [Int] {
        guard let first = needle.first, needle.count <= text.count else { return [] }
        return borders.isEmpty ? starts(of: first, in: text) : startsOfLong(in: text)
    }

    /// The text with other bytes in place of the needle; nil if it isn't there.
    public func replaced(in text: UnsafeBufferPointer<UInt8>, by bytes: some Collection<UInt8>) -> [UInt8]? {
        let starts = starts(in: text)
        guard !starts.isEmpty else { return nil }
        var output: [UInt8] = []
        var copied = 0
        for start in starts {
            output.append(contentsOf: text[copied..<start])
            output.append(contentsOf: bytes)
            copied = start + needle.count
        }
        output.append(contentsOf: text[copied...])
        return output
    }

    /// The system's search for a byte is fast, and a short needle limits the comparisons.
    private func starts(of first: UInt8, in text: UnsafeBufferPointer<UInt8>) -> [Int] {
        guard let base = text.baseAddress else { return [] }
        var starts: [Int] = []
        var index = 0
        while index + needle.count <= text.count,
            let found = memchr(base + index, Int32(first), text.count - needle.count - index + 1)
        {
            let start = UnsafeRawPointer(base).distance(to: found)
            let isMatch = memcmp(found, needle, needle.count) == 0
            if isMatch { starts.append(start) }
            index = start + (isMatch ? needle.count : 1)
        }
        return starts
    }

    private func startsOfLong(in text: UnsafeBufferPointer<UInt8>) -> [Int] {
        var starts: [Int] = []
        var length = 0
        for (index, byte) in text.enumerated() {
            while length > 0, needle[length] != byte { length = borders[length - 1] }
            if needle[length] == byte { length += 1 }
            if length == needle.count {
                starts.append(index + 1 - length)
                length = 0
            }
        }
        return starts
    }
}
