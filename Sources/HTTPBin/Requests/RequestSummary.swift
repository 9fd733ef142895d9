#if Tools
import Foundation
import Hummingbird
import _TalynSupport

/// The description of a request that httpbin sends back.
struct RequestSummary {
    /// A member of the JSON object that describes a request.
    enum Field: String {
        case args, data, files, form, headers, json, method, origin, url
    }

    private static let maximumBodySize = 64 * 1024 * 1024

    private let members: [Field: JSONNode]

    /// Reads the body of `request`, and describes the request.
    init(_ request: Request, context: HTTPBinContext) async throws {
        let body = try await request.body.collect(upTo: Self.maximumBodySize)
        try self.init(request, body: Array(body.readableBytesView), context: context)
    }

    private init(_ request: Request, body: [UInt8], context: HTTPBinContext) throws {
        let query = request.queryFields
        let form = FormData(contentType: request.headers[.contentType] ?? "", body: body)
        let data = form == nil ? body : []
        members = [
            .args: query.json,
            .data: .string(data.jsonSafeText(contentType: "application/octet-stream")),
            .files: .object(form?.files ?? [:]),
            .form: (form?.fields ?? FieldList()).json,
            .headers: .object(request.titleCasedHeaders(hidingProxies: query["show_env"] == nil)),
            .json: (try? JSONNode(json: Data(data))) ?? .null,
            .method: .string(request.method.rawValue),
            .origin: .string(request.forwardedFor ?? context.origin),
            .url: .string(request.displayURL),
        ]
    }

    /// The JSON object with the members that `fields` names, and with `id` if there is one.
    func json(_ fields: [Field], id: Int? = nil) -> JSONNode {
        var object = Dictionary(uniqueKeysWithValues: fields.map { ($0.rawValue, members[$0] ?? .null) })
        object["id"] = id.map { .integer($0) }
        return .object(object)
    }
}

extension Collection<UInt8> {
    /// The bytes as a string if they are UTF-8. Otherwise as a data URL of `contentType`.
    func jsonSafeText(contentType: String) -> String {
        String(bytes: self, encoding: .utf8)
            ?? "data:\(contentType);base64,\(Data(self).base64EncodedString())"
    }
}
#endif
