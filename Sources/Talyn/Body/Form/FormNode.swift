import Foundation

/// A value on its way from an `Encodable` to a form: an object, so that containers can go on filling it.
final class FormNode {
    struct Member {
        let name: String
        let node: FormNode
    }

    enum Content {
        /// Nothing has been encoded, or something that is left out.
        case nothing
        case text(String)
        case bool(Bool)
        case array([FormNode])
        case object([Member])
    }

    var content = Content.nothing

    /// The node of a member; one with the same name is replaced.
    func member(_ name: String) -> FormNode {
        var members: [Member] = if case .object(let members) = content { members } else { [] }
        let member = Member(name: name, node: FormNode())
        content = .nothing  // So that the members are not copied.
        if let index = members.firstIndex(where: { $0.name == name }) {
            members[index] = member
        } else {
            members.append(member)
        }
        content = .object(members)
        return member.node
    }

    /// The node of another element.
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
    /// Fills the node with a value; some types are written otherwise than they encode themselves.
    func encode(_ value: any Encodable, with options: URLEncodedFormEncoder, at path: [any CodingKey]) throws {
        switch value {
        case let date as Date: try encode(date, with: options, at: path)
        case let data as Data: try encode(data, with: options, at: path)
        case let url as URL: content = .text(url.absoluteString)
        case let decimal as Decimal: content = .text(decimal.description)
        default: try value.encode(to: FormValueEncoder(node: self, options: options, codingPath: path))
        }
    }

    private func encode(_ date: Date, with options: URLEncodedFormEncoder, at path: [any CodingKey]) throws {
        let encoder = FormValueEncoder(node: self, options: options, codingPath: path)
        switch options.dateEncoding {
        case .deferredToDate: try date.encode(to: encoder)
        case .secondsSince1970: try encoder.encode(date.timeIntervalSince1970)
        case .millisecondsSince1970: try encoder.encode(date.timeIntervalSince1970 * 1000)
        case .iso8601: content = .text(date.formatted(.iso8601))
        case .formatted(let formatter): content = .text(formatter.string(from: date))
        case .custom(let make): content = .text(try make(date))
        }
    }

    private func encode(_ data: Data, with options: URLEncodedFormEncoder, at path: [any CodingKey]) throws {
        switch options.dataEncoding {
        case .deferredToData: try data.encode(to: FormValueEncoder(node: self, options: options, codingPath: path))
        case .base64: content = .text(data.base64EncodedString())
        case .custom(let make): content = .text(try make(data))
        }
    }

    /// Fills the node with nothing, as the options have it.
    func encodeNil(with options: URLEncodedFormEncoder) {
        content = options.nilEncoding.text.map { .text($0) } ?? .nothing
    }
}
