import Foundation
import TalynCore
import _TalynSupport

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A request as `willSend` sees it.
final class AnnouncedCall: RequestType, Sendable {
    let request: URLRequest?
    let sessionHeaders: [String: String]
    private let chosenCredential = Locked<URLCredential?>(nil)

    init(_ request: URLRequest, sessionHeaders: [String: String]) {
        self.request = request
        self.sessionHeaders = sessionHeaders
    }

    /// The credential that answers challenges: the last one that a plugin gave.
    var credential: URLCredential? { chosenCredential.withLock { $0 } }

    func authenticate(username: String, password: String, persistence: URLCredential.Persistence) -> Self {
        authenticate(with: URLCredential(user: username, password: password, persistence: persistence))
    }

    func authenticate(with credential: URLCredential) -> Self {
        chosenCredential.withLock { $0 = credential }
        return self
    }

    func cURLDescription(calling handler: @escaping (String) -> Void) -> Self {
        handler(request?.cURLDescription(sessionHeaders: sessionHeaders, credential: credential) ?? "")
        return self
    }
}

extension URLRequest {
    /// A curl command that sends the request, in the format of Alamofire. Secrets are masked.
    func cURLDescription(sessionHeaders: [String: String], credential: URLCredential? = nil) -> String {
        guard let url, url.host != nil, let httpMethod else { return "$ curl command could not be created" }
        let redaction = Redaction.default
        var components = ["$ curl -v", "-X \(httpMethod)"]
        if let user = credential?.user, credential?.password != nil {
            components.append("-u \(user):\(Redaction.mask)")
        }
        let fields = sessionHeaders.filter { value(forHTTPHeaderField: $0.key) == nil }
            .merging(allHTTPHeaderFields ?? [:]) { _, own in own }
        for (name, value) in redaction.headerFields(fields).sorted(by: { $0.key < $1.key }) {
            components.append("-H \(Self.quoted("\(name): \(value)"))")
        }
        if let httpBody {
            let type = value(forHTTPHeaderField: "Content-Type")
            components.append("-d \(Self.quoted(redaction.text(ofBody: httpBody, contentType: type)))")
        }
        components.append(Self.quoted(redaction.url(url.absoluteString)))
        return components.joined(separator: " \\\n\t")
    }

    /// The text in double quotes, for a POSIX shell.
    private static func quoted(_ text: String) -> String {
        var quoted = "\""
        for character in text.unicodeScalars {
            if "\"\\$`".unicodeScalars.contains(character) { quoted += "\\" }
            quoted.unicodeScalars.append(character)
        }
        return quoted + "\""
    }
}
