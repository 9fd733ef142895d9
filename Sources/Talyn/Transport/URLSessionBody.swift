/// A request's body in a form that a session can send without holding much of it in memory.
enum URLSessionBody: Sendable {
    case data(Data)
    /// A file, and if it was made for this request the place that it goes with.
    case file(URL, TemporaryFile?)

    /// Up to which size a stream is collected in memory.
    private static let inMemoryLimit = 1 << 20

    /// A session takes bytes or a file: a longer stream is written to a temporary one.
    init?(_ body: HTTPBody?) async throws {
        guard let body else { return nil }
        if let data = body.data {
            self = .data(data)
        } else if let length = body.length, length <= Self.inMemoryLimit {
            var data = Data()
            for try await chunk in body { data.append(chunk) }
            self = .data(data)
        } else if let file = body.file {
            self = .file(file, nil)
        } else {
            let file = try TemporaryFile()
            _ = try await body.write(to: OpenFile(creating: file.url))
            self = .file(file.url, file)
        }
    }
}
