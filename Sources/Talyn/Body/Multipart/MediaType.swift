#if canImport(UniformTypeIdentifiers)
import UniformTypeIdentifiers
#endif

/// The media types of files.
package enum MediaType {
    /// What a file is usually taken for by the extension of its name; bytes of any kind if it has none that is known.
    package static func forFile(named name: String) -> String {
        guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")) else { return anyBytes }
        let pathExtension = name[name.utf8.index(after: dot)...].lowercased()
        #if canImport(UniformTypeIdentifiers)
        return UTType(filenameExtension: pathExtension)?.preferredMIMEType ?? anyBytes
        #else
        return byExtension[pathExtension] ?? anyBytes
        #endif
    }

    private static let anyBytes = "application/octet-stream"

    #if !canImport(UniformTypeIdentifiers)
    private static let byExtension: [String: String] = {
        var types: [String: String] = [:]
        for line in MediaTypeTable.text.description.split(separator: "\n") {
            let words = line.split(separator: " ")
            guard let type = words.first.map({ String($0) }) else { continue }
            for pathExtension in words.dropFirst() { types[String(pathExtension)] = type }
        }
        return types
    }()
    #endif
}
