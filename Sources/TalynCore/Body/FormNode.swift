import _TalynFoundation
import _TalynSupport

/// A value that is being encoded to a form. A class, so that containers can share it.
final class FormNode {
    struct Member {
        let name: String
        let node: FormNode
    }

    enum Content {
        /// No value, or an omitted one.
        case nothing
        case text(String)
        case bool(Bool)
        case array([FormNode])
        case object([Member])
    }

    var content = Content.nothing

    /// Returns a new node for a member. Of several members of one name, the last one counts.
    func member(_ name: String) -> FormNode {
        var members: [Member] = if case .object(let members) = content { members } else { [] }
        let node = FormNode()
        content = .nothing  // Avoids a copy of the members.
        members.append(Member(name: name, node: node))
        content = .object(members)
        return node
    }

    /// Returns a new node for another element.
    func element() -> FormNode {
        var elements: [FormNode] = if case .array(let elements) = content { elements } else { [] }
        let element = FormNode()
        content = .nothing
        elements.append(element)
        content = .array(elements)
        return element
    }

    var elementCount: Int {
        if case .array(let elements) = content { elements.count } else { 0 }
    }
}

extension FormNode {
    /// Encodes a value into the node. The options decide how dates and names are written.
    func encode(_ value: any Encodable, with options: CodingOptions, at path: [any CodingKey]) throws {
        if encodeUsual(value) { return }
        switch value {
        case let date as Date: try encode(date, with: options, at: path)
        case let data as Data: content = .text(data.base64EncodedString())
        case let url as URL: content = .text(url.absoluteString)
        case let decimal as Decimal: content = .text(decimal.description)
        case let dictionary as any StringKeyedDictionary: try dictionary.encode(into: self, with: options, at: path)
        default: try value.encode(to: FormValueEncoder(node: self, options: options, codingPath: path))
        }
    }

    /// Encodes a value of the most usual types, and returns whether it is one. Each cast to another type takes longer than
    /// that.
    func encodeUsual(_ value: any Encodable) -> Bool {
        let type = type(of: value)
        if type == String.self, let text = value as? String {
            content = .text(text)
        } else if type == Int.self, let number = value as? Int {
            content = .text(String(number))
        } else if type == Bool.self, let bool = value as? Bool {
            content = .bool(bool)
        } else if type == Double.self, let number = value as? Double, number.isFinite {
            content = .text(URLEncodedWriter.text(of: number))
        } else {
            return false
        }
        return true
    }

    private func encode(_ date: Date, with options: CodingOptions, at path: [any CodingKey]) throws {
        let encoder = FormValueEncoder(node: self, options: options, codingPath: path)
        switch options.dates {
        case .iso8601: content = .text(date.formatted(.iso8601))
        case .iso8601WithFractions: content = .text(date.rfc3339Milliseconds)
        case .day: content = .text(date.iso8601Day)
        case .secondsSince1970: try encoder.encode(date.timeIntervalSince1970)
        case .millisecondsSince1970: try encoder.encode(date.timeIntervalSince1970 * 1000)
        case .custom(let write, _): content = .text(write(date))
        }
    }
}

/// A dictionary whose keys are data. They are kept as they are, as `JSONEncoder` does.
private protocol StringKeyedDictionary {
    func encode(into node: FormNode, with options: CodingOptions, at path: [any CodingKey]) throws
}

extension Dictionary: StringKeyedDictionary where Key == String, Value: Encodable {
    fileprivate func encode(into node: FormNode, with options: CodingOptions, at path: [any CodingKey]) throws {
        node.content = .object([])
        for (name, value) in self {
            try node.member(name).encode(value, with: options, at: path + [AnyCodingKey(name)])
        }
    }
}

/// A container for the members of a value.
struct FormKeyedContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let node: FormNode
    let options: CodingOptions
    let codingPath: [any CodingKey]

    func encodeNil(forKey key: Key) { _ = member(key) }

    func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
        try member(key).encode(value, with: options, at: codingPath + [key])
    }

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy keyType: NestedKey.Type,
        forKey key: Key
    ) -> KeyedEncodingContainer<NestedKey> {
        encoder(key).container(keyedBy: keyType)
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { encoder(key).unkeyedContainer() }

    func superEncoder() -> any Encoder { encoder(AnyCodingKey("super")) }

    func superEncoder(forKey key: Key) -> any Encoder { encoder(key) }

    private func member(_ key: any CodingKey) -> FormNode {
        node.member(options.keys.key(of: key.stringValue))
    }

    private func encoder(_ key: any CodingKey) -> FormValueEncoder {
        FormValueEncoder(node: member(key), options: options, codingPath: codingPath + [key])
    }
}

/// A container for the elements of a value.
struct FormUnkeyedContainer: UnkeyedEncodingContainer {
    let node: FormNode
    let options: CodingOptions
    let codingPath: [any CodingKey]

    var count: Int { node.elementCount }

    func encodeNil() { _ = node.element() }

    func encode<Value: Encodable>(_ value: Value) throws {
        let path = codingPath + [AnyCodingKey(String(count))]
        try node.element().encode(value, with: options, at: path)
    }

    func nestedContainer<NestedKey: CodingKey>(keyedBy keyType: NestedKey.Type) -> KeyedEncodingContainer<NestedKey> {
        encoder().container(keyedBy: keyType)
    }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { encoder().unkeyedContainer() }

    func superEncoder() -> any Encoder { encoder() }

    private func encoder() -> FormValueEncoder {
        let path = codingPath + [AnyCodingKey(String(count))]
        return FormValueEncoder(node: node.element(), options: options, codingPath: path)
    }
}

/// Encodes a value into a node.
struct FormValueEncoder: Encoder {
    let node: FormNode
    let options: CodingOptions
    let codingPath: [any CodingKey]

    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        if case .object = node.content {} else { node.content = .object([]) }
        return KeyedEncodingContainer(FormKeyedContainer(node: node, options: options, codingPath: codingPath))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        if case .array = node.content {} else { node.content = .array([]) }
        return FormUnkeyedContainer(node: node, options: options, codingPath: codingPath)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { self }
}

extension FormValueEncoder: SingleValueEncodingContainer {
    func encodeNil() { node.content = .nothing }
    func encode(_ value: Bool) { node.content = .bool(value) }
    func encode(_ value: String) { node.content = .text(value) }
    func encode(_ value: Double) throws { node.content = .text(try text(value)) }
    // Writes 0.1 instead of 0.10000000149.
    func encode(_ value: Float) throws { node.content = .text(try text(Double("\(value)") ?? .nan)) }

    func encode<Integer: FixedWidthInteger & Encodable>(_ value: Integer) {
        node.content = .text(value.description)
    }

    func encode<Value: Encodable>(_ value: Value) throws {
        try node.encode(value, with: options, at: codingPath)
    }

    private func text(_ double: Double) throws -> String {
        guard double.isFinite else {
            throw RequestError.parameter(
                path: codingPath.map(\.stringValue).joined(separator: "."),
                problem: "is \(double), which no request can hold"
            )
        }
        return URLEncodedWriter.text(of: double)
    }
}
