import TalynCore

/// The choice of the entry that answers a request. A pure state machine.
///
/// Entries with the same key answer in their order, each once. Secrets are compared by their masks: first secrets with telling names,
/// and then their copies elsewhere, which is seldom needed.
struct ReplayIndex {
    private enum Group {
        case one(Int32)
        case many([Int32], next: Int)
    }

    let entries: [Recording.Entry]
    /// Finds the keys of requests.
    let keys: ReplayKeys
    private let repeatsLast: Bool
    private var groups: [ReplayKey: Group] = [:]
    private var isUsed: [Bool]

    init(_ recording: Recording, _ redaction: Redaction, repeatsLast: Bool = false, ignoresOrigin: Bool = false) {
        keys = ReplayKeys(recording, redaction: redaction, ignoresOrigin: ignoresOrigin)
        self.repeatsLast = repeatsLast
        isUsed = Array(repeating: false, count: recording.entries.count)
        groups.reserveCapacity(recording.entries.count * 2)
        entries = recording.entries.map { entry in
            var entry = entry
            // The source would keep the whole file in memory.
            entry.forgetSource()
            return entry
        }
        for (index, entry) in recording.entries.enumerated() where entry.hasAnswer { add(entry, Int32(index)) }
    }

    private mutating func add(_ entry: Recording.Entry, _ index: Int32) {
        let request = ReplayRequest(entry, keys.redaction)
        let form = request.form(keys.redaction)
        add(form, entry, index)
        let secrets = request.secrets(keys.redaction)
        guard !secrets.isEmpty else { return }
        let masked = request.form(keys.redaction, secrets)
        if masked.url != form.url || masked.body != form.body || masked.formBody != form.formBody {
            add(masked, entry, index)
        }
    }

    private mutating func add(_ form: ReplayRequest.Form, _ entry: Recording.Entry, _ index: Int32) {
        for key in keys.keys(of: entry, form) {
            switch groups[key] {
            case nil: groups[key] = .one(index)
            case .one(let first): groups[key] = .many([first, index], next: 0)
            case .many(var list, let next):
                groups[key] = .one(0)
                list.append(index)
                groups[key] = .many(list, next: next)
            }
        }
    }

    /// The numbers of the unused entries.
    var unused: [Int] { entries.indices.filter { !isUsed[$0] && entries[$0].hasAnswer } }

    /// The next unused entry of these keys; nil if all are used.
    mutating func take(_ keys: [ReplayKey]) -> Int? {
        for key in keys {
            if let index = takeNext(key) { return index }
        }
        guard repeatsLast else { return nil }
        for key in keys {
            switch groups[key] {
            case nil: continue
            case .one(let index): return Int(index)
            case .many(let list, _): if let last = list.last { return Int(last) }
            }
        }
        return nil
    }

    /// Marks all entries of these keys as used.
    mutating func takeAll(_ keys: [ReplayKey]) {
        for key in keys {
            while takeNext(key) != nil {}
        }
    }

    private mutating func takeNext(_ key: ReplayKey) -> Int? {
        switch groups[key] {
        case nil:
            return nil
        case .one(let index):
            return use(index)
        case .many(let list, var next):
            // The entry may have been used by another of its keys.
            while next < list.count {
                next += 1
                if let index = use(list[next - 1]) {
                    groups[key] = .many(list, next: next)
                    return index
                }
            }
            groups[key] = .many(list, next: next)
            return nil
        }
    }

    private mutating func use(_ index: Int32) -> Int? {
        guard !isUsed[Int(index)] else { return nil }
        isUsed[Int(index)] = true
        return Int(index)
    }

    func isUsed(_ index: Int) -> Bool { isUsed[index] }
}
