import Testing

@testable import TalynValkey

struct OutageTests {
    @Test func beginsWithTheThirdFailureInARow() {
        var outage = Outage(retryInterval: .seconds(1))
        #expect(outage.failed(at: .seconds(1)) == false)
        #expect(outage.failed(at: .seconds(1)) == false)
        #expect(outage.succeeded(at: .seconds(1)) == nil)
        #expect(outage.failed(at: .seconds(1)) == false)
        #expect(outage.failed(at: .seconds(1)) == false)
        #expect(outage.mayTry(at: .seconds(1)) == true)
        #expect(outage.failed(at: .seconds(2)) == true)
        #expect(outage.isOn)
        #expect(outage.failed(at: .seconds(2)) == false)
    }

    @Test func letsOneCallTryFromTimeToTime() {
        var outage = Outage(retryInterval: .seconds(1))
        for _ in 0..<3 { _ = outage.failed(at: .zero) }
        #expect(outage.mayTry(at: .milliseconds(999)) == false)
        #expect(outage.mayTry(at: .seconds(1)) == true)
        #expect(outage.mayTry(at: .seconds(1)) == false)
        #expect(outage.mayTry(at: .seconds(2)) == true)
    }

    @Test func tellsItsDurationAtTheEnd() {
        var outage = Outage(retryInterval: .seconds(1))
        for _ in 0..<3 { _ = outage.failed(at: .seconds(5)) }
        #expect(outage.succeeded(at: .seconds(12)) == .seconds(7))
        #expect(!outage.isOn)
        #expect(outage.mayTry(at: .seconds(12)) == true)
        #expect(outage.succeeded(at: .seconds(13)) == nil)
    }
}
