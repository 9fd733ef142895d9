#if Alamofire
import Foundation
import Talyn

/// A call of which everything is given.
struct Call: TargetType {
    var baseURL: URL
    var path = "/"
    var method = HTTPRequest.Method.get
    var headers: [String: String]?
    var task = HTTPTask.requestPlain
    var validationType = ValidationType.none

    init(_ baseURL: URL, _ validationType: ValidationType = .none) {
        self.baseURL = baseURL
        self.validationType = validationType
    }
}
#endif
