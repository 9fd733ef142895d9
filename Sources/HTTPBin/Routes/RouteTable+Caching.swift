#if Tools
import Hummingbird

@available(Hummingbird, *)
extension RouteTable {
    /// Adds the routes for caches and conditional requests (RFC 9110, section 13).
    ///
    /// As in httpbin, entity tags in responses have no quotes.
    func addCaching() {
        on("/cache/:seconds") { request, context in
            var response = try await Self.summary(request, context)
            response.headers[.cacheControl] = "public, max-age=\(try context.count("seconds"))"
            return response
        }
        on("/etag/:tag") { request, context in
            let tag = try context.parameters.require("tag")
            if Self.tags(in: request.headers[.ifNoneMatch]).contains(where: { $0 == tag || $0 == "*" }) {
                return Response(status: .notModified, headers: [.eTag: tag])
            }
            let required = Self.tags(in: request.headers[.ifMatch])
            if !required.isEmpty, !required.contains(where: { $0 == tag || $0 == "*" }) {
                return Response(status: .preconditionFailed, headers: [.eTag: tag])
            }
            var response = try await Self.summary(request, context)
            response.headers[.eTag] = tag
            return response
        }
    }

    private static func summary(_ request: Request, _ context: HTTPBinContext) async throws -> Response {
        try .json(await RequestSummary(request, context: context).json([.args, .headers, .origin, .url]))
    }

    /// The entity tags in a field, without quotes and marks of weak tags.
    private static func tags(in field: String?) -> [String] {
        (field ?? "").split(separator: ",").compactMap { element -> String? in
            var tag = element.drop { $0 == " " }
            if tag.hasPrefix("W/") { tag = tag.dropFirst(2) }
            let text = String(tag.filter { $0 != "\"" })
            return text.isEmpty ? nil : text
        }
    }
}
#endif
