/// Finds the keys of requests and of entries. It is constant for an index, so that keys are made without a lock.
struct ReplayKeys {
    let redaction: Redaction
    /// Whether an entry answers requests to any scheme, host and port.
    let ignoresOrigin: Bool
    /// Whether there are entries of no target.
    private(set) var hasOthers = false
    /// Whether there are entries that answer requests with any body.
    private(set) var hasAnyBody = false
    /// Whether there are entries that name their target by the last part of its type's name.
    private var hasShortNames = false
    /// The modules of each type that was recorded.
    private var modules: [String: Set<String>] = [:]

    init(_ recording: Recording, redaction: Redaction, ignoresOrigin: Bool) {
        self.redaction = redaction
        self.ignoresOrigin = ignoresOrigin
        for entry in recording.entries where entry.hasAnswer {
            if entry.answersAnyBody { hasAnyBody = true }
            guard let target = entry.target else {
                hasOthers = true
                continue
            }
            if let module = target.module { modules[target.type, default: []].insert(module) }
            if target.isShort { hasShortNames = true }
        }
    }

    /// The keys under which an entry is found.
    func keys(of entry: Recording.Entry, _ form: ReplayRequest.Form) -> [ReplayKey] {
        let own: ReplayKey.Scope? = entry.target.map { $0.isShort ? .shortTarget($0) : .target(distinct($0)) }
        return [own ?? .other, .anyone].map { scope in
            ReplayKey(
                scope,
                method: entry.method,
                url: form.url,
                body: entry.answersAnyBody ? nil : form.body,
                ignoresOrigin: ignoresOrigin
            )
        }
    }

    /// The keys under which a request may find its entry, the most particular first.
    func keys(of request: ReplayRequest, masking secrets: Secrets = Secrets()) -> [ReplayKey] {
        let form = request.form(redaction, secrets)
        var keys: [ReplayKey] = []
        for scope in scopes(of: request.target) {
            let bodies: [BodyKey?] = hasAnyBody ? [form.body, nil] : [form.body]
            for body in bodies {
                keys.append(
                    ReplayKey(scope, method: request.method, url: form.url, body: body, ignoresOrigin: ignoresOrigin)
                )
            }
        }
        return keys
    }

    private func scopes(of target: TargetLabel?) -> [ReplayKey.Scope] {
        guard let target else { return [.anyone] }
        var scopes: [ReplayKey.Scope] = [.target(distinct(target))]
        if hasShortNames { scopes.append(.shortTarget(target.short)) }
        if hasOthers { scopes.append(.other) }
        return scopes
    }

    /// The name with its module only if types of this name were recorded from several modules: otherwise a type may move
    /// to another module.
    private func distinct(_ target: TargetLabel) -> TargetLabel {
        modules[target.type]?.count ?? 0 > 1 ? target : target.withoutModule
    }
}
