import Testing
import _TalynSupport

struct SeededRandomTests {
    /// The numbers of the reference implementation (prng.di.unimi.it/splitmix64.c).
    @Test func numbersAreThoseOfSplitMix64() {
        var random = SeededRandom(seed: 1_234_567)
        #expect((0..<3).map { _ in random.next() } == [6457827717110365317, 3203168211198807973, 9817491932198370423])
    }

    @Test func sequencesOfASeedDiffer() {
        var numbers = (0..<100).map { SeededRandom(seed: 1, sequence: $0) }
        let firsts = numbers.indices.map { numbers[$0].next() }
        #expect(Set(firsts).count == 100)
        var again = SeededRandom(seed: 1, sequence: 7)
        #expect(again.next() == firsts[7])
    }
}
