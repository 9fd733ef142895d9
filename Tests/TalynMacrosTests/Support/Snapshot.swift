#if Macros
import Foundation
import Testing

/// The expected result of a test, in a file of its own: `Snapshots/<suite>/<test>.swift`.
struct Snapshot {
    static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Snapshots")

    /// Whether this run writes the files. Otherwise it compares with them.
    static let isRecording = ProcessInfo.processInfo.environment["TALYN_RECORD_SNAPSHOTS"] == "1"

    private let suite: String
    private let file: URL

    /// - Parameters:
    ///   - fileID: The `#fileID` of the test. Each suite has a file with its name.
    ///   - function: The `#function` of the test.
    ///   - argument: The argument of a test that has several, for a snapshot of each.
    init(fileID: String, function: String, argument: String?) {
        suite = URL(fileURLWithPath: fileID).deletingPathExtension().lastPathComponent
        let test = function.prefix { $0 != "(" }
        let suffix = argument.map {
            "." + $0.split(whereSeparator: { !$0.isLetter && !$0.isNumber }).joined(separator: "-")
        }
        file = Self.folder.appendingPathComponent("\(suite)/\(test)\(suffix ?? "").swift")
    }

    /// Compares a text with the snapshot, or records it.
    func expect(_ text: String, sourceLocation: SourceLocation) {
        let recorded = try? String(contentsOf: file, encoding: .utf8)
        guard recorded != text else { return }
        guard Self.isRecording else {
            Issue.record("\(difference(from: recorded, to: text))", sourceLocation: sourceLocation)
            return
        }
        do {
            try record(text)
        } catch {
            Issue.record(error, sourceLocation: sourceLocation)
        }
    }

    private func record(_ text: String) throws {
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try text.write(to: file, atomically: true, encoding: .utf8)
    }

    private func difference(from recorded: String?, to text: String) -> String {
        let name = "Snapshots/\(suite)/\(file.lastPathComponent)"
        let command = "TALYN_RECORD_SNAPSHOTS=1 swift test --filter TalynMacrosTests.\(suite)"
        let remedy = "Record it and review the difference:\n\(command)"
        guard let recorded else { return "The snapshot \(name) is missing. \(remedy)" }
        let changes = Self.changes(from: recorded, to: text)
        return "The result is not the snapshot \(name):\n\(changes)\nIf that is intended: \(remedy)"
    }

    /// The lines of both texts, with a minus before those that are gone and a plus before those that are new.
    private static func changes(from old: String, to new: String) -> String {
        var lines = old.components(separatedBy: "\n").map { "  \($0)" }
        let difference = new.components(separatedBy: "\n").difference(from: old.components(separatedBy: "\n"))
        for case .remove(let offset, let line, _) in difference.removals { lines[offset] = "- \(line)" }
        for case .insert(let offset, let line, _) in difference.insertions {
            let index = lines.indices.filter { !lines[$0].hasPrefix("- ") }.dropFirst(offset).first
            lines.insert("+ \(line)", at: index ?? lines.endIndex)
        }
        return lines.joined(separator: "\n")
    }
}
#endif
