import _TalynFoundation

#if canImport(Darwin)
import Darwin
#elseif canImport(Android)
import Android
#elseif canImport(Musl)
import Musl
#elseif canImport(Glibc)
import Glibc
#endif

enum FileContents {
    /// The size of a file in bytes. The largest documents that are known have some 20 MB.
    static let maximumSize = 100_000_000

    /// Reads a file.
    ///
    /// A file that a document refers to must be a regular one: a device has no end, and nobody may write to a pipe. A document that a
    /// user names can come from a pipe.
    static func read(_ path: String, name: String, isReference: Bool) throws(GenerationError) -> Data {
        var status = stat()
        let unreadable = GenerationError(name, "The file can't be read. Check its path.")
        guard !path.utf8.contains(0), stat(path, &status) == 0 else { throw unreadable }
        switch status.st_mode & S_IFMT {
        case S_IFREG: break
        case S_IFDIR: throw GenerationError(name, "It is a folder, and no file.")
        case S_IFIFO where !isReference: break
        default: throw GenerationError(name, "It is no regular file, and isn't read.")
        }
        guard status.st_size <= maximumSize else {
            throw GenerationError(name, "The file has more than \(maximumSize / 1_000_000) MB, and isn't read.")
        }
        do {
            return try Data(contentsOf: URL(fileURLWithPath: path))
        } catch {
            throw unreadable
        }
    }
}

/// The text of a file, in the encodings that YAML has (YAML 1.2, section 5.2). JSON has UTF-8 alone (RFC 8259, section 8.1).
enum FileText {
    /// The text in UTF-8, without the mark at its start. The error has the line of the first byte that isn't text.
    static func utf8(_ data: Data, of file: SourceFile) throws(GenerationError) -> Data {
        let data = data.starts(with: [0xEF, 0xBB, 0xBF]) ? Data(data.dropFirst(3)) : data
        if let encoding = wideEncoding(of: data) {
            guard let text = String(data: data, encoding: encoding) else {
                throw GenerationError(file.name, "The text isn't UTF-16. Save the file in UTF-8.")
            }
            return Data(text.drop { $0 == "\u{FEFF}" }.utf8)
        }
        // Most texts are UTF-8, and are checked as a whole first.
        if String(data: data, encoding: .utf8) != nil { return data }
        let lines = data.split(separator: 0x0A, omittingEmptySubsequences: false)
        let index = lines.firstIndex { String(data: Data($0), encoding: .utf8) == nil } ?? 0
        let byte = String((lines[index].first { $0 >= 0x80 } ?? 0), radix: 16, uppercase: true)
        throw GenerationError(
            "\(file.name):\(index + 1)",
            "The text isn't UTF-8, but has the byte 0x\(byte), as Latin-1 has. Save the file in UTF-8."
        )
    }

    /// UTF-16, by the mark at the start, or by the zero in the first character, which is ASCII.
    private static func wideEncoding(of data: Data) -> String.Encoding? {
        let start = [UInt8](data.prefix(2))
        guard start.count == 2 else { return nil }
        switch (start[0], start[1]) {
        case (0xFE, 0xFF), (0, 1...): return .utf16BigEndian
        case (0xFF, 0xFE), (1..., 0): return .utf16LittleEndian
        default: return nil
        }
    }
}
