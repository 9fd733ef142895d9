/// A generator that always gives the largest or the smallest number, and counts its calls.
package struct ConstantGenerator: RandomNumberGenerator {
    private let value: UInt64
    package let draws = Recorder<UInt64>()

    package static var most: ConstantGenerator { ConstantGenerator(value: .max) }
    package static var least: ConstantGenerator { ConstantGenerator(value: 0) }

    private init(value: UInt64) {
        self.value = value
    }

    package func next() -> UInt64 {
        draws.record(value)
        return value
    }
}
