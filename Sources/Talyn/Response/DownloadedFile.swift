/// The body of a response as a file.
///
/// An object, so that responses without one are no larger for it.
final class DownloadedFile: Sendable {
    let url: URL
    /// How many bytes arrived.
    let length: Int64

    init(url: URL, length: Int64) {
        self.url = url
        self.length = length
    }

    /// What the file holds now, mapped into memory rather than read; nothing if the file is gone.
    var data: Data { (try? Data(contentsOf: url, options: .mappedIfSafe)) ?? Data() }
}
