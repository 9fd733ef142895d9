import HTTPTypes
import TalynStubs
import _TalynSupport

/// The reason for which a request is refused (RFC 9457).
struct Problem {
    let status: Int
    let detail: String
    var disagreements: [Disagreement] = []
    /// The fields that the status needs.
    var headerFields: HTTPFields = [:]

    static let mediaType = "application/problem+json"

    /// The reason phrase (RFC 9110, section 15.5).
    private var title: String {
        switch status {
        case 401: "Unauthorized"
        case 404: "Not Found"
        case 405: "Method Not Allowed"
        case 415: "Unsupported Media Type"
        case 422: "Unprocessable Content"
        case 501: "Not Implemented"
        default: "Bad Request"
        }
    }

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
            "title": .string(title),
            "status": .integer(status),
            "detail": .string(detail),
            "errors": errors.isEmpty ? nil : .array(errors),
        ])
    }
}
