#if Tools
import Hummingbird

@available(Hummingbird, *)
extension RouteTable {
    /// Adds the routes that describe the request.
    func addRequestInspection() {
        addSummary("/get", [.get], fields: [.args, .headers, .origin, .url])
        let fields: [RequestSummary.Field] = [.args, .data, .files, .form, .headers, .json, .origin, .url]
        addSummary("/post", [.post], fields: fields)
        addSummary("/put", [.put], fields: fields)
        addSummary("/patch", [.patch], fields: fields)
        addSummary("/delete", [.delete], fields: fields)
        addSummary("/anything", Self.anyMethod, fields: fields + [.method])
        addSummary("/anything/**", Self.anyMethod, fields: fields + [.method])
        addSummary("/headers", [.get], fields: [.headers])
    }

    private func addSummary(_ path: RouterPath, _ methods: [HTTPRequest.Method], fields: [RequestSummary.Field]) {
        on(path, methods) { request, context in
            try .json(await RequestSummary(request, context: context).json(fields))
        }
    }
}
#endif
