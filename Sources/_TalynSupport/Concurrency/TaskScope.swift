/// Settings for all work of a task tree, which replace those of the objects that do it.
///
/// A test uses it to reach the code that it tests. Other tests aren't affected.
public struct TaskScope: Sendable {
    /// The scope of the current task. Its child tasks and the tasks that it starts inherit it.
    @TaskLocal public static var current: TaskScope?

    /// Answers in place of servers. The module of calls knows its type.
    public let substitute: (any Sendable & AnyObject)?

    /// The time, for everything that has no clock of its own.
    public let time: TimeSource

    /// Runs and counts the work of the scope, for a clock that depends on it.
    public let work: (any ScopeWork)?

    /// Creates a scope.
    public init(substitute: (any Sendable & AnyObject)?, time: TimeSource, work: (any ScopeWork)? = nil) {
        self.substitute = substitute
        self.time = time
        self.work = work
    }
}
