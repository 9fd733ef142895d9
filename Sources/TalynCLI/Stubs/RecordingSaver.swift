#if Tools
import Foundation
import Talyn
import TalynStubs

/// Writes what a recorder has so far, so that little is lost if the process is killed.
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

    /// Writes the file, if there is something new. One that is there stays until there is.
    func save() throws(RecordingError) {
        let recording = recorder.recording
        let count = recording.entries.count
        guard savedCount.withLock({ $0 }) != count else { return }
        try recording.save(to: file)
        savedCount.withLock { $0 = count }
    }

    /// Writes the file, even if nothing was recorded, unless one is there.
    func saveInTheEnd() throws(RecordingError) {
        try save()
        let recording = recorder.recording
        if recording.isEmpty, !FileManager.default.fileExists(atPath: file.path) { try recording.save(to: file) }
    }

    /// Writes the file every two seconds, or less often if that takes long, until the task is cancelled.
    func saveNowAndThen() async {
        var pause = Self.pause
        while (try? await time.sleep(for: pause)) != nil {
            let start = time.now
            // What can't be written now may be written later, and in the end somebody will be told.
            try? save()
            pause = max(Self.pause, (time.now - start) * 10)
        }
    }

    private static let pause = Duration.seconds(2)
}
#endif
