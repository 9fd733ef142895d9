import Testing
import _TalynSupport

@testable import TalynPlugins

struct PlaceLeaseTests {
    private static func request(
        _ lease: inout PlaceLease,
        running: Int,
        waiting: Int = 0,
        now: Duration
    ) -> ConcurrencyLimitRequest {
        lease.request("a", number: 1, limit: 3, runningCount: running, waitingCount: waiting, now: now)
    }

    /// A lease with some places.
    private static func lease(_ places: Int) -> PlaceLease {
        var lease = PlaceLease()
        _ = request(&lease, running: 0, waiting: 3, now: .zero)
        lease.receive(places)
        return lease
    }

    @Test func placesAreGivenUpBeforeTheStoreGivesThemToOthers() {
        var lease = Self.lease(3)
        let request = Self.request(&lease, running: 1, now: .seconds(1))
        #expect(request.wantedCount == 1)
        #expect(request.placeCount == 1)
        #expect(lease.limit(3, now: .seconds(1)) == 1)
        lease.receive(1)
        let last = Self.request(&lease, running: 0, now: .seconds(2))
        #expect(last.wantedCount == 1)
        lease.receive(1)
        #expect(Self.request(&lease, running: 0, now: .seconds(3)).wantedCount == 0)
        #expect(lease.limit(3, now: .seconds(3)) == 0)
    }

    @Test func placesThatTheStoreTakesCountUntilItsAnswer() {
        var lease = Self.lease(3)
        #expect(Self.request(&lease, running: 1, waiting: 2, now: .seconds(1)).placeCount == 3)
        #expect(lease.limit(3, now: .seconds(1)) == 3)
        lease.receive(1)
        #expect(lease.limit(3, now: .seconds(1)) == 1)
        // Others get them with the next request, which is soon.
        #expect(lease.pause(runningCount: 1, waitingCount: 0)?.0 == .milliseconds(20))
        #expect(Self.request(&lease, running: 1, waiting: 2, now: .seconds(2)).placeCount == 1)
        lease.receive(1)
        #expect(lease.pause(runningCount: 1, waitingCount: 0)?.0 == .milliseconds(200))
    }

    @Test func placesOfALostAnswerCountAgain() {
        var lease = Self.lease(2)
        _ = Self.request(&lease, running: 2, waiting: 1, now: .seconds(1))
        lease.fail(.localState, now: .seconds(1.1))
        #expect(Self.request(&lease, running: 2, waiting: 1, now: .seconds(2)).placeCount == 2)
        // They end with the lifetime of the last answer.
        #expect(Self.request(&lease, running: 2, waiting: 1, now: .seconds(10)).placeCount == 0)
    }

    @Test func processWithoutPlacesDecidesAloneAtOnce() {
        var lease = Self.lease(0)
        _ = Self.request(&lease, running: 0, waiting: 1, now: .seconds(1))
        lease.fail(.localState, now: .seconds(1))
        #expect(lease.limit(3, now: .seconds(1)) == 3)
        var other = Self.lease(1)
        _ = Self.request(&other, running: 1, waiting: 1, now: .seconds(1))
        other.fail(.localState, now: .seconds(1))
        #expect(other.limit(3, now: .seconds(1)) == 1)
        other.fail(.localState, now: .seconds(10))
        #expect(other.limit(3, now: .seconds(10)) == 3)
    }
}
