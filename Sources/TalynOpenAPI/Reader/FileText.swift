#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

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
