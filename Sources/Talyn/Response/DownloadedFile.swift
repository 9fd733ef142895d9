/// The body of a response as a file.
struct DownloadedFile: Hashable, Sendable {
    let url: URL
    /// How many bytes arrived.
    let length: Int64

    /// What the file holds now, mapped into memory rather than read; nothing if the file is gone.
    var data: Data { (try? Data(contentsOf: url, options: .mappedIfSafe)) ?? Data() }
}
