#if FUZZING
import Foundation
import _TalynSupport

@testable import TalynCore
@testable import TalynRecordings
@testable import TalynStubs

extension FuzzTarget {
    /// Parts that are encoded are the parts that the redaction of recordings finds.
    ///
    /// The input is the boundary, then a line for each part: name, file name and content.
    static let multipart = FuzzTarget("multipart") { input in
        let boundary = input.line()
        var parts: [MultipartPart] = []
        while !input.isEmpty, parts.count < 20 {
            let name = input.line()
            let fileName = input.line()
            let content = input.line().replacingOccurrences(of: "\\n", with: "\r\n")
            parts.append(MultipartPart(Data(content.utf8), name: name, fileName: fileName.isEmpty ? nil : fileName))
        }
        guard let body = try? MultipartPart.encode(parts, boundary: boundary) else { return }
        let size = parts.reduce(0) { total, part in
            let length = if case .data(let data) = part.content { data.count } else { 0 }
            return total + length + 3 * (part.name.utf8.count + (part.fileName ?? "").utf8.count) + 400
        }
        require(body.count <= size, "A body has little more than its parts.")
        let delimiter = "--\(boundary)"
        // A random boundary occurs in no content. This one may.
        let isUnique = !parts.contains { part in
            guard case .data(let data) = part.content else { return true }
            // Bytes, since a mark after the delimiter would be a part of its last character.
            return (data + Data((part.name + (part.fileName ?? "")).utf8)).range(of: Data(delimiter.utf8)) != nil
        }
        guard isUnique, !boundary.contains("\"") else { return }
        guard let read = MultipartParts(body, contentType: "multipart/form-data; boundary=\"\(boundary)\"") else {
            fatalError("Violated property: An encoded body is multipart.")
        }
        requireEqual(read.parts.count, parts.count, "Each part is read.")
        for (part, found) in zip(parts, read.parts) {
            guard case .data(let content) = part.content else { continue }
            requireEqual(body[found.content], content, "The content of a part is written and read without loss.")
            let name = part.name.replacingOccurrences(of: "\"", with: "%22")
            requireEqual(found.name, name, "The name of a part is written and read without loss.")
        }
    }
}
#endif
