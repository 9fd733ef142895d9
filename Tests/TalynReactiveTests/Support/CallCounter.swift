import Talyn
import TestSupport

/// Counts the calls that were sent, and those that were cancelled.
struct CallCounter: Plugin {
    let sent = Watched(0)
    let cancelled = Watched(0)

    func willSend(_ request: any RequestType, target: any TargetType) {
        sent.update { $0 += 1 }
    }

    func didReceive(_ result: Result<Response, TalynError>, target: any TargetType) {
        if case .failure(let error) = result, error.isCancelled { cancelled.update { $0 += 1 } }
    }
}
