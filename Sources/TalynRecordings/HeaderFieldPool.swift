import TalynCore

/// A pool of header fields. Equal fields, of which a recording has many, share their memory.
struct HeaderFieldPool {
    private struct Key: Hashable {
        let name: String
        let value: String
    }

    private var fields: [Key: HTTPField] = [:]
    private var names: [String: HTTPField.Name] = [:]
    private var lists: [[HTTPField]: HTTPFields] = [:]

    static let noFields = HTTPFields()

    /// The field; nil if its name is invalid.
    mutating func field(_ name: String, _ value: String) -> HTTPField? {
        let key = Key(name: name, value: value)
        if let field = fields[key] { return field }
        guard let fieldName = names[name] ?? HTTPField.Name(name) else { return nil }
        names[name] = fieldName
        let field = HTTPField(name: fieldName, value: value)
        // Values that differ each time, such as dates, would fill the pool.
        if fields.count < 10_000 { fields[key] = field }
        return field
    }

    mutating func fields(_ list: [HTTPField]) -> HTTPFields {
        if list.isEmpty { return Self.noFields }
        if let fields = lists[list] { return fields }
        var fields = HTTPFields()
        for field in list { fields.append(field) }
        if lists.count < 1000 { lists[list] = fields }
        return fields
    }
}
