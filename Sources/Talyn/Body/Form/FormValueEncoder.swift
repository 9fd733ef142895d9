/// Lets a value encode itself into a node.
struct FormValueEncoder: Encoder {
    let node: FormNode
    let options: URLEncodedFormEncoder
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
    func encodeNil() { node.encodeNil(with: options) }
    func encode(_ value: Bool) { node.content = .bool(value) }
    func encode(_ value: String) { node.content = .text(value) }
    func encode(_ value: Double) throws { node.content = .text(try text(value)) }
    // 0.1 and not 0.10000000149.
    func encode(_ value: Float) throws { node.content = .text(try text(Double("\(value)") ?? .nan)) }
    func encode(_ value: Int) { node.content = .text(String(value)) }
    func encode(_ value: Int8) { node.content = .text(String(value)) }
    func encode(_ value: Int16) { node.content = .text(String(value)) }
    func encode(_ value: Int32) { node.content = .text(String(value)) }
    func encode(_ value: Int64) { node.content = .text(String(value)) }
    func encode(_ value: UInt) { node.content = .text(String(value)) }
    func encode(_ value: UInt8) { node.content = .text(String(value)) }
    func encode(_ value: UInt16) { node.content = .text(String(value)) }
    func encode(_ value: UInt32) { node.content = .text(String(value)) }
    func encode(_ value: UInt64) { node.content = .text(String(value)) }

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
