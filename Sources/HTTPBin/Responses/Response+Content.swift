#if Tools
import HTTPTypes
import Hummingbird
import _TalynSupport

extension Response {
    /// A response with `value` as JSON.
    static func json(_ value: JSONNode) -> Response {
        Response(
            status: .ok,
            headers: [.contentType: "application/json"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: PythonJSON.text(value)))
        )
    }

    /// A response with `text` as HTML. By default it is empty.
    static func html(_ text: String = "", status: HTTPResponse.Status = .ok, headers: HTTPFields = [:]) -> Response {
        var response = Response(
            status: status,
            headers: [.contentType: "text/html; charset=utf-8"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: text))
        )
        response.headers.append(contentsOf: headers)
        return response
    }

    /// A redirect to `location` with a page that says so.
    static func redirectPage(to location: String) -> Response {
        let link = location.htmlEscaped
        let text = """
            <!doctype html>
            <html lang=en>
            <title>Redirecting...</title>
            <h1>Redirecting...</h1>
            <p>You should be redirected automatically to the target URL: <a href="\(link)">\(link)</a>. \
            If not, click the link.

            """
        return .html(text, status: .found, headers: [.location: location])
    }

    /// A page that describes the error `status`.
    static func errorPage(_ status: HTTPResponse.Status) -> Response {
        let explanation =
            switch status {
            case .notFound:
                "The requested URL was not found on the server. If you entered the URL manually please check your "
                    + "spelling and try again."
            case .methodNotAllowed:
                "The method is not allowed for the requested URL."
            case .contentTooLarge:
                "The data value transmitted exceeds the capacity limit."
            default:
                "The server encountered an internal error and was unable to complete your request. Either the server "
                    + "is overloaded or there is an error in the application."
            }
        let text = """
            <!doctype html>
            <html lang=en>
            <title>\(status.code) \(status.reasonPhrase)</title>
            <h1>\(status.reasonPhrase)</h1>
            <p>\(explanation)</p>

            """
        return .html(text, status: status)
    }
}

extension String {
    fileprivate var htmlEscaped: String {
        replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
            .replacing("\"", with: "&#34;").replacing("'", with: "&#39;")
    }
}

extension Response {
    /// Adds a header field. Throws if the name is invalid.
    mutating func addHeader(_ name: String, value: String) throws {
        guard let name = HTTPField.Name(name) else {
            throw HTTPError(.internalServerError)
        }
        headers.append(HTTPField(name: name, value: value))
    }
}
#endif
