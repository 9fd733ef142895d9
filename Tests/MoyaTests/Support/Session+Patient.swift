import Foundation
import Moya

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif
#if Alamofire
import Alamofire
#endif

extension URLSessionConfiguration {
    /// The configuration of usual sessions, with a timeout that a busy machine doesn't reach.
    static var patient: URLSessionConfiguration {
        let configuration = URLSessionConfiguration.af.default
        configuration.timeoutIntervalForRequest = 3_600
        return configuration
    }
}

extension Session {
    /// A usual session, with a timeout that a busy machine doesn't reach.
    static let patient = Session(configuration: .patient)
}
