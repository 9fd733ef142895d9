#if Tools
import HTTPTypes
import Hummingbird

extension Response {
    /// Adds a header field, or fails if `name` is not one of a header field.
    mutating func addHeader(_ name: String, value: String) throws {
        guard let name = HTTPField.Name(name) else {
            throw HTTPError(.internalServerError)
        }
        headers.append(HTTPField(name: name, value: value))
    }
}
#endif
