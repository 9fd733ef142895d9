package import Foundation
package import HTTPTypes
package import TalynCore

extension OutgoingRequest {
    /// Creates a request with an idle timeout of its own.
    package init(url: URL, idleTimeout: Duration) {
        self.init(url: url)
        options.idleTimeout = idleTimeout
    }

    /// The same request with a body.
    package func with(body: HTTPBody?) -> OutgoingRequest {
        var request = self
        request.body = body
        return request
    }
}

extension HTTPFields {
    /// The value of the field with a name, which must be valid.
    package subscript(_ name: String) -> String? {
        get { HTTPField.Name(name).flatMap { self[$0] } }
        set { if let name = HTTPField.Name(name) { self[name] = newValue } }
    }
}
