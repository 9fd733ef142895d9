import HTTPTypes
import Testing
import _TalynSupport

@testable import TalynCache
@testable import TalynCore

struct CacheStatusTests {
    private func status(_ values: String...) -> CacheStatus? {
        var fields = HTTPFields()
        for value in values { fields.append(HTTPField(name: .cacheStatus, value: value)) }
        return fields.cacheStatus
    }

    @Test(arguments: [
        CacheStatus(isHit: true, timeToLive: 50),
        CacheStatus(forward: .stale, forwardStatus: 304, timeToLive: -3, isStored: true, isCollapsed: true),
        CacheStatus(forward: .uriMiss, detail: "why"),
    ])
    func writtenStatusIsReadAgain(written: CacheStatus) {
        #expect(status(written.fieldValue) == written)
        #expect(status("other; hit", written.fieldValue) == written)
        #expect(status("other; hit, \(written.fieldValue)") == written)
        // Another server's field isn't one of RFC 9211.
        #expect(status("HIT from other", written.fieldValue) == written)
    }

    /// See RFC 9211, section 2.8.
    @Test func detailCanBeAString() {
        #expect(status(#"Talyn; fwd=miss; detail="a, b; hit""#) == CacheStatus(detail: "a, b; hit"))
    }

    @Test(arguments: ["other; hit", "Talyn; hit, other", "Talyn; =", ""])
    func statusOfAnotherCacheIsIgnored(value: String) {
        #expect(status(value) == nil)
    }
}
