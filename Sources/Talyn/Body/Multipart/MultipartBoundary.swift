import Foundation

/// What separates the parts of a multipart body (RFC 2046, section 5.1.1).
struct MultipartBoundary: Sendable {
    let text: String

    /// A random one: 122 bits of chance, so that no content has it.
    init() {
        text = "talyn-\(UUID().uuidString)"
    }

    /// - Throws: ``BodyError/invalidBoundary(_:)`` for a text that is none.
    init(_ text: String) throws(BodyError) {
        guard (1...70).contains(text.utf8.count), ASCIISet.boundary.containsAll(text.utf8), text.utf8.last != 0x20
        else {
            throw .invalidBoundary(text)
        }
        self.text = text
    }

    /// The one in a media type such as `multipart/form-data; boundary=abc`; nil if there is none or it is no multipart
    /// type.
    init?(contentType: String) throws(BodyError) {
        let mediaType = MediaTypeText(contentType)
        guard mediaType.type == "multipart", !mediaType.subtype.isEmpty, let text = mediaType.parameters["boundary"]
        else { return nil }
        try self.init(text)
    }
}

extension ASCIISet {
    /// What a boundary is made of: `bchars`.
    fileprivate static let boundary = ASCIISet(
        "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'()+_,-./:=? "
    )
}
