import TalynCore
public import _TalynFoundation

/// The failure of reading, writing or replaying a recording.
///
/// Entries count from 0, as in the file. The texts show no secrets.
#if hasAttribute(nonexhaustive)
@nonexhaustive
#endif
public enum RecordingError: Error, Sendable, Hashable {
    /// The file can't be read.
    case cannotRead(URL, reason: String)

    /// The file can't be written.
    case cannotWrite(URL, reason: String)

    /// Another test, or another part of this test, writes the file at the same time.
    case inUse(URL)

    /// The file is larger than allowed, in bytes.
    case tooLarge(URL?, length: Int, maximum: Int)

    /// The file isn't JSON, or it is cut off.
    case notJSON(URL?, problem: String, isCutOff: Bool)

    /// The file is JSON, but not HAR.
    case notHAR(URL?, problem: String)

    /// An entry is invalid.
    case invalidEntry(URL?, entry: Int, member: String, problem: String)

    /// No entry answers a request.
    case noEntry(URL?, request: String, nearest: NearestEntry?)

    /// The body of the entry that answers a request is missing or incomplete.
    case incomplete(URL?, entry: Int, request: String, problem: String)

    /// The client sent another WebSocket message than the entry has. Messages count from 0; nil for one after the last.
    case unexpectedMessage(URL?, entry: Int, message: Int?, request: String, problem: String)

    /// The entry most similar to a request that no entry answers.
    public struct NearestEntry: Sendable, Hashable {
        /// The number of the entry.
        public let entry: Int

        /// The method and the URL of the entry, with secrets masked.
        public let request: String

        /// The differences to the request, as sentences.
        public let differences: [String]
    }

    /// The file.
    public var file: URL? {
        switch self {
        case .cannotRead(let file, _), .cannotWrite(let file, _), .inUse(let file): file
        case .tooLarge(let file, _, _), .notJSON(let file, _, _), .notHAR(let file, _),
            .invalidEntry(let file, _, _, _), .noEntry(let file, _, _), .incomplete(let file, _, _, _),
            .unexpectedMessage(let file, _, _, _, _):
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
            "\(Self.name(of: file)) has \(length) bytes, which is more than the allowed \(maximum)."
        case .notJSON(let file, let problem, _):
            "\(Self.name(of: file)) is not JSON: \(problem)."
        case .notHAR(let file, let problem):
            "\(Self.name(of: file)) is not a HAR file: \(problem)."
        case .invalidEntry(let file, let entry, let member, let problem):
            "In \(Self.name(of: file)), \(member) of entry \(entry) \(problem)."
        case .noEntry(let file, let request, _):
            "\(Self.name(of: file)) has no entry for \(request)."
        case .incomplete(let file, let entry, let request, let problem):
            "Entry \(entry) of \(Self.name(of: file)), for \(request), \(problem)."
        case .unexpectedMessage(let file, let entry, let message, let request, let problem):
            (message.map { "Message \($0) of entry \(entry)" } ?? "Entry \(entry)")
                + " of \(Self.name(of: file)), for \(request), \(problem)."
        }
    }

    public var failureReason: String? {
        guard case .noEntry(_, _, let nearest?) = self else { return nil }
        return "Nearest is entry \(nearest.entry), \(nearest.request): \(nearest.differences.joined(separator: " "))"
    }

    public var recoverySuggestion: String? {
        switch self {
        case .cannotRead: "Check the path, or record it first."
        case .cannotWrite: "Check the path, the permissions of its directory, and the space on the disk."
        case .inUse: "Give each test its own recording."
        case .tooLarge: "Save it with fewer entries."
        case .notJSON(_, _, isCutOff: true): "The file is cut off. Save it again."
        case .notJSON, .notHAR: "Use a HAR file that a browser, a proxy or a recording transport saved."
        case .invalidEntry: "Correct or remove the entry, or save the file again."
        case .noEntry: "Record it."
        case .incomplete: "Record it again, and read its body to the end."
        case .unexpectedMessage: "Record it again, or let the client send the recorded messages."
        }
    }

    public var description: String {
        [errorDescription, failureReason.map { "(\($0))" }, recoverySuggestion].compactMap { $0 }
            .joined(separator: " ")
    }

    /// The mode in which the test records what is missing; nil if that doesn't help.
    public var remedy: RecordingMode? {
        switch self {
        case .cannotRead, .noEntry: .recordMissing
        case .cannotWrite, .inUse, .tooLarge, .notJSON, .notHAR, .invalidEntry, .incomplete: nil
        case .unexpectedMessage: .rerecord
        }
    }

    static func name(of file: URL?) -> String {
        guard let file else { return "The recording" }
        return file.isFileURL ? "'\(file.path)'" : Redaction.strict.url(file.absoluteString)
    }
}
