#if Alamofire
import Alamofire
import Foundation
import TestSupport

/// Remembers what became of requests.
final class RecordingMonitor: EventMonitor {
    let events = Watched<[String]>([])

    func requestDidResume(_ request: Alamofire.Request) {
        events.update { $0.append("resumed") }
    }

    func requestIsRetrying(_ request: Alamofire.Request) {
        events.update { $0.append("retrying") }
    }

    func requestDidCancel(_ request: Alamofire.Request) {
        events.update { $0.append("cancelled") }
    }

    func requestDidFinish(_ request: Alamofire.Request) {
        events.update { $0.append("finished \(request.response?.statusCode ?? 0)") }
    }
}
#endif
