public import _TalynFoundation
import _TalynSupport

extension Recording {
    /// The content of a HAR file.
    ///
    /// It masks nothing; see ``redacted(by:)``. A ``RecordingTransport`` has masked its entries already.
    public var data: Data {
        var output = Data("{\n".utf8)
        for member in outerMembers { output.append(Self.text(of: member)) }
        output.append(contentsOf: "\"log\" : {\n".utf8)
        for member in members { output.append(Self.text(of: member)) }
        output.append(contentsOf: "\"entries\" : [".utf8)
        // One at a time, so that only one is in memory as a tree.
        for (index, entry) in entries.enumerated() {
            output.append(contentsOf: index > 0 ? ",\n".utf8 : "\n".utf8)
            output.append(entry.node?.json(isPretty: true) ?? entry.source)
        }
        output.append(contentsOf: "\n]\n}\n}\n".utf8)
        return output
    }

    /// A member, followed by a comma.
    private static func text(of member: JSONNode.Member) -> Data {
        let object = JSONNode.object([member]).json(isPretty: true)
        // The object without its braces.
        return object.dropFirst(1).dropLast(1) + Data(",\n".utf8)
    }

    /// Writes a HAR file in one step: a reader gets the former file or the whole new one.
    ///
    /// Call it repeatedly to save the state of a long recording.
    ///
    /// - Parameter file: The file. An existing file is replaced and keeps its permissions. A missing directory is created.
    /// - Throws: ``RecordingError/cannotWrite(_:reason:)``.
    public func save(to file: URL) throws(RecordingError) {
        try Self.write(data, to: file)
    }

    /// Writes a file in one step.
    static func write(_ data: Data, to file: URL) throws(RecordingError) {
        try withTemporaryFile(beside: file) { temporary, file in
            // Foundation's `Data.write(to:)` on Linux writes wrong bytes after a partial write.
            try FilePlacement(source: temporary, destination: file, replacesExistingFile: true).write(data)
        }
    }

    /// Checks whether a file can be written, without changing it, such as before a long recording.
    ///
    /// - Throws: ``RecordingError/cannotWrite(_:reason:)``.
    public static func checkSaving(to file: URL) throws(RecordingError) {
        try withTemporaryFile(beside: file) { temporary, _ in _ = try OpenFile(creating: temporary) }
    }

    private static func withTemporaryFile(
        beside file: URL,
        _ body: (_ temporary: URL, _ file: URL) throws -> Void
    ) throws(RecordingError) {
        guard file.isFileURL else { throw .cannotWrite(file, reason: "the URL isn't a file URL") }
        let file = file.resolvingSymlinksInPath()
        // Only a regular file may be replaced.
        let type = try? FileManager.default.attributesOfItem(atPath: file.path)[.type] as? FileAttributeType
        guard type == nil || type == .typeRegular else {
            throw .cannotWrite(file, reason: "it isn't a regular file")
        }
        let directory = file.deletingLastPathComponent()
        let temporary = directory.appendingPathComponent(".talyn-\(UUID().uuidString).\(file.pathExtension)")
        do {
            try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: temporary) }
            try body(temporary, file)
        } catch let error as RecordingError {
            throw error
        } catch FileError.cannotWrite(_, let code) {
            throw .cannotWrite(file, reason: code.text)
        } catch {
            throw .cannotWrite(file, reason: reason(of: error))
        }
    }
}
