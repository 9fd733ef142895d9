import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// What tells two requests apart, in words, secrets masked.
struct RequestChanges {
    let redaction: Redaction

    /// - Parameter options: Those of the call, which may declare more secrets.
    init(_ options: RequestOptions) {
        redaction = options.secretHeaderFields.isEmpty ? .default : Redaction(masking: options.secretHeaderFields)
    }

    func texts(from old: URLRequest, to new: URLRequest) -> [String] {
        var texts: [String] = []
        if old.httpMethod != new.httpMethod { texts.append("method: \(new.httpMethod ?? "none")") }
        if old.url != new.url {
            texts.append("URL: \(new.url.map { redaction.url($0.absoluteString) } ?? "none")")
        }
        texts += fields(from: old.allHTTPHeaderFields ?? [:], to: new.allHTTPHeaderFields ?? [:])
        if old.httpBody != new.httpBody { texts.append("body: \(new.httpBody.map { "\($0.count) bytes" } ?? "none")") }
        if (old.httpBodyStream == nil) != (new.httpBodyStream == nil) {
            texts.append("body: \(new.httpBodyStream == nil ? "no stream" : "a stream")")
        }
        if old.timeoutInterval != new.timeoutInterval { texts.append("timeout: \(new.timeoutInterval) s") }
        if old.cachePolicy != new.cachePolicy { texts.append("cache policy: \(new.cachePolicy.rawValue)") }
        return texts
    }

    func texts(from old: Endpoint, to new: Endpoint) -> [String] {
        var texts: [String] = []
        if old.method != new.method { texts.append("method: \(new.method)") }
        if old.url != new.url { texts.append("URL: \(redaction.url(new.url))") }
        texts += fields(from: old.httpHeaderFields ?? [:], to: new.httpHeaderFields ?? [:])
        // What adaptations change is told with each attempt.
        if texts.isEmpty, old.adaptations.count == new.adaptations.count {
            texts.append("another task, sample or option")
        }
        return texts
    }

    private func fields(from old: [String: String], to new: [String: String]) -> [String] {
        let names = Set(old.keys).union(new.keys).filter { old[$0] != new[$0] }
        return names.sorted().map { name in
            guard let value = new[name] else { return "\(name) removed" }
            return "\(name): \(redaction.value(value, ofHeaderField: name))"
        }
    }
}
