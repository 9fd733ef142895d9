import Foundation
import TestSupport
import Testing

@testable import Talyn

/// A transfer of which only the outcome is wanted, with or without Foundation's progress.
struct TransferResponseTests {
    private let clock = ManualClock()

    private func transfer(_ transport: any Transport, uploading file: URL? = nil) -> TransferStream {
        var probe = Probe(URL(string: "https://example.com/up")!, "", .post)
        if let file { probe.task = .uploadFile(file) }
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

    @Test func foundationsProgressIsKeptUpToDate() async throws {
        let transport = TransferTransport(received: 3, announced: 30)
        let transfer = transfer(transport)
        let progress = Progress(totalUnitCount: 1)
        async let response = transfer.response(updating: progress)
        transport.release(1)
        await until { progress.completedUnitCount == 10 }
        #expect(progress.totalUnitCount == 30)
        #expect(progress.kind == .file)
        #expect(progress.userInfo[.fileOperationKindKey] as? Progress.FileOperationKind == .downloading)
        clock.advance(by: .seconds(2))
        transport.release(1)
        await until { progress.completedUnitCount == 20 }
        await until { progress.userInfo[.estimatedTimeRemainingKey] as? TimeInterval == 2 }
        #expect(progress.userInfo[.throughputKey] as? Int == 5)
        transport.release(1)
        #expect(try await response.data.count == 30)
        #expect(progress.isFinished)
        #expect(progress.completedUnitCount == 30)
        #expect(progress.cancellationHandler == nil)
    }

    @Test func uploadsProgressIsThatOfTheUpload() async throws {
        let directory = try TemporaryDirectory()
        let file = try directory.file("a", Data(count: 20))
        let transport = TransferTransport(received: 4, announced: 40)
        transport.release(6)
        let parent = Progress(totalUnitCount: 100)
        let progress = Progress(totalUnitCount: 1, parent: parent, pendingUnitCount: 40)
        _ = try await transfer(transport, uploading: file).response(updating: progress)
        #expect(progress.completedUnitCount == 20)
        #expect(progress.totalUnitCount == 20)
        #expect(parent.fractionCompleted == 0.4)
    }

    @Test func progressIsCompleteEvenIfNobodyKnewTheLengthOrNothingCame() async throws {
        for pieces in [0, 2] {
            let transport = TransferTransport(received: pieces)
            transport.release(pieces)
            let parent = Progress(totalUnitCount: 1)
            let progress = Progress(totalUnitCount: 1, parent: parent, pendingUnitCount: 1)
            _ = try await transfer(transport).response(updating: progress)
            #expect(progress.isFinished)
            #expect(parent.isFinished)
        }
    }

    @Test func cancellingTheProgressCancelsTheCall() async {
        let transport = TransferTransport(received: 2)
        transport.release(1)
        let progress = Progress(totalUnitCount: 1)
        let isAsked = Recorder<Bool>()
        progress.cancellationHandler = { isAsked.record(true) }
        let transfer = transfer(transport)
        async let response = transfer.response(updating: progress)
        await until { progress.completedUnitCount == 10 }
        progress.cancel()
        do {
            _ = try await response
            Issue.record("It has not been cancelled")
        } catch {
            #expect((error as? TalynError)?.isCancelled == true)
        }
        #expect(isAsked.events == [true], "whoever had a handler there keeps it")
        await transport.isOver()
    }

    @Test func cancelledProgressSendsNothing() async {
        let transport = TransferTransport(received: 2)
        let progress = Progress(totalUnitCount: 1)
        progress.cancel()
        let error = await #expect(throws: TalynError.self) {
            try await transfer(transport).response(updating: progress)
        }
        #expect(error?.isCancelled == true)
        #expect(transport.requestCount == 0)
    }

    /// There is nothing that would tell of a change.
    private func until(_ condition: () -> Bool) async {
        while !condition(), !Task.isCancelled { await Task.yield() }
    }
}
