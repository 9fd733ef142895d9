import Foundation

/// A directory of a test's own, which goes with the test.
final class TemporaryDirectory: Sendable {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("observed-\(UUID().uuidString)")

    init() throws {
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: url)
    }

    /// The place of a file that isn't there.
    func place(_ name: String) -> URL {
        url.appendingPathComponent(name)
    }

    /// A new file.
    func file(_ name: String, _ text: String) throws -> URL {
        try Data(text.utf8).write(to: place(name))
        return place(name)
    }
}
