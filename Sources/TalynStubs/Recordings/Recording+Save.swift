extension Recording {
    /// The content of a HAR file.
    ///
    /// Nothing is masked that has not been: see ``redacted(by:)``. What a ``RecordingTransport`` has recorded is.
    public var data: Data {
        var output = Data()
        output.reserveCapacity(entries.reduce(4096) { $0 + $1.source.count + 8 })
        output.append(contentsOf: "{\n  \"log\": {".utf8)
        for member in members {
            append(member, indentation: 4, to: &output)
            output.append(contentsOf: ",".utf8)
        }
        output.append(contentsOf: "\n    \"entries\": [".utf8)
        for (index, entry) in entries.enumerated() {
            output.append(contentsOf: index > 0 ? ",\n      ".utf8 : "\n      ".utf8)
            output.append(entry.source)
        }
        output.append(contentsOf: entries.isEmpty ? "]\n  }".utf8 : "\n    ]\n  }".utf8)
        for member in outerMembers {
            output.append(contentsOf: ",".utf8)
            append(member, indentation: 2, to: &output)
        }
        output.append(contentsOf: "\n}\n".utf8)
        return output
    }

    private func append(_ member: JSONNode.Member, indentation: Int, to output: inout Data) {
        var writer = JSONWriter()
        writer.string(member.name)
        output.append(contentsOf: "\n\(String(repeating: " ", count: indentation))".utf8)
        output.append(contentsOf: writer.output)
        output.append(contentsOf: ": ".utf8)
        output.append(JSONWriter.data(member.value, indentation: indentation))
    }

    /// Writes a HAR file, in one step: whoever looks sees the former file or all of the new one.
    ///
    /// A recorder that runs for long can call it as often as it likes.
    ///
    /// - Parameter file: The file; it is replaced if it is there, and its directory is created if it isn't.
    /// - Throws: ``RecordingError/cannotWrite(_:reason:)``.
    public func save(to file: URL) throws(RecordingError) {
        guard file.isFileURL else { throw .cannotWrite(file, reason: "it is no file URL") }
        let file = file.resolvingSymlinksInPath()
        let directory = file.deletingLastPathComponent()
        let temporary = directory.appendingPathComponent(".talyn-\(UUID().uuidString).har")
        do {
            try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
            defer { unlink(temporary.path) }
            try data.write(to: temporary)
            guard rename(temporary.path, file.path) == 0 else {
                throw RecordingError.cannotWrite(file, reason: String(cString: strerror(errno)))
            }
        } catch let error as RecordingError {
            throw error
        } catch {
            throw .cannotWrite(file, reason: Self.reason(of: error))
        }
    }
}
