#if Tools
import Foundation
import Talyn

/// What is sent to the one URL that the command line names.
struct FileRequest: TargetType {
    let url: URL
    var method = HTTPRequest.Method.get
    var task = HTTPTask.requestPlain
    var headerFields: [HeaderArgument] = []

    var baseURL: URL { url }
    var path: String { "" }
    var validationType: ValidationType { .successCodes }

    /// A field that is given twice has both values (RFC 9110, section 5.3).
    var headers: [String: String]? {
        var headers: [String: String] = [:]
        for field in headerFields {
            let name = headers.keys.first { $0.lowercased() == field.name.lowercased() } ?? field.name
            headers[name] = headers[name].map { "\($0), \(field.value)" } ?? field.value
        }
        return headers
    }
}
#endif
