import HTTPTypes
import _TalynFoundation
import _TalynSupport

/// The file of an entry of a ``DiskCacheStore``: lines of text for the head, an empty line, and a short body.
///
/// A longer body has a file of its own, which the head names. The first line has a checksum of all bytes after it, so that a
/// damaged file is no entry.
struct CacheFile {
    /// The place of the body.
    enum Body: Hashable {
        case inline(Data)
        /// The name of its file, and the checksum of its content.
        case file(String, checksum: UInt64)
    }

    let key: CacheKey
    let response: StoredResponse
    let body: Body

    /// A text that differs for each body: the name of its file, or the checksum of this one.
    let fingerprint: String

    /// The number of bytes of the file.
    let length: Int

    /// The first words of the file. Another version of Talyn with another format has others.
    private static let mark = "talyn-cache/1 "

    // MARK: - Writing

    /// The content of a file.
    static func data(key: CacheKey, response: StoredResponse, body: Body) -> Data {
        var head = "key \(key.text.escapingLines)\n"
        head += "status \(response.statusCode)\n"
        head += "requested \(response.requestedAt.timeIntervalSince1970)\n"
        head += "received \(response.receivedAt.timeIntervalSince1970)\n"
        head += "length \(response.bodyLength)\n"
        if let part = response.part { head += "part \(part.offset) \(part.completeLength)\n" }
        if response.version != 0 { head += "version \(response.version)\n" }
        if let credentials = response.credentials { head += "credentials \(credentials.escapingLines)\n" }
        for tag in response.tags.sorted() { head += "tag \(tag.escapingLines)\n" }
        for (name, value) in response.variant.sorted(by: { $0.key < $1.key }) { head += "vary \(name) \(value)\n" }
        if case .file(let name, let checksum) = body { head += "body \(checksum) \(name)\n" }
        for field in response.headerFields { head += "field \(field.name.rawName) \(field.value)\n" }
        var content = Data(head.utf8)
        content.append(UInt8(ascii: "\n"))
        if case .inline(let data) = body { content.append(data) }
        var checksum = Checksum()
        checksum.add(content)
        return Data("\(mark)\(checksum.value)\n".utf8) + content
    }

    // MARK: - Reading

    /// Reads a file; nil if it is damaged, or another version wrote it.
    init?(_ data: Data) {
        length = data.count
        let mark = Data(Self.mark.utf8)
        guard data.starts(with: mark), let lineEnd = data.firstIndex(of: Self.newline),
            let expected = UInt64(String(decoding: data[data.startIndex + mark.count..<lineEnd], as: UTF8.self))
        else { return nil }
        let content = data[(lineEnd + 1)...]
        var checksum = Checksum()
        checksum.add(content)
        guard checksum.value == expected, let headEnd = Self.emptyLine(in: content) else { return nil }

        var head = Head()
        let text = String(decoding: content[..<headEnd.lowerBound], as: UTF8.self)
        for line in text.utf8.split(separator: Self.newline) {
            let end = line.firstIndex(of: UInt8(ascii: " ")) ?? line.endIndex
            head.read(Substring(line[..<end]), Substring(line[end...].dropFirst()))
        }
        guard let key = head.key, let response = head.response else { return nil }
        self.key = key
        self.response = response
        if let (name, checksum) = head.body {
            body = .file(name, checksum: checksum)
            fingerprint = name
        } else {
            body = .inline(Data(content[headEnd.upperBound...]))
            fingerprint = String(expected)
            guard Int64(content.endIndex - headEnd.upperBound) == response.bodyLength else { return nil }
        }
    }

    private static let newline = UInt8(ascii: "\n")

    /// The line breaks between the head and the body; nil without them. `firstRange(of:)` takes many times as long.
    private static func emptyLine(in content: Data) -> Range<Data.Index>? {
        let offset = content.withUnsafeBytes { bytes in
            bytes.indices.dropLast().first { bytes[$0] == newline && bytes[$0 + 1] == newline }
        }
        return offset.map { content.startIndex + $0..<content.startIndex + $0 + 2 }
    }
}

/// The lines of the head.
private struct Head {
    /// The values of the lines whose names stand once.
    private var values: [Substring: Substring] = [:]
    private var tags: Set<String> = []
    private var variant: [String: String] = [:]
    private var fields = HTTPFields()

    mutating func read(_ name: Substring, _ value: Substring) {
        switch name {
        case "tag": tags.insert(value.unescapingLines)
        case "vary":
            let pair = value.words(2)
            if pair.count == 2 { variant[String(pair[0])] = String(pair[1]) }
        case "field":
            let pair = value.words(2)
            if pair.count == 2, let name = HTTPField.Name(String(pair[0])) {
                fields.append(HTTPField(name: name, value: String(pair[1])))
            }
        default: values[name] = value
        }
    }

    var key: CacheKey? { values["key"].map { CacheKey(text: $0.unescapingLines) } }

    /// The name of the file of the body, and the checksum of its content.
    var body: (name: String, checksum: UInt64)? {
        // A name with a separator would be outside of the folder.
        guard let pair = values["body"]?.words(2), pair.count == 2, let checksum = UInt64(pair[0]),
            CacheFolder.bodyNameCharacters.containsAll(pair[1].utf8)
        else { return nil }
        return (String(pair[1]), checksum)
    }

    var response: StoredResponse? {
        func number<Number: LosslessStringConvertible>(_ name: Substring) -> Number? {
            values[name].flatMap { Number(String($0)) }
        }
        guard let statusCode: Int = number("status"), let requestedAt: Double = number("requested"),
            let receivedAt: Double = number("received"), let length: Int64 = number("length"), length >= 0
        else { return nil }
        var response = StoredResponse(
            statusCode: statusCode,
            headerFields: fields,
            variant: variant,
            requestedAt: Date(timeIntervalSince1970: requestedAt),
            receivedAt: Date(timeIntervalSince1970: receivedAt),
            bodyLength: length,
            version: number("version") ?? 0,
            tags: tags,
            credentials: values["credentials"]?.unescapingLines
        )
        let part = values["part"]?.words(2).compactMap { Int64($0) } ?? []
        if part.count == 2, 0 <= part[0], part[0] < part[1] {
            response.part = StoredResponse.Part(offset: part[0], completeLength: part[1])
        }
        return response
    }
}

extension Substring {
    /// The words between spaces. The last one has the rest.
    fileprivate func words(_ count: Int) -> [Substring] {
        utf8.split(separator: UInt8(ascii: " "), maxSplits: count - 1, omittingEmptySubsequences: false)
            .map { Substring($0) }
    }
}

extension StringProtocol {
    /// The text in one line. Bytes are compared, since CR LF is one `Character`.
    fileprivate var escapingLines: String {
        guard utf8.contains(where: \.isEscapedInLines) else { return String(self) }
        var bytes: [UInt8] = []
        for byte in utf8 {
            switch byte {
            case UInt8(ascii: "%"): bytes += "%25".utf8
            case UInt8(ascii: "\n"): bytes += "%0A".utf8
            case UInt8(ascii: "\r"): bytes += "%0D".utf8
            default: bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The text before ``escapingLines``.
    fileprivate var unescapingLines: String { percentDecoded ?? String(self) }
}

extension UInt8 {
    fileprivate var isEscapedInLines: Bool {
        self == UInt8(ascii: "%") || self == UInt8(ascii: "\n") || self == UInt8(ascii: "\r")
    }
}
