package import TalynCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension Result<Response, TalynError> {
    /// Runs the rest of the call and catches its error.
    package init(of next: CallInterceptor.Next, for endpoint: Endpoint) async {
        do {
            self = .success(try await next(endpoint))
        } catch {
            self = .failure(TalynError(error))
        }
    }
}

extension Response {
    /// Removes the downloaded file of a response that no caller gets, so that the next attempt can use its place.
    package func removeFile() {
        if let fileURL { try? FileManager.default.removeItem(at: fileURL) }
    }
}

extension Endpoint {
    /// The priority of the call.
    var priority: RequestPriority { options.isEmpty ? .normal : options.priority ?? .normal }
}
