/// A refresh that is under way, as everything that is called from within it sees it.
final class RefreshScope: Sendable {
    /// Those within which the current task runs: more than one if a refresh makes a call that has to wait for another
    /// plugin's.
    @TaskLocal static var current: [RefreshScope] = []

    private let plugin: ObjectIdentifier
    private let isOver = Locked(false)

    init(of plugin: AnyObject) {
        self.plugin = ObjectIdentifier(plugin)
    }

    /// Those of the current ones that aren't over.
    static var underWay: [RefreshScope] { current.filter { !$0.isOver.withLock { $0 } } }

    /// Whether the current task runs within a refresh of the plugin.
    ///
    /// A task that outlives the refresh which made it is as any other.
    static func isWithin(_ plugin: AnyObject) -> Bool {
        let scopes = current
        guard !scopes.isEmpty else { return false }
        let id = ObjectIdentifier(plugin)
        return scopes.contains { $0.plugin == id && !$0.isOver.withLock { $0 } }
    }

    func end() {
        isOver.withLock { $0 = true }
    }
}
