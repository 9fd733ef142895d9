#if Tools
import Foundation

/// Splits a multipart body into its parts.
struct MultipartParser {
    /// One part of a multipart body.
    struct Part {
        /// The header fields by lowercase name.
        var headers: [String: String]
        var content: [UInt8]
    }

    let boundary: String

    /// The parts that end with a delimiter.
    func parts(of body: Data) -> [Part] {
        let newline = Data("\r\n".utf8)
        let delimiter = newline + Data("--\(boundary)".utf8)
        // The first delimiter can be at the start of the body, without a newline before it.
        var rest = newline + body
        var parts: [Part] = []
        guard let opening = rest.range(of: delimiter) else { return parts }
        rest = rest[opening.upperBound...]
        while let closing = rest.range(of: delimiter) {
            if let part = Self.part(rest[..<closing.lowerBound]) {
                parts.append(part)
            }
            rest = rest[closing.upperBound...]
            // The closing delimiter (RFC 2046, section 5.1.1).
            if rest.starts(with: Data("--".utf8)) { break }
        }
        return parts
    }

    private static func part(_ data: Data) -> Part? {
        // The part starts with the newline that ends the delimiter. So a part without headers has the separator, too.
        guard let separator = data.range(of: Data("\r\n\r\n".utf8)) else { return nil }
        var headers: [String: String] = [:]
        for line in String(decoding: data[..<separator.lowerBound], as: UTF8.self).components(separatedBy: "\r\n") {
            guard let colon = line.firstIndex(of: ":") else { continue }
            headers[line[..<colon].lowercased()] =
                line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
        }
        return Part(headers: headers, content: Array(data[separator.upperBound...]))
    }
}
#endif
