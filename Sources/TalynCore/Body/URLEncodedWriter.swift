#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Writes parameters as percent-encoded `name=value` pairs.
///
/// Uses two buffers: one for the output, and one for the current name, which grows and shrinks with the nesting.
struct URLEncodedWriter {
    let arrayEncoding: CodingOptions.ArrayFormat
    let boolEncoding: CodingOptions.BooleanFormat
    let keyPathEncoding: URLEncodedFormEncoder.KeyPathEncoding
    /// Whether the members of an encoded value are sorted by name.
    let sortsKeys: Bool
    private let spaceEncoding: URLEncodedFormEncoder.SpaceEncoding
    private let allowed: ASCIISet
    private(set) var bytes: [UInt8] = []
    /// The current name before percent-encoding.
    var name: [UInt8] = []

    init(
        arrayEncoding: CodingOptions.ArrayFormat,
        boolEncoding: CodingOptions.BooleanFormat,
        keyPathEncoding: URLEncodedFormEncoder.KeyPathEncoding = .brackets,
        spaceEncoding: URLEncodedFormEncoder.SpaceEncoding = .percentEscaped,
        sortsKeys: Bool = true
    ) {
        self.arrayEncoding = arrayEncoding
        self.boolEncoding = boolEncoding
        self.keyPathEncoding = keyPathEncoding
        self.sortsKeys = sortsKeys
        self.spaceEncoding = spaceEncoding
        allowed = spaceEncoding == .plusReplaced ? .urlQueryParameter.union(ASCIISet(" ")) : .urlQueryParameter
        bytes.reserveCapacity(512)
        name.reserveCapacity(64)
    }

    mutating func appendToName(member: String) {
        switch keyPathEncoding {
        case .brackets: appendToName(brackets: member)
        case .dots:
            name.append(UInt8(ascii: "."))
            name.append(contentsOf: member.utf8)
        case .custom(let make): name.append(contentsOf: make(member).utf8)
        }
    }

    mutating func appendToName(element index: Int) {
        switch arrayEncoding {
        case .brackets: appendToName(brackets: "")
        case .noBrackets: break
        case .indexInBrackets: appendToName(brackets: String(index))
        case .custom(let make): name = Array(make(String(decoding: name, as: UTF8.self), index).utf8)
        }
    }

    private mutating func appendToName(brackets content: String) {
        name.append(UInt8(ascii: "["))
        name.append(contentsOf: content.utf8)
        name.append(UInt8(ascii: "]"))
    }

    mutating func writePair(_ value: String) {
        if !bytes.isEmpty { bytes.append(UInt8(ascii: "&")) }
        let start = bytes.count
        PercentEncoding.append(name, allowed: allowed, to: &bytes)
        bytes.append(UInt8(ascii: "="))
        PercentEncoding.append(value.utf8, allowed: allowed, to: &bytes)
        guard spaceEncoding == .plusReplaced else { return }
        for index in start..<bytes.count where bytes[index] == UInt8(ascii: " ") { bytes[index] = UInt8(ascii: "+") }
    }

    func text(of bool: Bool) -> String {
        switch boolEncoding {
        case .numeric: bool ? "1" : "0"
        case .literal: bool ? "true" : "false"
        }
    }

    /// A number without a fraction is written without one, as Foundation describes numbers.
    static func text(of double: Double) -> String {
        Int64(exactly: double).map { String($0) } ?? double.description
    }
}

extension URLEncodedWriter {
    /// Writes the members of an encoded value.
    mutating func write(_ members: [FormNode.Member]) throws {
        for member in sorted(members) {
            name.removeAll(keepingCapacity: true)
            name.append(contentsOf: member.name.utf8)
            write(member.node)
        }
    }

    private mutating func write(_ node: FormNode) {
        switch node.content {
        case .nothing:
            break
        case .text(let text):
            writePair(text)
        case .bool(let bool):
            writePair(text(of: bool))
        case .array(let elements):
            let outer = name
            for (index, element) in elements.enumerated() {
                appendToName(element: index)
                write(element)
                name.replaceSubrange(0..., with: outer)
            }
        case .object(let members):
            let outerCount = name.count
            for member in sorted(members) {
                appendToName(member: member.name)
                write(member.node)
                name.removeSubrange(outerCount...)
            }
        }
    }

    private func sorted(_ members: [FormNode.Member]) -> [FormNode.Member] {
        sortsKeys ? members.sorted { $0.name < $1.name } : members
    }
}
