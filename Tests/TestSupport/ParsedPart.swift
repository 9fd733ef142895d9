package import Foundation

/// A part of a multipart body, read back byte by byte as RFC 2046 (section 5.1.1) has it.
package struct ParsedPart: Equatable {
    package var headers: [String]
    package var content: Data

    package struct Malformed: Error {}

    /// - Throws: ``Malformed`` if the body isn't exactly a row of parts between delimiters.
    package static func parse(_ body: Data, boundary: String) throws -> [ParsedPart] {
        let delimiter = Data("\r\n--\(boundary)".utf8)
        // So that the first delimiter looks like the others.
        let body = Data("\r\n".utf8) + body
        var parts: [ParsedPart] = []
        guard var range = body.range(of: delimiter), range.lowerBound == body.startIndex else { throw Malformed() }
        while true {
            let rest = body[range.upperBound...]
            if rest == Data("--\r\n".utf8) { return parts }
            guard rest.starts(with: Data("\r\n".utf8)),
                let next = body.range(of: delimiter, in: range.upperBound..<body.endIndex)
            else { throw Malformed() }
            let part = rest.dropFirst(2).prefix(upTo: next.lowerBound)
            guard let blank = part.range(of: Data("\r\n\r\n".utf8)) else { throw Malformed() }
            parts.append(
                ParsedPart(
                    headers: String(decoding: part[..<blank.lowerBound], as: UTF8.self).components(separatedBy: "\r\n"),
                    content: Data(part[blank.upperBound...])
                )
            )
            range = next
        }
    }
}
