#if Tools
import HTTPTypes
import Hummingbird
import _TalynSupport

@available(Hummingbird, *)
extension RouteTable {
    /// Adds the routes that read and set cookies.
    func addCookies() {
        on("/cookies") { request, _ in
            let cookies = CookieText.parse(request.headers[values: .cookie].joined(separator: "; "))
            return .json(["cookies": .object(cookies.mapValues(JSONNode.string))])
        }
        on("/cookies/set") { request, _ in
            var response = Response.redirectPage(to: "/cookies")
            var names: Set<String> = []
            for (name, value) in request.queryFields.fields where names.insert(name).inserted {
                let cookie = "\(name)=\(CookieText.quotedIfNeeded(value)); Path=/"
                response.headers.append(HTTPField(name: .setCookie, value: cookie))
            }
            return response
        }
    }
}
#endif
