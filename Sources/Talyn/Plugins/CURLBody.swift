import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The body of a request as a `curl` command has it.
enum CURLBody {
    /// None.
    case none
    /// Bytes in memory, as they are shown.
    case data(Data)
    /// The file at this path, which curl reads.
    case file(String)
    /// The parts of a form, each as an option; curl makes a boundary of its own.
    case form([String])
    /// One that can't be written in a command, and why.
    case leftOut(String)

    /// A body in memory takes the place of an upload, as it does when the request is sent.
    ///
    /// A request for the head only has none: curl refuses to send one with it, and without `--head` would wait for the
    /// body of the response.
    init(_ request: URLRequest, _ upload: Upload?, _ redaction: Redaction) {
        guard request.httpMethod != "HEAD" else {
            self = .none
            return
        }
        let contentType = request.value(forHTTPHeaderField: "Content-Type")
        if let body = request.httpBody {
            self.init(body, contentType, redaction)
            return
        }
        switch upload {
        case .file(let url):
            self.init(file: url)
        case .parts(let parts):
            self.init(parts, contentType, redaction)
        case .stream(let upload):
            self.init(upload.body, contentType, redaction)
        case nil:
            // A method that is expected to have a body says that there is none (RFC 9110, section 8.6).
            self = ["POST", "PUT", "PATCH"].contains(request.httpMethod) ? .data(Data()) : .none
        }
    }

    private init(_ body: Data, _ contentType: String?, _ redaction: Redaction) {
        let shown = redaction.body(body, contentType: contentType)
        self = .data(shown ?? Data(Redaction.length(of: body).utf8))
    }

    private init(file url: URL) {
        let isWritable = ShellText.plainText(Data(url.path.utf8)) != nil
        self = isWritable ? .file(url.path) : .leftOut("the path of its file can't be pasted")
    }

    private init(_ body: HTTPBody, _ contentType: String?, _ redaction: Redaction) {
        if let data = body.data {
            self.init(data, contentType, redaction)
        } else if let file = body.file {
            self.init(file: file)
        } else {
            self = .leftOut(body.length.map { "it is a stream of \($0) bytes" } ?? "it is a stream")
        }
    }

    private init(_ parts: [MultipartFormData], _ contentType: String?, _ redaction: Redaction) {
        guard MediaType(contentType ?? "").subtype == "form-data" else {
            self = .leftOut("it is multipart, but no form")
            return
        }
        var options: [String] = []
        for (index, part) in parts.enumerated() {
            do throws(CURLPartError) {
                options.append(try part.cURLOption(redaction))
            } catch {
                self = .leftOut("part \(index + 1) is \(error.part)")
                return
            }
        }
        self = .form(options)
    }

    /// Whether the command sends one.
    var isSent: Bool {
        switch self {
        case .none, .leftOut: false
        case .data, .file, .form: true
        }
    }

    /// Whether curl makes the `Content-Type` of the request.
    var isForm: Bool {
        if case .form = self { true } else { false }
    }

    /// Whether some version of curl would ask the server before it sends it.
    var mayBeLong: Bool {
        switch self {
        case .none, .leftOut: false
        case .data(let data): data.count > Self.longestWithoutExpect
        case .file, .form: true
        }
    }

    /// From this length on, older versions of curl ask before they send a body.
    private static let longestWithoutExpect = 1024
}
