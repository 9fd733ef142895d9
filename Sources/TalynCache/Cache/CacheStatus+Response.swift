import HTTPTypes
public import TalynCore
import _TalynSupport

extension Response {
    /// The use of the cache by the response; nil if no ``CachePlugin`` gave it.
    public var cacheStatus: CacheStatus? { headerFields.cacheStatus }
}

extension HTTPFields {
    /// The last member is the one of the cache that is next to the caller (RFC 9211, section 2).
    var cacheStatus: CacheStatus? { elements(of: .cacheStatus).last.flatMap { CacheStatus(member: $0) } }
}

extension CacheStatus {
    static let cacheName = "Talyn"

    /// Reads a member of a `Cache-Status` field; nil for the member of another cache.
    init?(member: String) {
        var scanner = FieldValueScanner(member)
        guard scanner.token() == Self.cacheName else { return nil }
        var values: [String: String?] = [:]
        scanner.skipSpace()
        while scanner.take(";") {
            let (name, value) = scanner.parameter()
            values[name] = .some(value)
            scanner.skipSpace()
        }
        func number(_ name: String) -> Int? { values[name].flatMap { $0 }.flatMap { Int($0) } }
        self.init(
            isHit: values["hit"] != nil,
            forward: values["fwd"].flatMap { $0 }.flatMap { Forward(rawValue: $0) },
            forwardStatus: number("fwd-status"),
            timeToLive: number("ttl"),
            isStored: values["stored"] != nil,
            isCollapsed: values["collapsed"] != nil,
            detail: values["detail"].flatMap { $0 }
        )
    }
}
