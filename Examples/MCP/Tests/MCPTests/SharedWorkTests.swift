#if AsyncHTTPClient
import Talyn
import TalynTesting
import Testing

@testable import MCP

struct SharedWorkTests {
    private let work = SharedWork<Int>()
    private let gate = Received<Void>()
    private let starts = Received<Void>()

    /// A task that waits for the work, which goes on when the gate opens.
    private func waiter() -> Task<Int, any Error> {
        Task {
            try await work.value { [gate, starts] in
                starts.append(())
                _ = await gate.first(1)
                try Task.checkCancellation()
                return 7
            }
        }
    }

    private func wait(for count: Int) async {
        while await work.waiterCount < count { await Task.yield() }
    }

    @Test func allWaitForOneRun() async throws {
        let waiters = (0..<3).map { _ in waiter() }
        await wait(for: 2)
        gate.append(())
        for waiter in waiters { #expect(try await waiter.value == 7) }
        starts.finish()
        #expect(await starts.first(2).count == 1)
    }

    @Test func nextTaskBeginsAgainWhenTheRunningOneIsCancelled() async throws {
        let first = waiter()
        _ = await starts.first(1)
        let second = waiter()
        await wait(for: 1)
        first.cancel()
        await #expect(throws: CancellationError.self) { try await first.value }
        gate.append(())
        #expect(try await second.value == 7)
        starts.finish()
        #expect(await starts.first(1).count == 1)
    }

    @Test func cancelledWaiterLeavesTheRunToTheOthers() async throws {
        let first = waiter()
        _ = await starts.first(1)
        let second = waiter()
        await wait(for: 1)
        second.cancel()
        await #expect(throws: CancellationError.self) { try await second.value }
        gate.append(())
        #expect(try await first.value == 7)
        #expect(try await work.value { 8 } == 8)
    }

    @Test func failureIsThatOfAll() async throws {
        let failing = (0..<2).map { _ in
            Task {
                try await work.value { [gate, starts] in
                    starts.append(())
                    _ = await gate.first(1)
                    throw MCPError.tooManyPages
                }
            }
        }
        await wait(for: 1)
        gate.append(())
        for task in failing { await #expect(throws: MCPError.self) { try await task.value } }
    }
}

@Suite(.stubs) struct SharedSignInTests {
    private struct Token: RequestAdapter {
        func adapt(_ request: inout OutgoingRequest, context: CallContext) {
            request.headerFields[.authorization] = "Bearer token"
        }
    }

    private func requireSignIn() {
        StubSet.current.on(rpc("initialize")) { request in
            guard request.headerFields[.authorization] == "Bearer token" else { return .status(401) }
            return answer(Int(try request.decode(Message.self).number), server)
        }
        StubSet.current.on(rpc("notifications/initialized"), .status(202), times: .any)
        StubSet.current.on(rpc("ping"), times: .any) { request in
            answer(Int(try request.decode(Message.self).number), "{}")
        }
    }

    @Test func nextRequestSignsInWhenTheFirstIsCancelled() async throws {
        requireSignIn()
        let (begun, gate) = (Received<Void>(), Received<Void>())
        let client = MCPClient(
            endpoint,
            signIn: { _, _ in
                begun.append(())
                _ = await gate.first(1)
                try Task.checkCancellation()
                return Token()
            }
        )
        let first = Task { try await client.request("ping") }
        _ = await begun.first(1)
        let second = Task { try await client.request("ping") }
        while await client.connecting.waiterCount < 1 { await Task.yield() }
        first.cancel()
        await #expect(throws: CancellationError.self) { try await first.value }
        gate.append(())
        _ = try await second.value
        begun.finish()
        #expect(await begun.first(2).count == 1)
    }

    @Test func cancelledRequestEndsASignInThatNobodyElseWaitsFor() async throws {
        requireSignIn()
        let (begun, ended) = (Received<Void>(), Received<Bool>())
        let client = MCPClient(
            endpoint,
            signIn: { _, _ in
                begun.append(())
                _ = await Received<Void>().first(1)
                ended.append(Task.isCancelled)
                throw CancellationError()
            }
        )
        let request = Task { try await client.request("ping") }
        _ = await begun.first(1)
        request.cancel()
        await #expect(throws: CancellationError.self) { try await request.value }
        #expect(await ended.first(1) == [true])
    }
}
#endif
