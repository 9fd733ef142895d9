/// Finds the keys of requests, by what is constant of an index: what takes its time is done without a lock.
struct ReplayKeys {
    let redaction: Redaction
    /// Whether there are entries of no target, whose origin counts.
    var hasOthers = false
    /// Whether there are entries that any body will do for.
    var hasAnyBody = false

    /// The keys under which a request may find its entry, the most particular at first.
    func keys(of request: ReplayRequest, masking secrets: Secrets = Secrets()) -> [ReplayKey] {
        let form = request.form(redaction, secrets)
        var scopes: [ReplayKey.Scope] = []
        if let target = request.target {
            scopes.append(.target(target))
            if hasOthers { scopes.append(.origin) }
        } else {
            scopes.append(.anywhere)
        }
        var keys: [ReplayKey] = []
        for scope in scopes {
            keys.append(ReplayKey(scope, method: request.method, url: form.url, body: form.body))
            if hasAnyBody { keys.append(ReplayKey(scope, method: request.method, url: form.url, body: nil)) }
        }
        return keys
    }
}
