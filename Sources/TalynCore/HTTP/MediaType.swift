#if canImport(UniformTypeIdentifiers)
import UniformTypeIdentifiers
#endif

/// A media type with its parameters, such as `text/plain; charset=utf-8` (RFC 9110, section 8.3.1).
package struct MediaType: Sendable {
    /// The type in lower case.
    package let type: String
    /// The subtype in lower case.
    package let subtype: String
    /// The values of the parameters by their names in lower case. Of parameters with the same name, the first counts.
    package let parameters: [String: String]

    /// Parses the value of a `Content-Type` field. Type and subtype are empty if the value is malformed.
    package init(_ text: String) {
        var scanner = FieldValueScanner(text)
        type = scanner.trimmedText { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: ";") }.lowercased()
        subtype = scanner.take("/") ? scanner.trimmedText { $0 == UInt8(ascii: ";") }.lowercased() : ""
        var parameters: [String: String] = [:]
        while scanner.take(";") {
            let (name, value) = scanner.parameter()
            if let value, parameters[name] == nil { parameters[name] = value }
            scanner.skip { $0 != UInt8(ascii: ";") }
        }
        self.parameters = parameters
    }

    /// Type and subtype without parameters, in lower case; empty if there is neither.
    var essence: String { subtype.isEmpty ? type : "\(type)/\(subtype)" }

    /// The media type of a file, by the extension of its name; `application/octet-stream` if the extension is unknown.
    package static func forFile(named name: String) -> String {
        guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")) else { return octetStream }
        let pathExtension = name[name.utf8.index(after: dot)...].lowercased()
        #if canImport(UniformTypeIdentifiers)
        return UTType(filenameExtension: pathExtension)?.preferredMIMEType ?? octetStream
        #else
        return byExtension[pathExtension] ?? octetStream
        #endif
    }

    private static let octetStream = "application/octet-stream"

    #if !canImport(UniformTypeIdentifiers)
    private static let byExtension: [String: String] = [
        // Text
        "css": "text/css",
        "csv": "text/csv",
        "htm": "text/html",
        "html": "text/html",
        "ics": "text/calendar",
        "log": "text/plain",
        "markdown": "text/markdown",
        "md": "text/markdown",
        "text": "text/plain",
        "tsv": "text/tab-separated-values",
        "txt": "text/plain",
        "vcf": "text/vcard",
        "vtt": "text/vtt",
        // Data and code
        "atom": "application/atom+xml",
        "geojson": "application/geo+json",
        "graphql": "application/graphql",
        "js": "text/javascript",
        "json": "application/json",
        "jsonld": "application/ld+json",
        "map": "application/json",
        "mjs": "text/javascript",
        "p12": "application/pkcs12",
        "pem": "application/pem-certificate-chain",
        "plist": "application/x-plist",
        "rss": "application/rss+xml",
        "rtf": "application/rtf",
        "sh": "application/x-sh",
        "sql": "application/sql",
        "sqlite": "application/vnd.sqlite3",
        "toml": "application/toml",
        "torrent": "application/x-bittorrent",
        "wasm": "application/wasm",
        "webmanifest": "application/manifest+json",
        "xhtml": "application/xhtml+xml",
        "xml": "application/xml",
        "xsd": "application/xml",
        "yaml": "application/yaml",
        "yml": "application/yaml",
        // Images
        "apng": "image/apng",
        "avif": "image/avif",
        "bmp": "image/bmp",
        "gif": "image/gif",
        "heic": "image/heic",
        "heif": "image/heif",
        "ico": "image/vnd.microsoft.icon",
        "jp2": "image/jp2",
        "jpeg": "image/jpeg",
        "jpg": "image/jpeg",
        "jxl": "image/jxl",
        "png": "image/png",
        "psd": "image/vnd.adobe.photoshop",
        "svg": "image/svg+xml",
        "tif": "image/tiff",
        "tiff": "image/tiff",
        "webp": "image/webp",
        // Audio
        "aac": "audio/aac",
        "aif": "audio/x-aiff",
        "aiff": "audio/x-aiff",
        "flac": "audio/flac",
        "m3u": "audio/mpegurl",
        "m4a": "audio/mp4",
        "mid": "audio/midi",
        "midi": "audio/midi",
        "mp3": "audio/mpeg",
        "oga": "audio/ogg",
        "ogg": "audio/ogg",
        "opus": "audio/ogg",
        "wav": "audio/x-wav",
        "weba": "audio/webm",
        // Video
        "3gp": "video/3gpp",
        "avi": "video/x-msvideo",
        "m3u8": "application/vnd.apple.mpegurl",
        "m4v": "video/mp4",
        "mkv": "video/x-matroska",
        "mov": "video/quicktime",
        "mp4": "video/mp4",
        "mpeg": "video/mpeg",
        "mpg": "video/mpeg",
        "ogv": "video/ogg",
        "webm": "video/webm",
        // Fonts
        "otf": "font/otf",
        "ttf": "font/ttf",
        "woff": "font/woff",
        "woff2": "font/woff2",
        // Documents
        "doc": "application/msword",
        "docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
        "epub": "application/epub+zip",
        "odp": "application/vnd.oasis.opendocument.presentation",
        "ods": "application/vnd.oasis.opendocument.spreadsheet",
        "odt": "application/vnd.oasis.opendocument.text",
        "pdf": "application/pdf",
        "ppt": "application/vnd.ms-powerpoint",
        "pptx": "application/vnd.openxmlformats-officedocument.presentationml.presentation",
        "ps": "application/postscript",
        "xls": "application/vnd.ms-excel",
        "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        // Archives and programs
        "7z": "application/x-7z-compressed",
        "apk": "application/vnd.android.package-archive",
        "bz2": "application/x-bzip2",
        "dmg": "application/x-apple-diskimage",
        "gz": "application/gzip",
        "jar": "application/java-archive",
        "rar": "application/vnd.rar",
        "tar": "application/x-tar",
        "tgz": "application/gzip",
        "xz": "application/x-xz",
        "zip": "application/zip",
        "zst": "application/zstd",
    ]
    #endif
}
