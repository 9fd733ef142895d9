/// Takes the elements of a value.
struct FormUnkeyedContainer: UnkeyedEncodingContainer {
    let node: FormNode
    let options: URLEncodedFormEncoder
    let codingPath: [any CodingKey]

    var count: Int { node.elementCount }

    func encodeNil() { node.element().encodeNil(with: options) }

    func encode<Value: Encodable>(_ value: Value) throws {
        let path = codingPath + [FormKey(intValue: count)]
        try node.element().encode(value, with: options, at: path)
    }

    func nestedContainer<NestedKey: CodingKey>(keyedBy keyType: NestedKey.Type) -> KeyedEncodingContainer<NestedKey> {
        encoder().container(keyedBy: keyType)
    }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { encoder().unkeyedContainer() }

    func superEncoder() -> any Encoder { encoder() }

    private func encoder() -> FormValueEncoder {
        let path = codingPath + [FormKey(intValue: count)]
        return FormValueEncoder(node: node.element(), options: options, codingPath: path)
    }
}

/// A key that no type declares.
struct FormKey: CodingKey {
    let stringValue: String
    let intValue: Int?

    init(stringValue: String) {
        self.stringValue = stringValue
        intValue = nil
    }

    init(intValue: Int) {
        stringValue = String(intValue)
        self.intValue = intValue
    }
}
