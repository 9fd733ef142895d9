import Foundation
import HTTPTypes

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A `curl` command that sends a request, as it is built up.
struct CURLCommand {
    /// What writes the body for curl to read, if the body can't be an argument.
    private var source: String?
    private var arguments: [String] = []
    /// What is to be said of the command, behind it.
    private var comment: String?

    init(
        _ request: URLRequest,
        upload: Upload? = nil,
        sessionHeaders: [String: String],
        credential: URLCredential?,
        redaction: Redaction
    ) {
        let body = CURLBody(request, upload, redaction)
        addMethod(request.httpMethod ?? "GET", hasBody: body.isSent)
        addURL(redaction.url(request.url?.absoluteString ?? ""))
        addFields(redaction.headerFields(Self.fields(request, sessionHeaders)), body)
        if let credential { addCredential(credential, redaction) }
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
        // curl would take brackets for a pattern, and would tidy up a path.
        if url.contains(where: { "[]{}".contains($0) }) { arguments.append("--globoff") }
        if url.contains("/.") { arguments.append("--path-as-is") }
        arguments.append("--url \(ShellText.quoted(url))")
    }

    private mutating func addFields(_ fields: [String: String], _ body: CURLBody) {
        var fields = fields
        // With the boundary of the request, curl's form would not be one.
        if body.isForm { fields = fields.filter { $0.key.lowercased() != "content-type" } }
        for (name, value) in fields.sorted(by: { ($0.key.lowercased(), $0.key) < ($1.key.lowercased(), $1.key) }) {
            // A field without a value is written with a semicolon, since a colon alone takes a field away.
            // A tab that is pasted into a terminal would complete a word; a space is as good between words.
            let field = value.isEmpty ? "\(name);" : "\(name): \(value.replacingOccurrences(of: "\t", with: " "))"
            arguments.append("--header \(ShellText.quoted(field))")
        }
        let names = Set(fields.keys.map { $0.lowercased() })
        // curl has fields of its own to add, which the request doesn't have.
        var unwanted = ["Accept", "User-Agent"]
        if body.isSent, !body.isForm { unwanted.append("Content-Type") }
        if body.mayBeLong { unwanted.append("Expect") }
        for name in unwanted where !names.contains(name.lowercased()) { arguments.append("--header '\(name):'") }
        if names.contains("accept-encoding") { arguments.append("--compressed") }
    }

    private mutating func addCredential(_ credential: URLCredential, _ redaction: Redaction) {
        let password = redaction.isOff ? credential.password ?? "" : Redaction.mask
        arguments.append("--anyauth")
        arguments.append("--user \(ShellText.quoted("\(credential.user ?? ""):\(password)"))")
    }

    private mutating func add(_ body: CURLBody) {
        switch body {
        case .none: break
        case .data(let data): add(data)
        case .file(let path): arguments.append("--data-binary \(ShellText.quoted("@\(path)"))")
        case .form(let options): arguments += options
        case .leftOut(let reason): comment = "the body is left out: \(reason)"
        }
    }

    private mutating func add(_ body: Data) {
        // curl reads the file that an argument with a leading @ names; and a system has a longest argument.
        if let text = ShellText.plainText(body), text.utf8.first != UInt8(ascii: "@"),
            body.count <= Self.longestArgument
        {
            arguments.append("--data-binary \(ShellText.quoted(text))")
        } else {
            source = ShellText.printing(body)
            arguments.append("--data-binary @-")
        }
    }

    /// The request's fields and those that it gets from the session, without those that can't be sent or that curl has
    /// to find itself.
    private static func fields(_ request: URLRequest, _ sessionHeaders: [String: String]) -> [String: String] {
        request.headerFields(with: sessionHeaders).filter { name, value in
            name.lowercased() != "content-length" && HTTPField.Name(name) != nil && HTTPField.isValidValue(value)
        }
    }

    /// The longest body that is an argument: Linux takes none that is longer than 128 KiB, with its quotes.
    static let longestArgument = 32_768
}
