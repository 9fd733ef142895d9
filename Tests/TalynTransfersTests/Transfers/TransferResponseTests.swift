import Foundation
import TestSupport
import Testing

@testable import TalynCore
@testable import TalynTransfers

/// A transfer of which only the outcome is wanted.
struct TransferResponseTests {
    private let clock = ManualClock()

    private func transfer(_ transport: any Transport) -> TransferStream {
        let probe = Probe(URL(string: "https://example.com/up")!, "", .post)
        return Provider<Probe>(transport: transport, clock: clock).transfer(probe)
    }

    @Test func responseIsThatOfTheCall() async throws {
        let transport = TransferTransport(received: 3)
        transport.release(3)
        #expect(try await transfer(transport).response().data.count == 30)
        let lost = TransferTransport(received: 0, failure: TransportError(.connectionLost))
        let error = await #expect(throws: TalynError.self) { try await transfer(lost).response() }
        #expect(error?.transportError?.kind == .connectionLost)
    }

    @Test func cancelledTaskEndsTheCall() async {
        let transport = TransferTransport(received: 2)
        transport.release(1)
        let transfer = transfer(transport)
        let task = Task { try await transfer.response() }
        while transport.requestCount == 0 { await Task.yield() }
        task.cancel()
        let error = await #expect(throws: TalynError.self) { try await task.value }
        #expect(error?.isCancelled == true)
        await transport.isOver()
    }

    @Test func cancelledTaskSendsNothing() async {
        let transport = TransferTransport(received: 2)
        let transfer = transfer(transport)
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await transfer.response()
        }
        let error = await #expect(throws: TalynError.self) { try await task.value }
        #expect(error?.isCancelled == true)
        #expect(transport.requestCount == 0)
    }
}
