#if Tools
import Foundation
import TalynRecordings
import _TalynSupport

/// Saves the entries of a recorder from time to time, so that a killed process loses few of them.
struct RecordingSaver: Sendable {
    private let recorder: RecordingTransport
    private let file: URL
    private let time: TimeSource
    private let savedCount = Locked(0)

    init(_ recorder: RecordingTransport, to file: URL, clock: any Clock<Duration> = ContinuousClock()) {
        self.recorder = recorder
        self.file = file
        time = TimeSource(clock)
    }

    /// Writes the file if there are new entries. Until then, an existing file stays.
    func save() throws(RecordingError) {
        let recording = recorder.recording
        let count = recording.entries.count
        guard savedCount.withLock({ $0 }) != count else { return }
        try recording.save(to: file)
        savedCount.withLock { $0 = count }
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
