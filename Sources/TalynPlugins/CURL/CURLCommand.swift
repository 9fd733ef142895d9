import HTTPTypes
public import TalynCore
import _TalynFoundation
import _TalynSupport

extension OutgoingRequest {
    /// Returns a `curl` command that sends the same request from a POSIX shell.
    ///
    /// The command sends the method, URL, header fields and body of the request, and follows no redirects. If the request has its
    /// ``context``, it also sends the header fields that the transport adds. `printf` writes a body that isn't text. curl reads the files of an upload itself, makes its own
    /// multipart boundary, and answers challenges with the ``credential``. The command leaves out the body of a `HEAD` request.
    /// It also leaves out a body that it can't express, such as a stream, and says so in a comment at its end.
    ///
    /// - Parameter redaction: The values to mask. A masked value changes the request; use `.none` to send the same request.
    public func cURLCommand(redaction: Redaction = .default) -> String {
        CURLCommand(self, redaction: redaction.masking(secretsOf: self)).text
    }

    /// The header fields, with those of the transport that the request doesn't set itself.
    var allHeaderFields: HTTPFields {
        var fields = headerFields
        for field in transportHeaderFields where !headerFields.contains(field.name) { fields.append(field) }
        return fields
    }
}

/// A builder of a `curl` command that sends a request.
struct CURLCommand {
    /// The longest body that is passed as an argument: Linux allows 128 KiB for one argument, with its quotes.
    static let longestArgument = 32_768

    /// The command that writes the body to curl's standard input, for a body that can't be an argument.
    private var source: String?
    private var arguments: [String] = []
    /// A comment at the end of the command.
    private var comment: String?

    init(_ request: OutgoingRequest, redaction: Redaction) {
        let body = CURLBody(request, redaction)
        addMethod(request.method.rawValue, hasBody: body.isSent)
        addURL(redaction.url(request.urlText))
        addFields(Self.fields(request, redaction), body)
        if let credential = request.credential { addCredential(credential, redaction) }
        add(body)
    }

    /// The command, one option on each line.
    var text: String {
        let command = (["curl"] + arguments).joined(separator: " \\\n    ")
        return (source.map { "\($0) | " } ?? "") + command + (comment.map { "\n# \($0)" } ?? "")
    }

    private mutating func addMethod(_ method: String, hasBody: Bool) {
        switch method {
        case "GET" where !hasBody: break
        case "HEAD": arguments.append("--head")
        default: arguments.append("--request \(ShellText.quoted(method))")
        }
    }

    private mutating func addURL(_ url: String) {
        // By default curl reads brackets as a pattern, and removes dot segments from a path.
        if url.contains(where: { "[]{}".contains($0) }) { arguments.append("--globoff") }
        if url.contains("/.") { arguments.append("--path-as-is") }
        arguments.append("--url \(ShellText.quoted(url))")
    }

    private mutating func addFields(_ fields: [String: String], _ body: CURLBody) {
        var fields = fields
        // curl makes its own multipart boundary, so the boundary of the request would be wrong.
        if body.isForm { fields = fields.filter { $0.key.lowercased() != "content-type" } }
        for (name, value) in fields.sorted(by: { ($0.key.lowercased(), $0.key) < ($1.key.lowercased(), $1.key) }) {
            // curl reads `name;` as a field without a value, and `name:` as a field to leave out.
            // Pasting a tab into a terminal completes a word; in a field a space means the same.
            let field = value.isEmpty ? "\(name);" : "\(name): \(value.replacing("\t", with: " "))"
            arguments.append("--header \(ShellText.quoted(field))")
        }
        let names = Set(fields.keys.map { $0.lowercased() })
        // These are fields that curl adds by itself.
        var unwanted = ["Accept", "User-Agent"]
        if body.isSent, !body.isForm { unwanted.append("Content-Type") }
        if body.mayBeLong { unwanted.append("Expect") }
        for name in unwanted where !names.contains(name.lowercased()) { arguments.append("--header '\(name):'") }
        if names.contains("accept-encoding") { arguments.append("--compressed") }
    }

    private mutating func addCredential(_ credential: PasswordCredential, _ redaction: Redaction) {
        let password = redaction.isOff ? credential.password : Redaction.mask
        arguments.append("--anyauth")
        arguments.append("--user \(ShellText.quoted("\(credential.user):\(password)"))")
    }

    private mutating func add(_ body: CURLBody) {
        switch body {
        case .none: break
        case .data(let data): add(data)
        case .file(let path): arguments.append("--data-binary \(ShellText.quoted("@\(path)"))")
        case .form(let options): arguments += options
        case .omitted(let reason): comment = "the body is left out: \(reason)"
        }
    }

    private mutating func add(_ body: Data) {
        // curl reads an argument with a leading @ as the name of a file.
        if let text = ShellText.plainText(body), text.utf8.first != UInt8(ascii: "@"),
            body.count <= Self.longestArgument
        {
            arguments.append("--data-binary \(ShellText.quoted(text))")
        } else {
            source = ShellText.printing(body)
            arguments.append("--data-binary @-")
        }
    }

    /// The fields of the request and of the transport, without one that curl computes itself.
    private static func fields(_ request: OutgoingRequest, _ redaction: Redaction) -> [String: String] {
        let fields = request.allHeaderFields.combined.filter { name, _ in name.lowercased() != "content-length" }
        return Dictionary(
            uniqueKeysWithValues: fields.map { ($0.key, redaction.value($0.value, ofHeaderField: $0.key)) }
        )
    }
}

/// The body of a request in a `curl` command.
enum CURLBody {
    /// No body.
    case none
    /// Redacted bytes.
    case data(Data)
    /// The path of a file that curl reads.
    case file(String)
    /// An option for each part of a multipart form.
    case form([String])
    /// A body that a command can't express, and the reason.
    case omitted(String)

    init(_ request: OutgoingRequest, _ redaction: Redaction) {
        // curl refuses to send a body with --head; without --head it would wait for the body of the response.
        guard request.method != .head else {
            self = .none
            return
        }
        let contentType = request.headerFields[.contentType]
        switch request.upload {
        case .file(let url):
            self.init(file: url)
        case .multipart(let parts):
            self.init(parts, contentType, redaction)
        default:
            if let body = request.body {
                self.init(body, contentType, redaction)
            } else {
                // These methods send a Content-Length of zero if they have no body (RFC 9110, section 8.6).
                self = [.post, .put, .patch].contains(request.method) ? .data(Data()) : .none
            }
        }
    }

    private init(_ body: Data, _ contentType: String?, _ redaction: Redaction) {
        let redacted = redaction.body(body, contentType: contentType)
        self = .data(redacted ?? Data(body.lengthText.utf8))
    }

    private init(file url: URL) {
        let isPlain = ShellText.plainText(Data(url.path.utf8)) != nil
        self = isPlain ? .file(url.path) : .omitted("the path of its file can't be pasted")
    }

    private init(_ body: HTTPBody, _ contentType: String?, _ redaction: Redaction) {
        if let data = body.data {
            self.init(data, contentType, redaction)
        } else if let file = body.file {
            self.init(file: file)
        } else {
            self = .omitted(body.length.map { "it is a stream of \($0) bytes" } ?? "it is a stream")
        }
    }

    private init(_ parts: [MultipartPart], _ contentType: String?, _ redaction: Redaction) {
        guard MediaType(contentType ?? "").subtype == "form-data" else {
            self = .omitted("it is multipart, but not a form")
            return
        }
        var options: [String] = []
        for (index, part) in parts.enumerated() {
            do throws(CURLPartError) {
                options.append(try part.cURLOption(redaction))
            } catch {
                self = .omitted("part \(index + 1) is \(error.part)")
                return
            }
        }
        self = .form(options)
    }

    /// Whether the command sends a body.
    var isSent: Bool {
        switch self {
        case .none, .omitted: false
        case .data, .file, .form: true
        }
    }

    /// Whether the body is a form, for which curl makes the `Content-Type`.
    var isForm: Bool {
        if case .form = self { true } else { false }
    }

    /// Whether the body can be so long that older versions of curl send `Expect: 100-continue`.
    var mayBeLong: Bool {
        switch self {
        case .none, .omitted: false
        case .data(let data): data.count > 1024
        case .file, .form: true
        }
    }
}
/// A part of a form that a `curl` command can't express.
struct CURLPartError: Error {
    /// A description of the part, without its content.
    let part: String
}

extension MultipartPart {
    /// Returns the option that makes curl send the part.
    func cURLOption(_ redaction: Redaction) throws(CURLPartError) -> String {
        // curl reads the text before the first equals sign as the name.
        guard !name.isEmpty, !name.utf8.contains(UInt8(ascii: "=")), Self.isPlain(name) else {
            throw CURLPartError(part: "under a name that curl can't express")
        }
        switch content {
        case .file(let url):
            let fileName = fileName ?? url.lastPathComponent
            guard Self.isPlain(url.path), Self.isPlain(fileName) else {
                throw CURLPartError(part: "a file whose name can't be pasted")
            }
            let type = try Self.typeOption(contentType ?? MediaType.forFile(named: fileName))
            let value = "@\(Self.quoted(url.path));filename=\(Self.quoted(fileName))\(type)"
            return "--form \(ShellText.quoted("\(name)=\(value)"))"
        case .data(let data):
            // curl sends a file name only with a file.
            guard fileName == nil else { throw CURLPartError(part: "data with a file name") }
            let text = try text(of: data, redaction)
            guard let contentType else { return "--form-string \(ShellText.quoted("\(name)=\(text)"))" }
            return "--form \(ShellText.quoted("\(name)=\(Self.quoted(text))\(try Self.typeOption(contentType))"))"
        default:
            var kind = "a stream"
            if case .stream(let upload) = content, let length = upload.body.length { kind += " of \(length) bytes" }
            throw CURLPartError(part: kind)
        }
    }

    private func text(of data: Data, _ redaction: Redaction) throws(CURLPartError) -> String {
        if redaction.masksParameter(name) { return Redaction.mask }
        guard data.count <= CURLCommand.longestArgument, ShellText.plainText(data) != nil else {
            throw CURLPartError(part: "data of \(data.count) bytes that can't be pasted")
        }
        return redaction.text(ofBody: data, contentType: contentType)
    }

    /// Returns the suffix that sets the media type of a part.
    private static func typeOption(_ contentType: String) throws(CURLPartError) -> String {
        let type = MediaType(contentType)
        // curl interprets some parameters, such as `filename`, itself.
        guard !type.type.isEmpty, !type.subtype.isEmpty, type.parameters.keys.allSatisfy({ $0 == "charset" }),
            ASCIISet.cURLType.containsAll(contentType.utf8)
        else {
            throw CURLPartError(part: "of a type that curl can't express")
        }
        return ";type=\(contentType)"
    }

    /// Returns the text in double quotes, as curl reads values of a form.
    private static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            if scalar == "\"" || scalar == "\\" { quoted += "\\" }
            quoted.unicodeScalars.append(scalar)
        }
        return quoted + "\""
    }

    private static func isPlain(_ text: String) -> Bool {
        ShellText.plainText(Data(text.utf8)) != nil
    }
}

extension ASCIISet {
    /// The characters that curl accepts in a media type.
    fileprivate static let cURLType = unreserved.union(ASCIISet("/+!#$&^;= "))
}
