/// Settings for all calls of a task tree, which replace those of the providers.
///
/// A test uses it to reach the providers of the code that it tests. Other tests aren't affected.
package struct CallScope: Sendable {
    /// The scope of the current task. Its child tasks and the tasks that it starts inherit it.
    @TaskLocal package static var current: CallScope?

    /// Answers the calls, unless a provider has such a transport itself.
    package let transport: (any Transport & AnyObject)?

    /// The time, for everything that has no clock of its own.
    package let time: TimeSource

    /// Runs and counts the work of the scope, for a clock that depends on it.
    package let work: (any ScopeWork)?

    package init(transport: (any Transport & AnyObject)?, time: TimeSource, work: (any ScopeWork)? = nil) {
        self.transport = transport
        self.time = time
        self.work = work
    }
}
