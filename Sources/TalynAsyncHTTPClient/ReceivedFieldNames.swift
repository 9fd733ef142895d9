#if AsyncHTTPClient && os(Linux)
import HTTPTypes
import NIOHTTP1
import TalynCore

/// The names of the header fields that a connection has received.
///
/// Most responses of a server have the same names in the same order. So few names have to be checked and lowercased.
struct ReceivedFieldNames {
    private var names: [HTTPField.Name] = []

    /// The number of names to keep.
    private static let maximumCount = 64

    /// The header fields of a response. Fields with invalid names are left out.
    ///
    /// - Throws: ``HeaderFieldLimitError``.
    mutating func fields(of headers: HTTPHeaders) throws(HeaderFieldLimitError) -> HTTPFields {
        guard headers.count <= HTTPFields.maximumCount else { throw HeaderFieldLimitError() }
        var fields = HTTPFields()
        fields.reserveCapacity(headers.count)
        var index = 0
        for (text, value) in headers {
            if let name = name(text, at: index) { fields.append(HTTPField(name: name, value: value)) }
            index += 1
        }
        return fields
    }

    private mutating func name(_ text: String, at index: Int) -> HTTPField.Name? {
        if index < names.count, names[index].rawName == text { return names[index] }
        guard let name = HTTPField.Name(text) else { return nil }
        if index < names.count {
            names[index] = name
        } else if index == names.count, index < Self.maximumCount {
            names.append(name)
        }
        return name
    }
}
#endif
