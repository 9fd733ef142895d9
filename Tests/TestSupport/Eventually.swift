package import Testing

/// Asks another program again until a condition holds.
///
/// Records an issue after ten thousand times, so that a fault fails the test.
package func eventually(
    sourceLocation: SourceLocation = #_sourceLocation,
    _ condition: () async throws -> Bool
) async throws {
    for _ in 0..<10_000 {
        if try await condition() { return }
        try await Task.sleep(for: .milliseconds(5))
    }
    Issue.record("The condition didn't come to hold.", sourceLocation: sourceLocation)
}
