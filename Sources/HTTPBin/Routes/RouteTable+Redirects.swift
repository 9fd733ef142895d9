#if Tools
import Hummingbird

@available(Hummingbird, *)
extension RouteTable {
    /// Adds the routes that redirect.
    func addRedirects() {
        on("/redirect/:count") { _, context in
            .redirectPage(to: try Self.location(after: context.count("count")))
        }
        on("/relative-redirect/:count") { _, context in
            .html(status: .found, headers: [.location: try Self.location(after: context.count("count"))])
        }
        on("/redirect-to", Self.anyMethod) { request, _ in
            let query = request.queryFields
            guard let location = query["url"] else {
                throw HTTPError(.internalServerError)
            }
            guard let code = Int(query["status_code"] ?? "302") else {
                throw HTTPError(.internalServerError)
            }
            let status = (300..<400).contains(code) ? HTTPResponse.Status(code: code) : .found
            return .html(status: status, headers: [.location: location])
        }
    }

    /// The location of a redirect after which `count - 1` more follow.
    private static func location(after count: Int) throws -> String {
        guard count > 0 else {
            throw HTTPError(.internalServerError)
        }
        return count == 1 ? "/get" : "/relative-redirect/\(count - 1)"
    }
}
#endif
