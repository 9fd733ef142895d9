import TestSupport
import Testing
import _TalynSupport

@testable import TalynCore
@testable import TalynPlugins

/// Cancelled calls, deadlines, and credentials that are set during a refresh.
struct AuthenticationCancellationTests: AuthenticationTests {
    let refreshes = Recorder<String>()
    let server = TokenServer()

    @Test(arguments: [true, false])
    func cancelledCallLeavesTheRefreshToTheOthers(isFirst: Bool) async throws {
        let gate = Gate()
        let plugin = plugin { _ in
            await gate.wait()
            try Task.checkCancellation()
            return TestToken(text: "new")
        }
        let provider = provider(plugin)
        let first = Task { await provider.result(.user("first")) }
        await plugin.waiters(atLeast: 1)
        let second = Task { await provider.result(.user("second")) }
        await plugin.waiters(atLeast: 2)
        (isFirst ? first : second).cancel()
        #expect(await (isFirst ? first : second).value.text == "cancelled")
        gate.open()
        #expect(await (isFirst ? second : first).value.text == "200")
        #expect(refreshes.events == ["old"])
    }

    @Test func refreshContinuesWithoutWaitingCalls() async throws {
        let gate = Gate()
        let plugin = plugin { _ in
            await gate.wait()
            try Task.checkCancellation()
            return TestToken(text: "new")
        }
        let provider = provider(plugin)
        let call = Task { await provider.result(.zen) }
        await plugin.waiters(atLeast: 1)
        call.cancel()
        #expect(await call.value.text == "cancelled")
        #expect(plugin.state.withLock { $0.waiterCount } == 0)
        gate.open()
        #expect(try await provider.request(.zen).statusCode == 200)
        #expect(refreshes.events == ["old"])
    }

    @Test func deadlineEndsTheWaitButNotTheRefresh() async throws {
        let gate = Gate()
        let clock = ManualClock()
        let plugin = plugin { _ in
            await gate.wait()
            try Task.checkCancellation()
            return TestToken(text: "new")
        }
        let provider = Provider<Zen>(transport: server, plugins: [plugin], clock: clock)
        let call = Task { await provider.result(.zen, options: RequestOptions { $0.deadline = .seconds(1) }) }
        await plugin.waiters(atLeast: 1)
        await clock.sleepers(atLeast: 1)
        clock.advance(by: .seconds(1))
        let error = try #require(await call.value.failure)
        #expect(error.transportError?.kind == .deadlineExceeded)
        gate.open()
        #expect(try await provider.request(.zen).statusCode == 200)
        #expect(refreshes.events == ["old"])
    }

    @Test func credentialSetDuringARefreshWins() async throws {
        let gate = Gate()
        let plugin = plugin { _ in
            await gate.wait()
            return TestToken(text: "late")
        }
        let provider = provider(plugin)
        let call = Task { await provider.result(.zen) }
        await plugin.waiters(atLeast: 1)
        plugin.credential = TestToken(text: "new")
        #expect(await call.value.text == "200")
        gate.open()
        #expect(try await provider.request(.zen).statusCode == 200)
        #expect(plugin.credential == TestToken(text: "new"))
        #expect(server.authorizations == ["Bearer old", "Bearer new", "Bearer new"])
    }

    @Test func credentialSetWithinARefreshWins() async throws {
        let slot = Locked<AuthPlugin?>(nil)
        let plugin = plugin { _ in
            slot.withLock { $0 }?.credential = TestToken(text: "new")
            return TestToken(text: "late")
        }
        slot.withLock { $0 = plugin }
        #expect(try await provider(plugin).request(.zen).statusCode == 200)
        #expect(plugin.credential == TestToken(text: "new"))
        #expect(server.authorizations == ["Bearer old", "Bearer new"])
        slot.withLock { $0 = nil }
    }

    @Test func signingOutDuringARefreshGivesBackTheRefusal() async throws {
        let gate = Gate()
        let plugin = plugin { _ in
            await gate.wait()
            return TestToken(text: "new")
        }
        let provider = provider(plugin)
        let call = Task { await provider.result(.zen) }
        await plugin.waiters(atLeast: 1)
        plugin.credential = nil
        #expect(await call.value.text == "401")
        gate.open()
        #expect(server.authorizations == ["Bearer old"])
    }
}
