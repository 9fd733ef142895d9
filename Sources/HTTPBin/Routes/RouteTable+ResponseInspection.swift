#if Tools
import HTTPTypes
import Hummingbird
import _TalynSupport

@available(Hummingbird, *)
extension RouteTable {
    /// Adds the route that answers with the header fields that the query names.
    func addResponseInspection() {
        on("/response-headers", [.get, .post]) { request, _ in
            var response = Response.json([:])
            for (name, value) in request.queryFields.fields where !Self.isFraming(name) {
                try response.addHeader(name, value: value)
            }
            return try Self.describingItself(response)
        }
    }

    /// Whether a header field delimits the message. A second such field would make the message invalid.
    private static func isFraming(_ name: String) -> Bool {
        ["content-length", "transfer-encoding"].contains(name.lowercased())
    }

    /// The response with its header fields as its body. One of them is the length of that body.
    private static func describingItself(_ response: Response) throws -> Response {
        var response = response
        var previous: String?
        while true {
            let names = Set(response.headers.map(\.name.rawName))
            let members = names.map { name in
                (name, JSONNode(oneOrMore: HTTPField.Name(name).map { response.headers[values: $0] } ?? []))
            }
            let text = PythonJSON.text(.object(Dictionary(uniqueKeysWithValues: members)))
            guard text != previous else { return response }
            response.body = ResponseBody(byteBuffer: ByteBuffer(string: text))
            previous = text
        }
    }
}
#endif
