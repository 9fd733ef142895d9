package import Foundation

/// The files of this repository.
package enum RepositoryFiles {
    package static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// A file or a folder, by its path from the root.
    package static func url(_ path: String) -> URL { root.appending(path: path) }

    /// The text of a file.
    package static func text(_ path: String) throws -> String { try String(contentsOf: url(path), encoding: .utf8) }

    /// The texts of the cells of each row of the tables in a page, with those of the heads.
    package static func tableRows(in path: String) throws -> [[String]] {
        try text(path).split(separator: "\n").filter { $0.hasPrefix("| ") }
            .map { row in row.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) } }
    }
}
