public import _TalynFoundation
import _TalynSupport

/// A page that shows the calls of a recording: one HTML file, which needs no network.
///
/// ```swift
/// let recorder = RecordingTransport(wrapping: Provider<GitHub>().transport)
/// let github = Provider<GitHub>(transport: recorder)
/// _ = try await github.request(.zen)
/// try TrafficReport(recorder.recording).save(to: file)
/// ```
///
/// The page has a list with a waterfall, filters, and the details of each call. It shows the content of the recording as text,
/// and runs no script of it. It masks nothing; see ``Recording/redacted(by:)``. A ``RecordingTransport`` has masked its entries
/// already.
public struct TrafficReport: Sendable {
    /// The calls.
    public let recording: Recording

    /// The title of the page.
    public let title: String

    /// Creates a report.
    ///
    /// - Parameters:
    ///   - recording: The calls.
    ///   - title: The title of the page.
    public init(_ recording: Recording, title: String = "Traffic") {
        self.recording = recording
        self.title = title
    }

    /// The page.
    public var html: Data {
        // A page could otherwise end the script by its content.
        let search = ByteSearch([UInt8(ascii: "<")])
        var entries = Data("[".utf8)
        for json in recording.entries.lazy.compactMap({ $0.node?.json() }) {
            if entries.count > 1 { entries.append(UInt8(ascii: ",")) }
            let escaped = json.withUnsafeBytes {
                search.replaced(in: $0.bindMemory(to: UInt8.self), by: #"\u003c"#.utf8)
            }
            entries.append(escaped.map { Data($0) } ?? json)
        }
        entries.append(UInt8(ascii: "]"))
        let text = String(decoding: entries, as: UTF8.self)
        let title = title.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
        return Data(ReportPage.html(title: title, entries: text, nonce: UUID().uuidString).utf8)
    }

    /// Writes the page in one step.
    ///
    /// - Parameter file: The file. An existing file is replaced, and a missing directory is created.
    /// - Throws: ``RecordingError/cannotWrite(_:reason:)``.
    public func save(to file: URL) throws(RecordingError) {
        try Recording.write(html, to: file)
    }
}
