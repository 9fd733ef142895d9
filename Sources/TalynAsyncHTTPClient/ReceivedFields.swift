#if AsyncHTTPClient && os(Linux)
import HTTPTypes
import NIOHTTP1
import TalynCore
import _TalynSupport

/// Reads the header fields of the responses on a connection.
///
/// Most responses of a server have the same names in the same order as the response before, and many of the same values. So few
/// names have to be checked and lowercased.
struct ReceivedFields {
    /// The fields of the last response, and what their names say about the connection.
    private var last = HTTPFields()
    private var roles: [ResponseFraming.Role?] = []

    /// The number of fields to keep.
    private static let maximumCount = 64

    /// The header fields of a response, and what they say about its connection. Fields with invalid names are left out.
    ///
    /// - Throws: ``HeaderFieldLimitError``.
    mutating func read(_ headers: HTTPHeaders) throws(HeaderFieldLimitError) -> (HTTPFields, ResponseFraming) {
        guard headers.count <= HTTPFields.maximumCount else { throw HeaderFieldLimitError() }
        if let result = readLikeLast(headers) { return result }
        last = HTTPFields(headers)
        roles = last.map { ResponseFraming.Role($0.name) }
        var framing = ResponseFraming()
        for (field, role) in zip(last, roles) {
            if let role { framing.add(field.value, role) }
        }
        defer { if last.count > Self.maximumCount { (last, roles) = (HTTPFields(), []) } }
        return (last, framing)
    }

    /// Reads a response with the names of the last one; nil for one with other names.
    private mutating func readLikeLast(_ headers: HTTPHeaders) -> (HTTPFields, ResponseFraming)? {
        guard headers.count == last.count else { return nil }
        var framing = ResponseFraming()
        var index = 0
        for (name, value) in headers {
            let field = last[index]
            guard field.name.rawName.hasSameBytes(as: name) else { return nil }
            if !field.value.hasSameBytes(as: value) {
                // HTTPFields doesn't replace a field by an equal one.
                guard field.value != value else { return nil }
                last[index] = HTTPField(name: field.name, value: value)
            }
            if let role = roles[index] { framing.add(value, role) }
            index += 1
        }
        return (last, framing)
    }
}

extension HTTPFields {
    /// Fields with invalid names are left out.
    init(_ headers: HTTPHeaders) {
        self.init()
        reserveCapacity(headers.count)
        for (name, value) in headers {
            if let name = HTTPField.Name(name) { append(HTTPField(name: name, value: value)) }
        }
    }
}
#endif
