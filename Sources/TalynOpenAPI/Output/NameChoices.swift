/// The names that a configuration gives. It remembers which of them the document asks for.
final class NameChoices {
    typealias Kind = KeyPath<Configuration, [String: String]>

    private let configuration: Configuration
    private var used: [Kind: Set<String>] = [:]

    init(_ configuration: Configuration) {
        self.configuration = configuration
    }

    subscript(_ kind: Kind, _ name: String) -> String? {
        let chosen = configuration[keyPath: kind][name]
        if chosen != nil { used[kind, default: []].insert(name) }
        return chosen
    }

    /// Reports the names that the document doesn't have.
    ///
    /// - Parameter isPartial: Whether a selection leaves out operations, so that their names aren't asked for.
    func reportOthers(_ diagnostics: Diagnostics, isPartial: Bool) {
        let kinds: [(kind: Kind, key: String, noun: String)] = [
            (\.types, "types", "schema"), (\.properties, "properties", "property or parameter"),
            (\.cases, "cases", "value of an enum"), (\.operations, "operations", "operation"), (\.tags, "tags", "tag"),
        ]
        for (kind, key, noun) in kinds where key == "types" || !isPartial {
            let others = Set(configuration[keyPath: kind].keys).subtracting(used[kind] ?? [])
            for name in others.sorted() {
                guard let place = configuration.places["\(key) \(name)"] else { continue }
                diagnostics.skip(place.file, place.line, "The document has no \(noun) '\(name)', which '\(key)' names.")
            }
        }
    }
}
