import Testing

@testable import TalynCore

struct CallbackTests {
    private let callback = Callback<Int>()

    @Test func valueGivenBeforeIsThere() async {
        callback.resolve(1)
        #expect(await callback.value() == 1)
        #expect(await callback.value() == 1)
    }

    @Test func valueGivenLaterIsAwaited() async {
        async let value = callback.value()
        callback.resolve(1)
        #expect(await value == 1)
    }

    @Test func firstValueCounts() async {
        callback.resolve(1)
        callback.resolve(2)
        #expect(await callback.value() == 1)
    }

    @Test func cancellationEndsTheWait() async {
        let task = Task { [callback] in await callback.value() }
        task.cancel()
        #expect(await task.value == nil)
        callback.resolve(1)
        #expect(await callback.value() == nil)
    }
}
