import Testing

@testable import _TalynSupport

struct MediaTypeTests {
    @Test(arguments: [
        ("a.jpg", "image/jpeg"), ("a.jpeg", "image/jpeg"), ("a.png", "image/png"), ("a.gif", "image/gif"),
        ("a.heic", "image/heic"), ("a.webp", "image/webp"), ("a.svg", "image/svg+xml"), ("a.json", "application/json"),
        ("a.pdf", "application/pdf"), ("a.mp4", "video/mp4"), ("a.mov", "video/quicktime"), ("a.txt", "text/plain"),
        ("a.csv", "text/csv"), ("a.zip", "application/zip"), ("a.html", "text/html"), ("a.m4a", "audio/mp4"),
        ("a.mp3", "audio/mpeg"), ("a.wasm", "application/wasm"), ("a.woff2", "font/woff2"), ("a.css", "text/css"),
        ("a.docx", "application/vnd.openxmlformats-officedocument.wordprocessingml.document"),
        ("a.xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"), ("a.avif", "image/avif"),
        ("A.B.TAR", "application/x-tar"), (".png", "image/png"),
    ])
    func wellKnownTypes(name: String, type: String) {
        // Apple's systems have some of them in their own way.
        #if os(Linux)
        #expect(MediaType.forFile(named: name) == type)
        #endif
    }

    @Test(arguments: ["", "a", "a.", ".", "a.nosuchextension", "jpg", "a.jpg "])
    func unknownIsAnyBytes(name: String) {
        #expect(MediaType.forFile(named: name) == "application/octet-stream")
    }
}
