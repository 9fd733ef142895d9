#if Tools
import Foundation
import TalynRecordings
import _TalynSupport

/// Saves the entries of a recorder from time to time, so that a killed process loses few of them.
struct RecordingSaver: Sendable {
    private let recorder: RecordingTransport
    private let file: URL
    private let time: TimeSource
    private let saved = Locked(Progress())

    init(_ recorder: RecordingTransport, to file: URL, clock: any Clock<Duration> = ContinuousClock()) {
        self.recorder = recorder
        self.file = file
        time = TimeSource(clock)
    }

    /// The number of entries, and of messages and ends of WebSocket connections.
    private struct Progress: Equatable {
        var entries = 0
        var messages = 0

        init() {}

        init(_ recording: Recording) {
            entries = recording.entries.count
            for conversation in recording.entries.lazy.compactMap(\.conversation) {
                messages += conversation.messages.count + (conversation.end == nil ? 0 : 1)
            }
        }
    }

    /// Writes the file if there are new entries or messages. Until then, an existing file stays.
    func save() throws(RecordingError) {
        let recording = recorder.recording
        let progress = Progress(recording)
        guard saved.withLock({ $0 }) != progress else { return }
        try recording.save(to: file)
        saved.withLock { $0 = progress }
    }

    /// Writes the file at the end, even without entries. Without entries, an existing file stays.
    func saveInTheEnd() throws(RecordingError) {
        try save()
        let recording = recorder.recording
        if recording.isEmpty, !FileManager.default.fileExists(atPath: file.path) { try recording.save(to: file) }
    }

    /// Writes the file every two seconds until the task is cancelled. If writing takes long, it does so less often.
    func saveNowAndThen() async {
        var pause = Self.pause
        while (try? await time.sleep(for: pause)) != nil {
            let start = time.now
            // A later attempt may succeed. The last one reports its failure.
            try? save()
            pause = max(Self.pause, (time.now - start) * 10)
        }
    }

    private static let pause = Duration.seconds(2)
}
#endif
