public import Foundation

/// Requests and their responses, as a HAR file has them (HTTP Archive 1.2).
///
/// ```swift
/// let recording = try Recording(contentsOf: file)
/// let provider = Provider<GitHub>(transport: ReplayTransport(recording))
/// ```
///
/// What browsers and proxies save can be loaded, too. Members that are not known here are kept when it is saved.
public struct Recording: Sendable {
    /// The entries, in the order of the file.
    public internal(set) var entries: [Entry]

    /// The file that it was loaded from, for errors to name.
    public internal(set) var file: URL?

    /// All members of the file's `log` but the entries, and what is beside it.
    var members: [JSONNode.Member]
    var outerMembers: [JSONNode.Member]

    /// A recording of nothing.
    public init() {
        self.init(entries: [], file: nil)
    }

    init(entries: [Entry], file: URL?) {
        self.entries = entries
        self.file = file
        members = Self.ownMembers
        outerMembers = []
    }

    /// Whether nothing is recorded.
    public var isEmpty: Bool { entries.isEmpty }

    static let ownMembers = [
        JSONNode.Member("version", .string("1.2")),
        JSONNode.Member("creator", .object(["name": .string("Talyn"), "version": .string("1.0")])),
    ]

    /// How many bytes a file may have, unless somebody says otherwise.
    public static let maximumSize = 512 << 20
}

extension Recording {
    /// Loads a HAR file.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - maximumSize: How many bytes it may have.
    /// - Throws: ``RecordingError`` if it can't be read, is no HAR, or has an entry that makes no sense.
    public init(contentsOf file: URL, maximumSize: Int = Recording.maximumSize) throws(RecordingError) {
        try self.init(try Self.bytes(of: file, maximumSize), file: file, maximumSize: maximumSize)
    }

    /// Reads the content of a HAR file.
    ///
    /// - Parameters:
    ///   - data: The content.
    ///   - file: The file, for errors to name.
    ///   - maximumSize: How many bytes it may have.
    /// - Throws: ``RecordingError`` if it is no HAR, or has an entry that makes no sense.
    public init(_ data: Data, file: URL? = nil, maximumSize: Int = Recording.maximumSize) throws(RecordingError) {
        var reader = RecordingReader(file: file)
        self = try reader.read(data, maximumSize)
        if let problem = reader.problems.first { throw problem }
    }

    /// All that is wrong with a HAR file, and not only the first.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - maximumSize: How many bytes it may have.
    /// - Returns: A ``RecordingError`` for each entry that makes no sense, or the only one if the file is no HAR at all.
    public static func problems(in file: URL, maximumSize: Int = Recording.maximumSize) -> [RecordingError] {
        var reader = RecordingReader(file: file)
        do throws(RecordingError) {
            _ = try reader.read(try bytes(of: file, maximumSize), maximumSize)
        } catch {
            return [error]
        }
        return reader.problems
    }

    private static func bytes(of file: URL, _ maximumSize: Int) throws(RecordingError) -> Data {
        do {
            // A pipe or a directory would make us wait or fail in odd ways.
            let attributes = try FileManager.default.attributesOfItem(atPath: file.resolvingSymlinksInPath().path)
            guard attributes[.type] as? FileAttributeType == .typeRegular else {
                throw RecordingError.cannotRead(file, reason: "it is no regular file")
            }
            let length = (attributes[.size] as? NSNumber)?.intValue ?? 0
            if length > maximumSize { throw RecordingError.tooLarge(file, length: length, maximum: maximumSize) }
            return try Data(contentsOf: file)
        } catch let error as RecordingError {
            throw error
        } catch {
            throw .cannotRead(file, reason: reason(of: error))
        }
    }

    static func reason(of error: any Error) -> String {
        let error = error as NSError
        if let cause = error.userInfo[NSUnderlyingErrorKey] as? POSIXError, cause.code != .ENOENT {
            return String(cString: strerror(cause.code.rawValue))
        }
        let missing = [CocoaError.fileReadNoSuchFile.rawValue, CocoaError.fileNoSuchFile.rawValue]
        return missing.contains(error.code) ? "there is no such file" : "error \(error.code)"
    }
}
