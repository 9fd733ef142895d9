#if Tools
import Foundation
import Hummingbird
import _TalynSupport

@available(Hummingbird, *)
extension RouteTable {
    /// Adds the routes that ask for credentials.
    func addAuthentication() {
        on("/bearer") { request, _ in
            guard let authorization = request.headers[.authorization], authorization.hasPrefix("Bearer ") else {
                return .html(status: .unauthorized, headers: [.wwwAuthenticate: "Bearer"])
            }
            let token = String(authorization.dropFirst("Bearer ".count))
            return .json(["authenticated": .bool(true), "token": .string(token)])
        }
        on("/basic-auth/:user/:password") { request, context in
            let user = try context.text("user")
            let credentials = "\(user):\(try context.text("password"))"
            guard Self.basicCredentials(request.headers[.authorization] ?? "") == credentials else {
                return Response(status: .unauthorized, headers: [.wwwAuthenticate: #"Basic realm="Fake Realm""#])
            }
            return .json(["authenticated": .bool(true), "user": .string(user)])
        }
    }

    /// The name and the password, with a colon between, that an Authorization header holds.
    private static func basicCredentials(_ authorization: String) -> String? {
        let parts = authorization.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, parts[0].lowercased() == "basic" else { return nil }
        return Data(base64Encoded: String(parts[1])).flatMap { String(data: $0, encoding: .utf8) }
    }
}
#endif
