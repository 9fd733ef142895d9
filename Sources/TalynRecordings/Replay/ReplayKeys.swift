import TalynCore

/// The keys of requests and entries. It is constant for an index, so it needs no lock.
struct ReplayKeys {
    let redaction: Redaction
    /// Whether an entry answers requests to any scheme, host and port.
    let ignoresOrigin: Bool
    /// Whether there are entries without a target.
    private(set) var hasOthers = false
    /// Whether there are entries that answer requests with any body.
    private(set) var hasAnyBody = false
    /// Whether there are entries with only the last part of the type's name.
    private var hasShortNames = false
    /// The modules of each recorded type.
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

    /// The keys of an entry.
    func keys(of entry: Recording.Entry, _ form: ReplayRequest.Form) -> [ReplayKey] {
        let own: ReplayKey.Scope? = entry.target.map { $0.isShort ? .shortTarget($0) : .target(distinct($0)) }
        let bodies = entry.answersAnyBody ? [nil] : form.bodies
        return [own ?? .other, .anyone].flatMap { scope in
            bodies.map { body in
                ReplayKey(
                    scope,
                    method: entry.method,
                    isWebSocket: entry.isWebSocket,
                    url: form.url,
                    body: body,
                    ignoresOrigin: ignoresOrigin
                )
            }
        }
    }

    /// The keys of a request, the most specific first.
    func keys(of request: ReplayRequest, maskedBy mask: Redaction, _ secrets: Secrets = Secrets()) -> [ReplayKey] {
        let form = request.form(mask, secrets)
        var keys: [ReplayKey] = []
        for scope in scopes(of: request.target) {
            for body in hasAnyBody ? form.bodies + [nil] : form.bodies {
                keys.append(
                    ReplayKey(
                        scope,
                        method: request.method,
                        isWebSocket: request.isWebSocket,
                        url: form.url,
                        body: body,
                        ignoresOrigin: ignoresOrigin
                    )
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

    /// The label, with its module only if the recording has types with this name from several modules. So a type may move
    /// to another module.
    private func distinct(_ target: TargetLabel) -> TargetLabel {
        modules[target.type]?.count ?? 0 > 1 ? target : target.withoutModule
    }
}

extension ReplayRequest.Form {
    /// The identities of the body: a client or a file can lack the type of a form.
    fileprivate var bodies: [BodyKey?] { formBody.map { [body, $0] } ?? [body] }
}
