package import TalynCore

extension Provider {
    /// The result of a call.
    package func result(
        _ target: Target,
        options: RequestOptions = RequestOptions()
    ) async -> Result<Response, TalynError> {
        await Result { () async throws(TalynError) in try await request(target, options: options) }
    }
}

extension Result<Response, TalynError> {
    /// The status, or what kind of failure it is.
    package var text: String {
        switch self {
        case .success(let response): "\(response.statusCode)"
        case .failure(let error) where error.isCancelled: "cancelled"
        case .failure(let error): error.statusCode.map { "refused \($0)" } ?? "failed"
        }
    }
}

extension Result where Failure == TalynError {
    /// Whether it is the failure of a call that was cancelled.
    package var isCancelled: Bool {
        if case .failure(let error) = self { error.isCancelled } else { false }
    }
}
