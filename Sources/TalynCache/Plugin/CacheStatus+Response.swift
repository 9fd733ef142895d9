import HTTPTypes
public import TalynCore
import _TalynSupport

extension Response {
    /// The use of the cache by the response; nil if no ``CachePlugin`` gave it.
    public var cacheStatus: CacheStatus? { headerFields.cacheStatus }
}

extension HTTPFields {
    /// The last member is the one of the cache that is next to the caller (RFC 9211, section 2).
    var cacheStatus: CacheStatus? { last { $0.name == .cacheStatus }.flatMap { CacheStatus(lastMemberOf: $0.value) } }
}

extension CacheStatus {
    static let cacheName = "Talyn"

    /// Reads the last member of a `Cache-Status` field; nil for the member of another cache.
    init?(lastMemberOf field: String) {
        guard case .item(let item)? = StructuredField.list(field)?.last, item.value == .token(Self.cacheName) else {
            return nil
        }
        let parameters = item.parameters
        func number(_ name: String) -> Int? {
            if case .integer(let number)? = parameters[name] { Int(clamping: number) } else { nil }
        }
        func isSet(_ name: String) -> Bool { parameters[name] == .boolean(true) }
        self.init(
            isHit: isSet("hit"),
            forward: parameters["fwd"]?.word.flatMap { Forward(rawValue: $0) },
            forwardStatus: number("fwd-status"),
            timeToLive: number("ttl"),
            isStored: isSet("stored"),
            isCollapsed: isSet("collapsed"),
            detail: parameters["detail"]?.word
        )
    }
}
