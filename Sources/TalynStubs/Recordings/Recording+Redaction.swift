import Foundation

extension Recording {
    /// The recording without its secrets.
    ///
    /// Secrets are recognised by their names, wherever a HAR can have them; and what has such a name in a request is masked
    /// wherever else it stands in the entry. What has no name that tells, and no request with the same value under one, is
    /// not recognised, nor is what is in an image or another binary format.
    public func redacted(by redaction: Redaction = .default) -> Recording {
        var fields = HeaderFieldPool()
        var recording = self
        var carried = CarriedSecrets()
        recording.entries = entries.map { $0.redacted(by: redaction, &fields, &carried) }
        let masks = EntryRedaction(redaction, Secrets())
        recording.members = Self.redacted(members, masks)
        recording.outerMembers = Self.redacted(outerMembers, masks)
        return recording
    }

    private static func redacted(_ members: [JSONNode.Member], _ masks: EntryRedaction) -> [JSONNode.Member] {
        guard !masks.redaction.isOff else { return members }
        return members.map { .init($0.name, masks.other($0.value, $0.name)) }
    }

    /// A secret that is not masked.
    public struct Leak: Sendable, Hashable, CustomStringConvertible {
        /// In which entry it is; nil if it is in none.
        public let entry: Int?

        /// Where in the entry it is, such as `request.headers[3].value`.
        public let member: String

        /// The name that it goes under, if it has one.
        public let name: String?

        public var description: String {
            let place = entry.map { "entry \($0)" } ?? "log"
            return "\(place): \(member)" + (name.map { " ('\($0)')" } ?? "") + " holds a secret"
        }
    }

    /// The secrets that ``redacted(by:)`` would mask.
    public func leaks(by redaction: Redaction = .default) -> [Leak] {
        let masks = EntryRedaction(redaction, Secrets())
        var leaks: [Leak] = []
        var carried = CarriedSecrets()
        for (index, entry) in entries.enumerated() {
            guard let node = try? JSONNode(json: entry.source) else { continue }
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
    ) -> Recording.Entry {
        guard !redaction.isOff, let node = try? JSONNode(json: source) else { return self }
        let masked = masked(node, by: redaction, &carried)
        guard masked != node else { return self }
        let source = masked.json()
        // What is masked makes as much sense as what was not.
        return (try? EntryReader(masked).entry(source, &fields)) ?? Recording.Entry(failed: self, source: source)
    }

    fileprivate func masked(_ node: JSONNode, by redaction: Redaction, _ carried: inout CarriedSecrets) -> JSONNode {
        let masks = EntryRedaction(redaction, self, node, carried.take(url))
        if let location = headerFields[.location], 300..<400 ~= statusCode {
            carried.add(masks.secretsAfterwards(node), from: url, to: location)
        }
        return masks.entry(node)
    }

    /// An entry that can't be read any more has nothing left to answer with.
    private init(failed entry: Recording.Entry, source: Data) {
        self.init(
            source: source,
            target: nil,
            method: entry.method,
            url: "",
            requestHeaderFields: [:],
            requestBody: nil,
            requestLength: 0,
            statusCode: 0,
            headerFields: [:],
            body: nil,
            responseURL: nil,
            failure: nil,
            isTruncated: true,
            isFinal: true,
            duration: .zero,
            receiving: .zero
        )
    }
}
