/// The names of statuses as cases of an enum (RFC 9110, section 15.3, and others of IANA's registry).
enum StatusName {
    static func name(of status: String) -> String { names[status] ?? SwiftName.member("status \(status)") }

    private static let names = [
        "200": "ok", "201": "created", "202": "accepted", "203": "nonAuthoritativeInformation", "204": "noContent",
        "205": "resetContent", "206": "partialContent", "207": "multiStatus", "208": "alreadyReported", "226": "imUsed",
        "2XX": "success",
    ]
}
