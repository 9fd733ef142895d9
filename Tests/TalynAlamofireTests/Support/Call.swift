#if Alamofire
import Foundation
import Talyn

/// A call of which everything is given.
struct Call: TargetType {
    var baseURL: URL
    var path: RequestPath = "/"
    var method = HTTPRequest.Method.get
    var query: RequestParameters = [:]
    var headerFields = HTTPFields()
    var body = RequestBody.none
    var validation = StatusValidation.any

    init(_ baseURL: URL, _ validation: StatusValidation = .any) {
        self.baseURL = baseURL
        self.validation = validation
    }
}
#endif
