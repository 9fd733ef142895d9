import Foundation

/// All that a value shows to who looks into it: its descriptions, its dump, and what its mirrors lead to.
package struct Reflected {
    /// The texts, each once.
    package private(set) var texts: Set<String> = []

    private var visited: Set<ObjectIdentifier> = []
    private var count = 0

    /// The greatest depth and number of values. Those of the package's own types need far fewer.
    private static let maximumDepth = 40
    private static let maximumCount = 50_000

    package init(_ values: Any...) {
        for value in values {
            texts.formUnion([String(describing: value), String(reflecting: value), "\(value)"])
            var text = ""
            dump(value, to: &text)
            texts.insert(text)
            add(value, depth: 0)
        }
    }

    /// The texts that have one of the secrets, cut to what is around it.
    package func leaks(of secrets: [String]) -> [String] {
        texts.flatMap { text in
            secrets.compactMap { secret in
                text.range(of: secret).map { range in
                    String(text[..<range.upperBound].suffix(120) + text[range.upperBound...].prefix(40))
                }
            }
        }.sorted()
    }

    private mutating func add(_ value: Any, depth: Int) {
        count += 1
        guard depth < Self.maximumDepth, count < Self.maximumCount else { return }
        if type(of: value) is AnyClass, !visited.insert(ObjectIdentifier(value as AnyObject)).inserted { return }
        if let text = value as? String { texts.insert(text) }
        if let bytes = value as? Data { texts.insert(String(decoding: bytes, as: UTF8.self)) }
        if let bytes = value as? [UInt8] { texts.insert(String(decoding: bytes, as: UTF8.self)) }
        if let url = value as? URL { texts.insert(url.absoluteString) }
        if let value = value as? any CustomStringConvertible { texts.insert(value.description) }
        if let value = value as? any CustomDebugStringConvertible { texts.insert(value.debugDescription) }
        if let error = value as? any Error { texts.insert(error.localizedDescription) }
        var mirror: Mirror? = Mirror(reflecting: value)
        while let current = mirror {
            for child in current.children {
                if let label = child.label { texts.insert(label) }
                add(child.value, depth: depth + 1)
            }
            mirror = current.superclassMirror
        }
    }
}
