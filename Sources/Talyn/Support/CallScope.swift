/// What holds for the calls that a task tree makes, in place of what their providers say.
///
/// By it a test reaches the providers of the code that it tests, and no other test does.
package struct CallScope: Sendable {
    /// That of the current task, which its child tasks inherit, and those that it starts.
    @TaskLocal package static var current: CallScope?

    /// What answers, unless a provider has such a transport itself.
    package let transport: any StandInTransport

    /// The time, for whatever was not given a clock.
    package let time: TimeSource

    package init(transport: any StandInTransport, time: TimeSource) {
        self.transport = transport
        self.time = time
    }
}
