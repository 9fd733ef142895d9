import HTTPTypes
import TalynStubs
import _TalynSupport

/// The reason for which a request is refused (RFC 9457).
struct Problem {
    let status: Int
    let detail: String
    var disagreements: [Disagreement] = []
    var headerFields: HTTPFields = [:]

    /// The reason phrases (RFC 9110, section 15).
    private static let titles = [
        401: "Unauthorized", 404: "Not Found", 405: "Method Not Allowed", 415: "Unsupported Media Type",
        422: "Unprocessable Content", 501: "Not Implemented",
    ]

    var json: JSONNode {
        let errors = disagreements.map { disagreement in
            JSONNode.object([
                "detail": .string(disagreement.reason),
                "in": .string(disagreement.part.rawValue),
                "name": disagreement.name.isEmpty ? nil : .string(disagreement.name),
                "pointer": .string("#" + disagreement.pointer),
            ])
        }
        return .object([
            "type": .string("about:blank"),
            "title": .string(Self.titles[status] ?? "Bad Request"),
            "status": .integer(status),
            "detail": .string(detail),
            "errors": errors.isEmpty ? nil : .array(errors),
        ])
    }
}
