public import TalynCore
import _TalynFoundation
import _TalynSupport

extension Recording {
    /// The recording without its secrets.
    ///
    /// Secrets are recognised by their names, in all parts of a HAR. A secret of a request is masked in its whole entry. Secrets
    /// without a telling name, and those in images and other binary formats, aren't recognised. An entry that can't be masked, since
    /// it isn't JSON in all of its parts, is left out. Its error is one of ``problems``.
    ///
    /// - Parameter redaction: The names of secrets.
    public func redacted(by redaction: Redaction = .default) -> Recording {
        var fields = HeaderFieldPool()
        var recording = self
        var carried = CarriedSecrets()
        recording.entries = []
        for (index, entry) in entries.enumerated() {
            if let redacted = entry.redacted(by: redaction, &fields, &carried) {
                recording.entries.append(redacted)
            } else {
                let problem = "has a member that isn't JSON, whose secrets can't be masked"
                recording.problems.append(.invalidEntry(file, entry: index, member: "the whole", problem: problem))
            }
        }
        let masks = EntryRedaction(redaction, Secrets())
        recording.members = Self.redacted(members, masks)
        recording.outerMembers = Self.redacted(outerMembers, masks)
        return recording
    }

    private static func redacted(_ members: [JSONNode.Member], _ masks: EntryRedaction) -> [JSONNode.Member] {
        guard !masks.redaction.isOff else { return members }
        return members.map { .init($0.name, masks.other($0.value, $0.name)) }
    }

    /// A secret that isn't masked.
    public struct Leak: Sendable, Hashable, CustomStringConvertible {
        /// The number of the entry; nil for a secret outside of the entries.
        public let entry: Int?

        /// The place in the entry, such as `request.headers[3].value`.
        public let member: String

        /// The name of the secret, if it has one.
        public let name: String?

        public var description: String {
            let place = entry.map { "entry \($0)" } ?? "log"
            return "\(place): \(member)" + (name.map { " ('\($0)')" } ?? "") + " holds a secret"
        }
    }

    /// The secrets that ``redacted(by:)`` would mask, and the entries that it would leave out.
    ///
    /// - Parameter redaction: The names of secrets.
    public func leaks(by redaction: Redaction = .default) -> [Leak] {
        let masks = EntryRedaction(redaction, Secrets())
        var leaks: [Leak] = []
        var carried = CarriedSecrets()
        for (index, entry) in entries.enumerated() {
            guard let node = entry.node else {
                if !redaction.isOff { leaks.append(Leak(entry: index, member: "the whole", name: nil)) }
                continue
            }
            let masked = entry.masked(node, by: redaction, &carried)
            Self.compare(node, masked, "", entry: index, name: nil, &leaks)
        }
        for member in members + outerMembers {
            let masked = masks.other(member.value, member.name)
            Self.compare(member.value, masked, member.name, entry: nil, name: nil, &leaks)
        }
        return leaks
    }

    private static func compare(
        _ node: JSONNode,
        _ masked: JSONNode,
        _ path: String,
        entry: Int?,
        name: String?,
        _ leaks: inout [Leak]
    ) {
        guard node != masked else { return }
        switch (node, masked) {
        case (.object(let left), .object(let right)) where left.count == right.count:
            let name = node["name"]?.text
            for (left, right) in zip(left, right) {
                let path = path.isEmpty ? left.name : "\(path).\(left.name)"
                compare(left.value, right.value, path, entry: entry, name: name, &leaks)
            }
        case (.array(let left), .array(let right)) where left.count == right.count:
            for (index, (left, right)) in zip(left, right).enumerated() {
                compare(left, right, "\(path)[\(index)]", entry: entry, name: nil, &leaks)
            }
        default:
            leaks.append(Leak(entry: entry, member: path, name: name))
        }
    }
}

extension Recording.Entry {
    fileprivate func redacted(
        by redaction: Redaction,
        _ fields: inout HeaderFieldPool,
        _ carried: inout CarriedSecrets
    ) -> Recording.Entry? {
        guard !redaction.isOff else { return self }
        guard let node else { return nil }
        let masked = masked(node, by: redaction, &carried)
        guard masked != node else { return self }
        // A masked entry is as valid as the original one.
        return try? EntryReader(masked.json()).entry(&fields)
    }

    fileprivate func masked(_ node: JSONNode, by redaction: Redaction, _ carried: inout CarriedSecrets) -> JSONNode {
        let masks = EntryRedaction(redaction, self, node, carried.take(url))
        if let location = headerFields[.location], 300..<400 ~= statusCode {
            carried.add(masks.secretsAfterwards(node), from: url, to: location)
        }
        return masks.entry(node)
    }
}
