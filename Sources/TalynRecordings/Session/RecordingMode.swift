import TalynCore
public import _TalynFoundation

/// The use of a recording by its test.
#if hasAttribute(nonexhaustive)
@nonexhaustive
#endif
public enum RecordingMode: String, Sendable, Hashable, CaseIterable {
    /// The recording answers all calls.
    case replay
    /// The recording answers. Calls without an entry go to the server, and are recorded.
    case recordMissing = "missing"
    /// All calls go to the server, and replace the recording.
    case rerecord
    /// All calls go to the server. The responses are compared with the recording.
    case check

    /// The environment variable that overrides the modes of tests: `replay`, `missing`, `rerecord` or `check`.
    public static let environmentVariable = "TALYN_RECORDING"

    /// The mode that ``environmentVariable`` sets; nil without one.
    ///
    /// - Parameter environment: The environment, by default that of the process.
    /// - Throws: An error that names the modes, for an unknown one.
    public static func fromEnvironment(
        _ environment: [String: String] = ProcessInfo.processInfo.environment
    ) throws -> RecordingMode? {
        guard let value = environment[environmentVariable], !value.isEmpty else { return nil }
        guard let mode = RecordingMode(rawValue: value) else { throw RecordingModeError(value: value) }
        return mode
    }
}

/// An unknown mode in the environment.
struct RecordingModeError: Error, DescribedError {
    let value: String

    var problem: String { "The environment variable \(RecordingMode.environmentVariable) is '\(value)'." }
    var recovery: String? { "Use one of replay, missing, rerecord and check." }
}
