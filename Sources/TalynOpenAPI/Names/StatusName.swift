/// The names of statuses as cases of an enum (RFC 9110, section 15.3, and others of IANA's registry).
enum StatusName {
    static func name(of status: String) -> String {
        switch status {
        case "200": "ok"
        case "201": "created"
        case "202": "accepted"
        case "203": "nonAuthoritativeInformation"
        case "204": "noContent"
        case "205": "resetContent"
        case "206": "partialContent"
        case "207": "multiStatus"
        case "208": "alreadyReported"
        case "226": "imUsed"
        case "2XX": "success"
        default: SwiftName.member("status \(status)")
        }
    }
}
