#if canImport(UniformTypeIdentifiers)
import UniformTypeIdentifiers
#endif

/// A media type with its parameters, such as `text/plain; charset=utf-8` (RFC 9110, section 8.3.1).
public struct MediaType: Sendable {
    /// The type in lower case.
    public let type: String
    /// The subtype in lower case.
    public let subtype: String
    /// The values of the parameters by their names in lower case. Of parameters with the same name, the first counts.
    public let parameters: [String: String]

    /// Parses the value of a `Content-Type` field. Type and subtype are empty if the value is malformed.
    public init(_ text: String) {
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
    public var essence: String { subtype.isEmpty ? type : "\(type)/\(subtype)" }

    /// The media type of a file, by the extension of its name; `application/octet-stream` if the extension is unknown.
    public static func forFile(named name: String) -> String {
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
    private static let byExtension: [String: String] = {
        var types: [String: String] = [:]
        var type = ""
        for word in table.split(whereSeparator: \.isWhitespace) {
            if word.contains("/") { type = String(word) } else { types[String(word)] = type }
        }
        return types
    }()

    /// Media types, each before the file name extensions that it has.
    private static let table = """
        text/calendar ics  text/css css  text/csv csv  text/html htm html  text/javascript js mjs  text/markdown markdown md
        text/plain log text txt  text/tab-separated-values tsv  text/vcard vcf  text/vtt vtt
        image/apng apng  image/avif avif  image/bmp bmp  image/gif gif  image/heic heic  image/heif heif  image/jpeg jpeg jpg
        image/jxl jxl  image/png png  image/svg+xml svg  image/tiff tif tiff  image/vnd.microsoft.icon ico  image/webp webp
        audio/aac aac  audio/flac flac  audio/midi mid midi  audio/mp4 m4a  audio/mpeg mp3  audio/ogg oga ogg opus
        audio/x-aiff aif aiff  audio/x-wav wav
        video/3gpp 3gp  video/mp4 m4v mp4  video/mpeg mpeg mpg  video/ogg ogv  video/quicktime mov  video/webm webm
        video/x-matroska mkv  video/x-msvideo avi
        font/otf otf  font/ttf ttf  font/woff woff  font/woff2 woff2
        application/atom+xml atom  application/epub+zip epub  application/geo+json geojson  application/graphql graphql
        application/gzip gz tgz  application/java-archive jar  application/json json  application/ld+json jsonld
        application/manifest+json webmanifest  application/msword doc  application/pdf pdf  application/pem-certificate-chain pem
        application/rss+xml rss  application/rtf rtf  application/sql sql  application/toml toml
        application/vnd.android.package-archive apk  application/vnd.apple.mpegurl m3u8  application/vnd.ms-excel xls
        application/vnd.ms-powerpoint ppt  application/vnd.openxmlformats-officedocument.presentationml.presentation pptx
        application/vnd.openxmlformats-officedocument.spreadsheetml.sheet xlsx
        application/vnd.openxmlformats-officedocument.wordprocessingml.document docx  application/vnd.rar rar  application/wasm wasm
        application/x-7z-compressed 7z  application/x-apple-diskimage dmg  application/x-bzip2 bz2  application/x-plist plist
        application/x-sh sh  application/x-tar tar  application/x-xz xz  application/xhtml+xml xhtml  application/xml xml
        application/yaml yaml yml  application/zip zip  application/zstd zst
        """
    #endif
}
