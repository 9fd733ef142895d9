import TalynCore
import TalynStubs

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

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

    /// The command that runs a test in this mode.
    ///
    /// - Parameter test: The filter for the test.
    package func command(for test: String) -> String {
        "\(Self.environmentVariable)=\(rawValue) swift test --filter \(test)"
    }

    /// The mode of the environment; nil without one.
    ///
    /// - Throws: ``RecordingModeError`` for an unknown mode.
    package static func fromEnvironment(
        _ environment: [String: String] = ProcessInfo.processInfo.environment
    ) throws -> RecordingMode? {
        guard let value = environment[environmentVariable], !value.isEmpty else { return nil }
        guard let mode = RecordingMode(rawValue: value) else { throw RecordingModeError(value: value) }
        return mode
    }
}

/// An unknown mode in the environment.
struct RecordingModeError: LocalizedError, CustomStringConvertible {
    let value: String

    package var errorDescription: String? {
        "The environment variable \(RecordingMode.environmentVariable) is '\(value)'."
    }

    package var recoverySuggestion: String? { "Use one of replay, missing, rerecord and check." }

    package var description: String { [errorDescription, recoverySuggestion].compactMap { $0 }.joined(separator: " ") }
}
