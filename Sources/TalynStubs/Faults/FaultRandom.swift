#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

#if canImport(Darwin)
import Darwin
#elseif canImport(Android)
import Android
#elseif canImport(Musl)
import Musl
#elseif canImport(Glibc)
import Glibc
#endif

/// Random numbers that are the same on all systems (SplitMix64).
package struct FaultRandom: Sendable, Hashable {
    private var state: UInt64

    /// Creates the numbers of one call. They don't depend on other calls.
    package init(seed: UInt64, call number: Int) {
        state = Self.mix(seed &+ Self.mix(UInt64(bitPattern: Int64(number))))
    }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        return Self.mix(state)
    }

    /// From 0 to below 1.
    package mutating func fraction() -> Double { Double(next() >> 11) * 0x1p-53 }

    /// With the mean 0 and the deviation 1 (Box and Muller).
    mutating func normal() -> Double {
        let radius = (-2 * log(1 - fraction())).squareRoot()
        return radius * cos(2 * .pi * fraction())
    }

    package mutating func number(in range: ClosedRange<Int>) -> Int {
        range.lowerBound + Int(next() % (UInt64(range.upperBound - range.lowerBound) + 1))
    }

    private static func mix(_ value: UInt64) -> UInt64 {
        var value = value
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }
}
