import TalynCore
public import _TalynFoundation
import _TalynSupport

/// Requests and their responses, as in a HAR file (HTTP Archive 1.2).
///
/// ```swift
/// let recording = try Recording(contentsOf: file)
/// let provider = Provider<GitHub>(transport: ReplayTransport(recording))
/// ```
///
/// Files of browsers and proxies can be loaded, too. Unknown members are kept when the recording is saved.
public struct Recording: Sendable {
    /// The entries, in the order of the file.
    public internal(set) var entries: [Entry]

    /// The file of the recording, for the texts of errors.
    public internal(set) var file: URL?

    /// The errors of invalid entries of the file, which are left out.
    public internal(set) var problems: [RecordingError] = []

    /// The members of the file, without the entries.
    var members: [JSONNode.Member]
    var outerMembers: [JSONNode.Member]

    /// Creates an empty recording.
    public init() {
        self.init(entries: [], file: nil)
    }

    /// - Parameter startedAt: The date of the page that the entries refer to; nil for entries without one.
    init(entries: [Entry], file: URL?, startedAt: Date? = nil) {
        self.entries = entries
        self.file = file
        members = Self.ownMembers
        if let startedAt { members.append(JSONNode.Member(Self.pages, .array([Self.page(startedAt)]))) }
        outerMembers = []
    }

    /// Whether there are no entries.
    public var isEmpty: Bool { entries.isEmpty }

    /// The version of the creator is that of the members that Talyn adds to HAR, and not that of the package.
    static let ownMembers = [
        JSONNode.Member("version", .string("1.2")),
        JSONNode.Member("creator", .object(["name": .string("Talyn"), "version": .string("1.0")])),
    ]

    /// The name of the member with the pages that entries refer to.
    private static let pages = "pages"

    /// The page of the entries that a recorder makes.
    static let pageID = "recording"

    private static func page(_ startedAt: Date) -> JSONNode {
        .object([
            "startedDateTime": .date(startedAt),
            "id": .string(pageID),
            "title": .string("Recording"),
            "pageTimings": .object([]),
        ])
    }

    /// Adds the entries of another recording, and the pages that they refer to.
    mutating func add(_ other: Recording) {
        entries += other.entries
        let added = other.members.first { $0.name == Self.pages }?.value.elements ?? []
        guard !added.isEmpty else { return }
        let index = members.firstIndex { $0.name == Self.pages } ?? members.endIndex
        if index == members.endIndex { members.append(JSONNode.Member(Self.pages, .array([]))) }
        let known = members[index].value.elements ?? []
        let identifiers = Set(known.compactMap { $0["id"]?.text })
        members[index].value = .array(known + added.filter { !identifiers.contains($0["id"]?.text ?? "") })
    }

    /// The default maximum size of a file, in bytes.
    public static let maximumSize = 512 << 20
}

extension Recording {
    /// Loads a HAR file.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - maximumSize: The maximum size in bytes.
    /// - Throws: ``RecordingError`` if the file can't be read, isn't a HAR file, or has only invalid entries. Otherwise an invalid
    ///   entry is left out, and its error is one of ``problems``.
    public init(contentsOf file: URL, maximumSize: Int = Recording.maximumSize) throws(RecordingError) {
        try self.init(try Self.bytes(of: file, maximumSize), file: file, maximumSize: maximumSize)
    }

    /// Reads the content of a HAR file.
    ///
    /// - Parameters:
    ///   - data: The content.
    ///   - file: The file, for the texts of errors.
    ///   - maximumSize: The maximum size in bytes.
    /// - Throws: ``RecordingError`` if the content isn't a HAR file, or has only invalid entries. Otherwise an invalid entry is left
    ///   out, and its error is one of ``problems``.
    public init(_ data: Data, file: URL? = nil, maximumSize: Int = Recording.maximumSize) throws(RecordingError) {
        try self.init(reading: data, file: file, maximumSize: maximumSize)
        if entries.isEmpty, let problem = problems.first { throw problem }
    }

    /// All faults of a HAR file.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - maximumSize: The maximum size in bytes.
    /// - Returns: An error for each invalid entry, or one error if the file isn't a HAR file.
    public static func problems(in file: URL, maximumSize: Int = Recording.maximumSize) -> [RecordingError] {
        do throws(RecordingError) {
            return try Recording(reading: bytes(of: file, maximumSize), file: file, maximumSize: maximumSize).problems
        } catch {
            return [error]
        }
    }

    private static func bytes(of file: URL, _ maximumSize: Int) throws(RecordingError) -> Data {
        do {
            // A pipe would block, and a directory would fail with a strange error.
            let length = Int(clamping: try OpenFile(reading: file).length)
            if length > maximumSize { throw RecordingError.tooLarge(file, length: length, maximum: maximumSize) }
            return try Data(contentsOf: file)
        } catch let error as RecordingError {
            throw error
        } catch FileError.notAFile {
            throw .cannotRead(file, reason: "it isn't a regular file")
        } catch FileError.cannotRead(_, let code) {
            throw .cannotRead(file, reason: reason(of: POSIXError(code)))
        } catch {
            throw .cannotRead(file, reason: reason(of: error))
        }
    }

    static func reason(of error: any Error) -> String {
        if let cause = error as? POSIXError ?? (error as? CocoaError)?.underlying as? POSIXError {
            return cause.code.isMissingFile ? "the file doesn't exist" : cause.code.text
        }
        guard let error = error as? CocoaError else { return Redaction.default.text(of: error) }
        let missing: [CocoaError.Code] = [.fileReadNoSuchFile, .fileNoSuchFile]
        return missing.contains(error.code) ? "the file doesn't exist" : "error \(error.code.rawValue)"
    }
}
