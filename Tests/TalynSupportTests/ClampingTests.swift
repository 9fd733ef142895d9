import Testing

@testable import _TalynSupport

/// On watches with 32 bits `Int` is what `Int32` is here.
struct ClampingTests {
    @Test(
        arguments: [
            (0, 0), (1.9, 1), (-1.9, -1), (2_147_483_647, .max), (2_147_483_648, .max), (3e9, .max), (1e300, .max),
            (-2_147_483_648, .min), (-3e9, .min), (.infinity, .max), (-.infinity, .min), (.nan, 0),
        ] as [(Double, Int32)]
    )
    func numbersAreClampedToWhatAnIntegerHolds(number: Double, expected: Int32) {
        #expect(Int32(clamping: number) == expected)
    }

    @Test func unsignedAndLongIntegersAreClampedToo() {
        #expect(UInt8(clamping: -1.5) == 0)
        #expect(UInt8(clamping: 255.9) == 255)
        #expect(Int64(clamping: 1e19) == .max)
        #expect(Int64(clamping: 3e9) == 3_000_000_000)
    }

    @Test func centuryIsTheLongestWait() {
        #expect(Duration.longest.components.seconds == 3_155_760_000)
        #expect(Duration.clamping(1e12) == .longest)
    }
}
