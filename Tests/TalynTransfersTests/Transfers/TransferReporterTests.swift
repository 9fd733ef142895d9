import TestSupport
import Testing
import _TalynSupport

@testable import TalynCore
@testable import TalynTransfers

struct TransferReporterTests {
    /// A clock that runs a closure when it is read.
    private struct ReadClock: Clock {
        let base = ManualClock()
        let onRead: @Sendable () -> Void

        var now: ManualClock.Instant {
            onRead()
            return base.now
        }

        var minimumResolution: Duration { base.minimumResolution }

        func sleep(until deadline: ManualClock.Instant, tolerance: Duration?) async throws {
            try await base.sleep(until: deadline, tolerance: tolerance)
        }
    }

    private static func count(_ completed: Int64) -> TransferCount {
        TransferCount(direction: .sent, completed: completed, total: 10)
    }

    @Test func neitherClockNorListenerIsCalledUnderTheLock() {
        let reporter = Locked<TransferReporter?>(nil)
        let isInside = Locked(false)
        let blocked = Recorder<String>()
        let probe: @Sendable (String) -> Void = { caller in
            guard let reporter = reporter.withLock({ $0 }) else { return }
            let isFirst = isInside.withLock { isInside in
                defer { isInside = true }
                return !isInside
            }
            guard isFirst else { return }
            if !anotherThreadCan({ reporter.note(Self.count(1)) }) { blocked.record(caller) }
            isInside.withLock { $0 = false }
        }
        let clock = ReadClock { probe("clock") }
        let made = TransferReporter(time: TimeSource(clock)) { _ in probe("listener") }
        reporter.withLock { $0 = made }
        made.note(Self.count(2))
        made.end()
        #expect(blocked.events == [])
        reporter.withLock { $0 = nil }
    }

    @Test func laterReportWinsWhicheverComesFirst() {
        var events = TransferEvents<Int>()
        let reports = (1...3).map { number in
            TransferReporter.Report(
                direction: number == 3 ? .received : .sent,
                progress: TransferProgress(completed: Int64(number), total: nil),
                number: number
            )
        }
        _ = events.note(reports[1])
        _ = events.note(reports[0])
        _ = events.note(reports[2])
        guard case .success(.sent(let sent))? = events.take(), case .success(.received)? = events.take() else {
            Issue.record("events are missing")
            return
        }
        #expect(sent.completed == 2)
        #expect(events.take() == nil)
    }
}
