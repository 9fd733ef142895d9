#if Tools
import Hummingbird

@available(Hummingbird, *)
extension RouteTable {
    private static let teapot = #"""

            -=[ teapot ]=-

               _...._
             .'  _ _ `.
            | ."` ^ `". _,
            \_;`"---"`|//
              |       ;/
              \_     _/
                `"""`

        """#

    /// Adds the route that answers with any status.
    func addStatusCodes() {
        on("/status/:code", Self.anyMethod) { _, context in
            guard let code = context.parameters.get("code", as: Int.self), (200...599).contains(code) else {
                return Self.response(.badRequest, contentType: "text/plain; charset=utf-8", body: "Invalid status code")
            }
            return try Self.response(code: code)
        }
    }

    /// The response of httpbin with a status. Most have no body, and some have no media type.
    private static func response(code: Int) throws -> Response {
        let status = HTTPResponse.Status(code: code)
        switch code {
        case 301, 302, 303, 305, 307:
            return Response(status: status, headers: [.location: "/redirect/1"])
        case 304:
            return Response(status: status)
        case 401:
            return Response(status: status, headers: [.wwwAuthenticate: #"Basic realm="Fake Realm""#])
        case 402:
            var response = Self.response(status, body: "Fuck you, pay me!")
            try response.addHeader("X-More-Info", value: "http://vimeo.com/22053820")
            return response
        case 406:
            let body = """
                {"message": "Client did not request a supported media type.", \
                "accept": ["image/webp", "image/svg+xml", "image/jpeg", "image/png", "image/*"]}
                """
            return Self.response(status, contentType: "application/json", body: body)
        case 407:
            return Response(status: status, headers: [.proxyAuthenticate: #"Basic realm="Fake Realm""#])
        case 418:
            var response = Self.response(status, body: teapot)
            try response.addHeader("X-More-Info", value: "http://tools.ietf.org/html/rfc2324")
            return response
        default:
            return .html(status: status)
        }
    }

    private static func response(
        _ status: HTTPResponse.Status,
        contentType: String? = nil,
        body: String
    ) -> Response {
        var response = Response(status: status, body: ResponseBody(byteBuffer: ByteBuffer(string: body)))
        response.headers[.contentType] = contentType
        return response
    }
}
#endif
