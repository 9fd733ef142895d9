import Testing
import _TalynSupport

struct PromiseTests {
    private let promise = Promise<Int>()

    @Test func valueGivenBeforeIsThere() async {
        promise.resolve(1)
        #expect(await promise.value() == 1)
        #expect(await promise.value() == 1)
    }

    @Test func valueGivenLaterIsAwaited() async {
        async let value = promise.value()
        promise.resolve(1)
        #expect(await value == 1)
    }

    @Test func finalValueIsAwaitedAfterACancellation() async {
        let task = Task { [promise] in await promise.finalValue() }
        task.cancel()
        #expect(promise.resolve(1))
        #expect(await task.value == 1)
    }

    @Test func firstValueCounts() async {
        #expect(promise.resolve(1))
        #expect(!promise.resolve(2))
        #expect(await promise.value() == 1)
    }

    @Test func cancellationEndsTheWait() async {
        let task = Task { [promise] in await promise.value() }
        task.cancel()
        #expect(await task.value == nil)
        #expect(!promise.resolve(1))
        #expect(await promise.value() == nil)
    }
}
