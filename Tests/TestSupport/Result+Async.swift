extension Result {
    /// The error of a failure.
    package var failure: Failure? {
        if case .failure(let error) = self { error } else { nil }
    }

    /// What an async function returns or throws.
    package init(_ body: () async throws(Failure) -> Success) async {
        do throws(Failure) {
            self = .success(try await body())
        } catch {
            self = .failure(error)
        }
    }
}
