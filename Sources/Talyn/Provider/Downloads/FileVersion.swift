import Foundation
import HTTPTypes

/// What a server has said of a file: enough to ask it later for the rest of the same version.
struct FileVersion: Codable, Hashable, Sendable {
    /// What the file is the answer to: a hash of method and URL.
    var request: String
    /// The value that an `If-Range` field tells the version by; nil if nothing does.
    var validator: String?
    /// How many bytes the whole file has.
    var length: Int64?
    /// The digests of the whole file.
    var digests: [ContentDigest] = []

    init(of request: String) {
        self.request = request
    }

    /// The version that a response has all of. Of one that is packed on its way the fields say nothing that can be used.
    init(of request: String, in fields: HTTPFields) {
        self.init(of: request)
        guard !fields.isPacked else { return }
        if fields[.acceptRanges]?.lowercased() != "none" { validator = Self.validator(in: fields) }
        length = fields.contentLength
        digests = Self.digests(in: fields, areOfPart: false)
    }

    /// Takes over what a response with a part of the same version says besides.
    mutating func learn(_ fields: HTTPFields, length: Int64?) {
        self.length = self.length ?? length
        let news = Self.digests(in: fields, areOfPart: true)
        digests.removeAll { digest in news.contains { $0.algorithm == digest.algorithm } }
        digests += news
    }

    /// Whether the response with a part says that it is of another version.
    func isContradicted(by fields: HTTPFields) -> Bool {
        guard let validator else { return true }
        let isDate = HTTPDate.date(validator, at: { Date() }) != nil
        let field = isDate ? fields[.lastModified] : fields[.eTag]
        return field.map { $0 != validator } ?? false
    }

    /// A strong entity tag, or without any tag a date that is strong (RFC 9110, section 13.1.5).
    private static func validator(in fields: HTTPFields) -> String? {
        if let tag = fields[.eTag] {
            let isQuoted = tag.utf8.count >= 2 && tag.hasPrefix("\"") && tag.hasSuffix("\"")
            // Some servers leave the quotes out, and know their tags again as they are.
            let isBare = !tag.isEmpty && !tag.hasPrefix("W/") && !tag.contains("\"")
            return (isQuoted || isBare) && tag.isPlain ? tag : nil
        }
        // What was changed in the second in which it was sent may have changed in it again (RFC 9110, section 8.8.2.2).
        guard let modified = fields[.lastModified], let sent = fields[.date],
            let modification = HTTPDate.date(modified, at: { Date() }),
            let sending = HTTPDate.date(sent, at: { Date() }),
            modified.isPlain, sending.timeIntervalSince(modification) >= 1
        else { return nil }
        return modified
    }

    private static func digests(in fields: HTTPFields, areOfPart: Bool) -> [ContentDigest] {
        #if Crypto
        let digests = ContentDigest.digests(of: .representation, in: fields)
        return digests.isEmpty && !areOfPart ? ContentDigest.digests(of: .content, in: fields) : digests
        #else
        return []
        #endif
    }
}

extension String {
    /// Whether it can be sent back as it came.
    fileprivate var isPlain: Bool { utf8.allSatisfy { 0x20...0x7E ~= $0 } }
}

extension HTTPFields {
    /// Whether the content is compressed on its way, so that the bytes that arrive are not those that fields count.
    var isPacked: Bool {
        self[.contentEncoding].map { $0.lowercased() != "identity" } ?? false
    }
}
