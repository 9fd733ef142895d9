package import Testing

/// Bounds how many tests of a kind run at the same time, so that they leave the machine to others; see `.hammer` and `.sockets`.
package struct LoadTrait: TestTrait, SuiteTrait, TestScoping {
    fileprivate let slots: Slots

    package var isRecursive: Bool { true }

    package func scopeProvider(for test: Test, testCase: Test.Case?) -> LoadTrait? {
        testCase == nil ? nil : self
    }

    package func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @Sendable () async throws -> Void
    ) async throws {
        // A test that has a slot, by a trait of its suite for example, needs no other.
        if Slots.isHeld { return try await function() }
        await slots.take()
        defer { slots.giveBack() }
        try await Slots.$isHeld.withValue(true) { try await function() }
    }

    /// The places for tests of one kind.
    fileprivate final class Slots: Sendable {
        @TaskLocal static var isHeld = false

        private let free: Watched<Int>

        init(_ count: Int) {
            free = Watched(count)
        }

        func take() async {
            await free.wait { free in
                guard free > 0 else { return false }
                free -= 1
                return true
            }
        }

        func giveBack() {
            free.update { $0 += 1 }
        }
    }
}

extension Trait where Self == LoadTrait {
    /// For a test that does thousands of things at once, or computes for a second: two of them run at the same time.
    package static var hammer: Self { LoadTrait(slots: hammers) }

    /// For a test that talks to a server or starts a process: four of them run at the same time.
    package static var sockets: Self { LoadTrait(slots: openSockets) }
}

private let hammers = LoadTrait.Slots(2)
private let openSockets = LoadTrait.Slots(4)
