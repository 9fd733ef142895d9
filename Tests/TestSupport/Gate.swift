/// A gate that opens once, for all tasks that wait.
package final class Gate: Sendable {
    private let isOpen = Watched(false)

    package init() {}

    package func open() {
        isOpen.update { $0 = true }
    }

    /// Waits until the gate is open, or the task is cancelled.
    package func wait() async {
        await isOpen.wait { $0 }
    }
}
