public import Foundation

extension Recording {
    /// The content of a HAR file.
    ///
    /// Nothing is masked that has not been: see ``redacted(by:)``. What a ``RecordingTransport`` has recorded is.
    public var data: Data {
        var output = Data("{\n".utf8)
        for member in outerMembers { output.append(Self.text(of: member)) }
        output.append(contentsOf: "\"log\" : {\n".utf8)
        for member in members { output.append(Self.text(of: member)) }
        output.append(contentsOf: "\"entries\" : [".utf8)
        // One after the other, so that no more than one is in memory as a tree.
        for (index, entry) in entries.enumerated() {
            output.append(contentsOf: index > 0 ? ",\n".utf8 : "\n".utf8)
            output.append((try? JSONNode(json: entry.source))?.json(isPretty: true) ?? entry.source)
        }
        output.append(contentsOf: "\n]\n}\n}\n".utf8)
        return output
    }

    /// A member with a comma behind it.
    private static func text(of member: JSONNode.Member) -> Data {
        let object = JSONNode.object([member]).json(isPretty: true)
        // Without its braces.
        return object.dropFirst(1).dropLast(1) + Data(",\n".utf8)
    }

    /// Writes a HAR file, in one step: whoever looks sees the former file or all of the new one.
    ///
    /// A recorder that runs for long can call it as often as it likes.
    ///
    /// - Parameter file: The file; it is replaced if it is there, and its directory is created if it isn't.
    /// - Throws: ``RecordingError/cannotWrite(_:reason:)``.
    public func save(to file: URL) throws(RecordingError) {
        try Self.withTemporaryFile(beside: file) { temporary, file in
            try data.write(to: temporary)
            guard rename(temporary.path, file.path) == 0 else {
                throw RecordingError.cannotWrite(file, reason: String(cString: strerror(errno)))
            }
        }
    }

    /// Finds out whether a file can be saved, and leaves it as it is.
    ///
    /// - Throws: ``RecordingError/cannotWrite(_:reason:)``.
    package static func checkSaving(to file: URL) throws(RecordingError) {
        try withTemporaryFile(beside: file) { temporary, _ in try Data().write(to: temporary) }
    }

    private static func withTemporaryFile(
        beside file: URL,
        _ body: (_ temporary: URL, _ file: URL) throws -> Void
    ) throws(RecordingError) {
        guard file.isFileURL else { throw .cannotWrite(file, reason: "it is no file URL") }
        let file = file.resolvingSymlinksInPath()
        // A device would be replaced, too.
        let type = try? FileManager.default.attributesOfItem(atPath: file.path)[.type] as? FileAttributeType
        guard type == nil || type == .typeRegular else {
            throw .cannotWrite(file, reason: "it is no regular file")
        }
        let directory = file.deletingLastPathComponent()
        let temporary = directory.appendingPathComponent(".talyn-\(UUID().uuidString).har")
        do {
            try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
            defer { unlink(temporary.path) }
            try body(temporary, file)
        } catch let error as RecordingError {
            throw error
        } catch {
            throw .cannotWrite(file, reason: reason(of: error))
        }
    }
}
