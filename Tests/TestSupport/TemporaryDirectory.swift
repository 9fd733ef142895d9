package import Foundation

/// A directory that is there for the duration of a test.
package final class TemporaryDirectory: Sendable {
    package let url: URL

    package init(in parent: URL = FileManager.default.temporaryDirectory) throws {
        url = parent.appendingPathComponent("test-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: url)
    }

    /// A file with this content.
    package func file(_ name: String, _ content: Data = Data()) throws -> URL {
        let file = url.appendingPathComponent(name)
        try content.write(to: file)
        return file
    }

    /// A file with this text.
    package func file(_ name: String, _ text: String) throws -> URL {
        try file(name, Data(text.utf8))
    }

    /// The names of all that is in it.
    package var names: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: url.path).sorted() }
    }
}

extension Data {
    /// So many bytes, of which hardly any neighbouring stretches are the same.
    package static func pattern(_ count: Int) -> Data {
        var data = Data(capacity: count + patternBlock.count)
        while data.count < count { data.append(patternBlock) }
        return data.prefix(count)
    }

    /// Its length is a prime, so that blocks of usual sizes begin anywhere in it.
    private static let patternBlock = Data((0..<65_521).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) })
}
