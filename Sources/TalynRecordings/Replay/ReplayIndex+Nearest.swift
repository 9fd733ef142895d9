import TalynCore
import _TalynFoundation
import _TalynSupport

extension ReplayIndex {
    /// The entry most similar to a request, and the differences.
    func nearest(to request: ReplayRequest) -> RecordingError.NearestEntry? {
        let redaction = request.redaction
        let form = request.form(redaction, request.secrets(redaction))
        // A recording may be large, so the search is lazy.
        let scores = entries.indices.lazy.filter { entries[$0].hasAnswer }.map {
            ($0, score(entries[$0], request, form))
        }
        guard let best = scores.max(by: { $0.1 < $1.1 }), best.1 > 0 else { return nil }
        let entry = entries[best.0]
        return RecordingError.NearestEntry(
            entry: best.0,
            request: Recording.EntrySummary(entry, number: best.0, redaction).request,
            differences: differences(entry, best.0, request, form, redaction)
        )
    }

    private func score(_ entry: Recording.Entry, _ request: ReplayRequest, _ form: ReplayRequest.Form) -> Int {
        let url = URLParts(entry.url)
        var score = 0
        if isOfSameTarget(entry, request) { score += 8 }
        if url.canonicalPath == form.url.canonicalPath { score += 16 }
        if url.path.split(separator: "/").first == form.url.path.split(separator: "/").first { score += 2 }
        if entry.method == request.method { score += 4 }
        if entry.isWebSocket == request.isWebSocket { score += 4 }
        if url.query == form.url.query { score += 2 }
        if url.origin == form.url.origin { score += 1 }
        if entry.requestBody == request.body { score += 1 }
        return score
    }

    private func differences(
        _ entry: Recording.Entry,
        _ number: Int,
        _ request: ReplayRequest,
        _ form: ReplayRequest.Form,
        _ redaction: Redaction
    ) -> [String] {
        let recorded = ReplayRequest(entry, redaction)
        let other = recorded.form(redaction, recorded.secrets(redaction))
        var differences: [String] = []
        if let target = entry.target, request.target != nil, !isOfSameTarget(entry, request) {
            differences.append("It is of \(target).")
        }
        if entry.method != request.method { differences.append("Its method is \(entry.method).") }
        if entry.isWebSocket != request.isWebSocket {
            differences.append(entry.isWebSocket ? "It opens a WebSocket." : "It opens no WebSocket.")
        }
        if request.target != nil, !keys.ignoresOrigin, other.url.origin != form.url.origin {
            differences.append(
                "Its origin is \(other.url.origin); with 'ignoresOrigin: true' it answers requests to any origin."
            )
        }
        if other.url.canonicalPath != form.url.canonicalPath { differences.append("Its path is \(other.url.path).") }
        if other.url.query != form.url.query { differences.append(Self.difference(other.url.query, form.url.query)) }
        if other.body != form.body, !(entry.requestBody == nil && entry.target == nil) {
            differences.append(Self.difference(entry.requestBody, request.body))
        }
        if differences.isEmpty, isUsed(number) { differences.append("It has been used already.") }
        return differences.isEmpty ? ["It differs in its secrets only."] : differences
    }

    private func isOfSameTarget(_ entry: Recording.Entry, _ request: ReplayRequest) -> Bool {
        guard let target = entry.target, let own = request.target else { return false }
        if target.isShort, own.short == target { return true }
        return target.withoutModule == own.withoutModule
    }

    private static func difference(_ recorded: Substring, _ own: Substring) -> String {
        let recordedPairs = recorded.split(separator: "&").map(String.init)
        let ownPairs = own.split(separator: "&").map(String.init)
        let missing = recordedPairs.filter { !ownPairs.contains($0) }
        let added = ownPairs.filter { !recordedPairs.contains($0) }
        if missing.isEmpty, added.isEmpty { return "Its query has another order." }
        let texts = [
            missing.isEmpty ? nil : "has '\(missing.joined(separator: "&"))'",
            added.isEmpty ? nil : "lacks '\(added.joined(separator: "&"))'",
        ]
        return "Its query \(texts.compactMap { $0 }.joined(separator: " and "))."
    }

    private static func difference(_ recorded: Data?, _ own: Data?) -> String {
        guard let recorded, !recorded.isEmpty else { return "It has no body." }
        guard let own, !own.isEmpty else { return "It has a body." }
        guard let left = try? JSONNode(json: recorded), let right = try? JSONNode(json: own) else {
            return "Its body differs."
        }
        return "Its body differs\(path(left, right).map { ", at \($0.isEmpty ? "its top" : "'\($0)'")" } ?? "")."
    }

    /// The path of the first difference of two JSON values.
    private static func path(_ left: JSONNode, _ right: JSONNode) -> String? {
        switch (left, right) {
        case (.object(let members), .object(let others)):
            for member in members {
                guard let other = right[member.name] else { return member.name }
                if let path = path(member.value, other) {
                    return path.isEmpty
                        ? member.name : path.hasPrefix("[") ? member.name + path : "\(member.name).\(path)"
                }
            }
            return others.first { left[$0.name] == nil }?.name
        case (.array(let elements), .array(let others)):
            for (index, (element, other)) in zip(elements, others).enumerated() {
                if let path = path(element, other) {
                    return path.isEmpty || path.hasPrefix("[") ? "[\(index)]\(path)" : "[\(index)].\(path)"
                }
            }
            return elements.count == others.count ? nil : "[\(min(elements.count, others.count))]"
        case (.number(let digits), .number(let others)):
            return BodyKey.canonical(digits) == BodyKey.canonical(others) ? nil : ""
        default:
            return left == right ? nil : ""
        }
    }
}
