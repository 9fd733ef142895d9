import HTTPTypes
import TalynStubs
import _TalynSupport

/// The reason for which a request is refused (RFC 9457).
struct Problem {
    let status: Int
    let detail: String
    var disagreements: [Disagreement] = []
    var headerFields: HTTPFields = [:]

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
            "title": .string(HTTPResponse.Status(code: status).reasonPhrase),
            "status": .integer(status),
            "detail": .string(detail),
            "errors": errors.isEmpty ? nil : .array(errors),
        ])
    }
}
