import Foundation

/// What a test does with its recording.
public enum RecordingMode: String, Sendable, Hashable, CaseIterable {
    /// The recording answers, and nothing else.
    case replay
    /// The recording answers what it can; the rest goes to the server, and is added to it.
    case recordMissing = "missing"
    /// Everything goes to the server, and replaces the recording.
    case rerecord
    /// Everything goes to the server, and what comes back is compared with the recording.
    case check

    /// The environment variable that takes the place of what tests say: `replay`, `missing`, `rerecord` or `check`.
    public static let environmentVariable = "TALYN_RECORDING"

    /// Stands for the name of the test in ``command``.
    package static let testPlaceholder = "<name of the test>"

    /// The command that runs a test in this mode.
    var command: String { "\(Self.environmentVariable)=\(rawValue) swift test --filter \(Self.testPlaceholder)" }

    /// What the environment says.
    ///
    /// - Throws: ``RecordingModeError`` if it says something else.
    package static func fromEnvironment(
        _ environment: [String: String] = ProcessInfo.processInfo.environment
    ) throws -> RecordingMode? {
        guard let value = environment[environmentVariable], !value.isEmpty else { return nil }
        guard let mode = RecordingMode(rawValue: value) else { throw RecordingModeError(value: value) }
        return mode
    }
}

/// The environment asks for a mode that there isn't.
package struct RecordingModeError: LocalizedError, CustomStringConvertible {
    let value: String

    package var errorDescription: String? {
        "The environment variable \(RecordingMode.environmentVariable) is '\(value)'."
    }

    package var recoverySuggestion: String? { "Use one of replay, missing, rerecord and check." }

    package var description: String { [errorDescription, recoverySuggestion].compactMap { $0 }.joined(separator: " ") }
}
