public import Foundation

/// What is wrong with a recording, or with what was asked of it.
///
/// Entries are counted from 0, as in the file. What an error says has no secrets in it.
public enum RecordingError: Error, Sendable, Hashable {
    /// The file can't be read.
    case cannotRead(URL, reason: String)

    /// The file can't be written.
    case cannotWrite(URL, reason: String)

    /// Another test, or another part of this one, writes the file, too.
    case inUse(URL)

    /// The file is longer than was allowed, in bytes.
    case tooLarge(URL?, length: Int, maximum: Int)

    /// The file is no JSON, perhaps because it ends before the JSON does.
    case notJSON(URL?, problem: String, isCutOff: Bool)

    /// The file is JSON, but no HAR.
    case notHAR(URL?, problem: String)

    /// An entry makes no sense.
    case invalidEntry(URL?, entry: Int, member: String, problem: String)

    /// No entry answers a request.
    case noEntry(URL?, request: String, nearest: NearestEntry?)

    /// The entry that answers a request has no whole body.
    case incomplete(URL?, entry: Int, request: String, problem: String)

    /// The entry that is most like a request that no entry answers.
    public struct NearestEntry: Sendable, Hashable {
        /// Which one it is.
        public let entry: Int

        /// What it answers: method and URL, redacted.
        public let request: String

        /// How the request differs from it, one sentence each.
        public let differences: [String]
    }

    /// The file.
    public var file: URL? {
        switch self {
        case .cannotRead(let file, _), .cannotWrite(let file, _), .inUse(let file): file
        case .tooLarge(let file, _, _), .notJSON(let file, _, _), .notHAR(let file, _),
            .invalidEntry(let file, _, _, _), .noEntry(let file, _, _), .incomplete(let file, _, _, _):
            file
        }
    }
}

extension RecordingError: LocalizedError, CustomStringConvertible {
    public var errorDescription: String? {
        switch self {
        case .cannotRead(let file, let reason):
            "The recording \(Self.name(of: file)) can't be read: \(reason)."
        case .cannotWrite(let file, let reason):
            "The recording \(Self.name(of: file)) can't be written: \(reason)."
        case .inUse(let file):
            "The recording \(Self.name(of: file)) is being written by another test."
        case .tooLarge(let file, let length, let maximum):
            "\(Self.name(of: file)) has \(length) bytes, which is more than the \(maximum) that are allowed."
        case .notJSON(let file, let problem, _):
            "\(Self.name(of: file)) is no JSON: \(problem)."
        case .notHAR(let file, let problem):
            "\(Self.name(of: file)) is no HAR: \(problem)."
        case .invalidEntry(let file, let entry, let member, let problem):
            "In \(Self.name(of: file)), \(member) of entry \(entry) \(problem)."
        case .noEntry(let file, let request, _):
            "\(Self.name(of: file)) has no entry for \(request)."
        case .incomplete(let file, let entry, let request, let problem):
            "Entry \(entry) of \(Self.name(of: file)), for \(request), \(problem)."
        }
    }

    public var failureReason: String? {
        guard case .noEntry(_, _, let nearest?) = self else { return nil }
        return "Nearest is entry \(nearest.entry), \(nearest.request): \(nearest.differences.joined(separator: " "))"
    }

    public var recoverySuggestion: String? {
        switch self {
        case .cannotRead: "Check the path, or record it first: \(RecordingMode.recordMissing.command)"
        case .cannotWrite: "Check the path, the permissions of its directory, and that there is room on the disk."
        case .inUse: "Give each test a name of its own."
        case .tooLarge: "Save it with fewer entries."
        case .notJSON(_, _, isCutOff: true): "Save it again: it has been cut off."
        case .notJSON, .notHAR: "Give a file that a browser, a proxy or a recording transport saved as HAR."
        case .invalidEntry: "Mend or remove the entry, or save the file again."
        case .noEntry: "Record it: \(RecordingMode.recordMissing.command)"
        case .incomplete: "Record it again, and read its body to the end."
        }
    }

    public var description: String {
        [errorDescription, failureReason.map { "(\($0))" }, recoverySuggestion].compactMap { $0 }
            .joined(separator: " ")
    }

    static func name(of file: URL?) -> String {
        guard let file else { return "The recording" }
        return file.isFileURL ? "'\(file.path)'" : Redaction.strict.url(file.absoluteString)
    }
}
