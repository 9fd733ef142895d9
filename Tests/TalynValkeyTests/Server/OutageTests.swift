import Testing

@testable import TalynValkey

struct OutageTests {
    private static func outage() -> Outage {
        var outage = Outage(retryInterval: .seconds(1))
        for time in 1...3 { _ = outage.failed(at: .seconds(time)) }
        return outage
    }

    @Test func beginsWithTheThirdFailureInARow() {
        var outage = Outage(retryInterval: .seconds(1))
        #expect(outage.failed(at: .seconds(1)) == false)
        #expect(outage.failed(at: .seconds(2)) == false)
        #expect(outage.succeeded(at: .seconds(3)) == nil)
        #expect(outage.failed(at: .seconds(3)) == false)
        #expect(outage.failed(at: .seconds(4)) == false)
        #expect(outage.mayTry(at: .seconds(4)) == true)
        #expect(outage.failed(at: .seconds(5)) == true)
        #expect(outage.isOn)
        #expect(outage.failed(at: .seconds(6)) == false)
    }

    @Test func callsThatFailTogetherAreOneFailure() {
        var outage = Outage(retryInterval: .seconds(1))
        for _ in 0..<50 { #expect(outage.failed(at: .seconds(1)) == false) }
        // The quick repeats of a plugin.
        for time in [1_020, 1_060, 1_099] { #expect(outage.failed(at: .milliseconds(time)) == false) }
        #expect(!outage.isOn)
        #expect(outage.failed(at: .milliseconds(1_100)) == false)
        #expect(outage.failed(at: .milliseconds(1_199)) == false)
        #expect(outage.failed(at: .milliseconds(1_200)) == true)
    }

    @Test func letsOneCallTryFromTimeToTime() {
        var outage = Self.outage()
        #expect(outage.mayTry(at: .milliseconds(3_999)) == false)
        #expect(outage.mayTry(at: .seconds(4)) == true)
        #expect(outage.mayTry(at: .seconds(4)) == false)
        #expect(outage.mayTry(at: .seconds(5)) == true)
    }

    @Test func tellsItsDurationAtTheEnd() {
        var outage = Self.outage()
        #expect(outage.succeeded(at: .seconds(10)) == .seconds(7))
        #expect(!outage.isOn)
        #expect(outage.mayTry(at: .seconds(10)) == true)
        #expect(outage.succeeded(at: .seconds(11)) == nil)
    }
}
