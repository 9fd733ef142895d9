import Foundation

@testable import Talyn

extension Provider {
    /// Calls a target; its progress has been reported when this returns.
    func request(_ target: Target, reporting report: @escaping ProgressBlock) async throws(TalynError) -> Response {
        let outcome = Callback<Result<Response, TalynError>>()
        let call = request(target, callbackQueue: DispatchQueue(label: "reports"), progress: report) { result in
            outcome.resolve(result)
        }
        guard let result = await outcome.value() else {
            call.cancel()
            throw .cancelled
        }
        return try result.get()
    }
}
