extension Result {
    /// Runs an operation, and catches its error.
    @inlinable public init(_ operation: () async throws(Failure) -> Success) async {
        do throws(Failure) {
            self = .success(try await operation())
        } catch {
            self = .failure(error)
        }
    }
}
