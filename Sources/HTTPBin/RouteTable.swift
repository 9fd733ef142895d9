#if Tools
import Hummingbird

/// Registers routes that answer every method as httpbin does.
@available(Hummingbird, *)
struct RouteTable {
    typealias Handler = @Sendable (Request, HTTPBinContext) async throws -> Response

    /// The methods of the routes that accept any method.
    static let anyMethod: [HTTPRequest.Method] = [.get, .post, .put, .delete, .patch, .trace]

    let router: Router<HTTPBinContext>

    /// Adds a route that accepts `methods`, and HEAD with GET. It refuses other methods.
    func on(_ path: RouterPath, _ methods: [HTTPRequest.Method] = [.get], use handler: @escaping Handler) {
        let allowed = [.options] + methods + (methods.contains(.get) ? [.head] : [])
        let allow: HTTPFields = [.allow: allowed.map(\.rawValue).joined(separator: ", ")]
        for method in Self.anyMethod + [.head] {
            if allowed.contains(method) {
                router.on(path, method: method, use: handler)
            } else {
                router.on(path, method: method) { _, _ in
                    var response = Response.errorPage(.methodNotAllowed)
                    response.headers.append(contentsOf: allow)
                    return response
                }
            }
        }
        router.on(path, method: .options) { _, _ in
            Response.html(headers: allow)
        }
    }
}
#endif
